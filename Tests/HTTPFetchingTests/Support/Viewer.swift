import Fetching
import Foundation
import HTTPFetching
import Testing

/// A service as its viewer sees it: commands in, reports out. Time stands still unless the test passes it; the only
/// real waiting is for the server's bytes.
final class Viewer {
  let folder: String
  let spare: String
  let cache: DiskCache
  var now = Duration.zero
  /// The reports, those of progress without the path.
  private(set) var reports: [FetchReport] = []
  /// The files that receive bodies, by the numbers of the downloads.
  private(set) var paths: [UInt64: String] = [:]
  private let service: FetchService
  private var nextNumber: UInt64 = 1

  /// - Parameter isFull: whether the cache's folder can hold nothing, so that bodies go to the spare folder.
  init(limit: Int = 5, isFull: Bool = false, configure: (inout TransferSettings) -> Void = { _ in }) throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "fetching-\(UUID())")
    folder = base.appending(path: "cache").path
    spare = base.appending(path: "spare").path
    cache = DiskCache(folder: folder, spare: spare)
    if isFull {
      try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
      // No folder can be created where a file is.
      _ = FileManager.default.createFile(atPath: folder, contents: nil)
    }
    var settings = TransferSettings()
    configure(&settings)
    service = try #require(FetchService(cache: cache, settings: settings, limit: limit, jitter: { 0.5 }))
  }

  deinit { try? FileManager.default.removeItem(at: URL(filePath: folder).deletingLastPathComponent()) }

  /// Requests a URL; returns the number of the download.
  @discardableResult
  func fetch(_ url: String, priority: Int = 0, isForced: Bool = false, isHead: Bool = false) -> UInt64 {
    defer { nextNumber += 1 }
    service.handle(
      .fetch(download: nextNumber, url: url, priority: priority, isForced: isForced, isHead: isHead), at: now)
    return nextNumber
  }

  func send(_ command: FetchCommand) { service.handle(command, at: now) }

  /// Advances the service until a condition holds; the test fails if it does not hold within a minute.
  func run(until isThere: (Viewer) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      service.advance(to: now)
      for report in service.popReports() {
        guard case .progress(let number, let received, let expected, let path) = report else {
          reports.append(report)
          continue
        }
        paths[number] = path
        reports.append(.progress(download: number, received: received, expected: expected))
      }
      if isThere(self) { return }
      guard ContinuousClock.now < deadline else {
        Issue.record("never came to pass; reports: \(reports)", sourceLocation: sourceLocation)
        return
      }
      _ = service.wait(at: now, atMost: .milliseconds(5))
    }
  }

  /// Advances the service until a number of downloads have ended.
  func run(untilEnded count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    run(until: { $0.ends.count >= count }, sourceLocation: sourceLocation)
  }

  /// Each download's final report: its path and whether it was unchanged, or why it failed.
  var ends: [UInt64: Result<Copy, FetchFailure>] {
    var ends: [UInt64: Result<Copy, FetchFailure>] = [:]
    for report in reports {
      switch report {
      case .done(let number, let path, let wasUnchanged, let finalURL, let isHead):
        ends[number] = .success(
          Copy(path: path, wasUnchanged: wasUnchanged, finalURL: finalURL, isHead: isHead))
      case .failed(let number, let reason): ends[number] = .failure(reason)
      case .progress, .retrying, .page, .listed: break
      }
    }
    return ends
  }

  struct Copy: Hashable {
    var path: String
    var wasUnchanged: Bool
    var finalURL: String?
    var isHead = false

    /// The content of the file, or nil if it cannot be read.
    var bytes: [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
  }

  /// Returns the copy that a download delivered.
  func copy(_ number: UInt64) throws -> Copy { try #require(ends[number]).get() }

  /// Returns why a download failed, or nil if it has not failed.
  func failure(_ number: UInt64) -> FetchFailure? {
    if case .failure(let reason) = ends[number] { reason } else { nil }
  }

  /// The reported retries: the reason for each, and the wait before it in milliseconds.
  var retries: [(reason: FetchFailure, milliseconds: Int)] {
    reports.compactMap { if case .retrying(_, let reason, let wait) = $0 { (reason, wait) } else { nil } }
  }

  /// The names in the cache's folder, or nil if there is no folder.
  var files: [String]? { try? FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
}
