import Fetching
import Foundation
import HTTPFetching
import Testing

/// A service as its viewer sees it: commands in, reports out. Time stands still unless the test moves it; only what the
/// server has sent is waited for.
final class Viewer {
  let folder: String
  let spare: String
  let cache: DiskCache
  var now = Duration.zero
  private(set) var reports: [FetchReport] = []
  private let service: FetchService
  private var nextNumber: UInt64 = 1

  /// - Parameter isFull: the cache's folder takes nothing; what comes is to go to the spare one.
  init(limit: Int = 5, isFull: Bool = false, configure: (inout TransferSettings) -> Void = { _ in }) throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "fetching-\(UUID())")
    folder = base.appending(path: "cache").path
    spare = base.appending(path: "spare").path
    cache = DiskCache(folder: folder, spare: spare)
    if isFull {
      try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
      // No folder can be made where a file is.
      _ = FileManager.default.createFile(atPath: folder, contents: nil)
    }
    var settings = TransferSettings()
    configure(&settings)
    service = try #require(FetchService(cache: cache, settings: settings, limit: limit, jitter: { 0.5 }))
  }

  deinit { try? FileManager.default.removeItem(at: URL(filePath: folder).deletingLastPathComponent()) }

  /// Asks for a URL; the number it is asked for by.
  @discardableResult
  func fetch(_ url: String, priority: Int = 0, isForced: Bool = false) -> UInt64 {
    defer { nextNumber += 1 }
    service.handle(.fetch(download: nextNumber, url: url, priority: priority, isForced: isForced), at: now)
    return nextNumber
  }

  func tell(_ command: FetchCommand) { service.handle(command, at: now) }

  /// Goes on until something holds; a minute without it is a failure of the test.
  func run(until isThere: (Viewer) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      service.advance(to: now)
      reports += service.popReports()
      if isThere(self) { return }
      guard ContinuousClock.now < deadline else {
        Issue.record("never came to pass; reports: \(reports)", sourceLocation: sourceLocation)
        return
      }
      _ = service.wait(at: now, atMost: .milliseconds(5))
    }
  }

  /// Goes on until so many downloads have ended.
  func run(untilEnded count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    run(until: { $0.ends.count >= count }, sourceLocation: sourceLocation)
  }

  /// Each download's last word: its path and whether it was unchanged, or why it failed.
  var ends: [UInt64: Result<Copy, FetchFailure>] {
    var ends: [UInt64: Result<Copy, FetchFailure>] = [:]
    for report in reports {
      switch report {
      case .done(let number, let path, let wasUnchanged, let finalURL):
        ends[number] = .success(Copy(path: path, wasUnchanged: wasUnchanged, finalURL: finalURL))
      case .failed(let number, let reason): ends[number] = .failure(reason)
      case .progress, .retrying: break
      }
    }
    return ends
  }

  struct Copy: Hashable {
    var path: String
    var wasUnchanged: Bool
    var finalURL: String?

    /// What is in the file.
    var bytes: [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
  }

  /// The copy that a download has come to.
  func copy(_ number: UInt64) throws -> Copy { try #require(ends[number]).get() }

  /// Why a download has failed.
  func failure(_ number: UInt64) -> FetchFailure? {
    if case .failure(let reason) = ends[number] { reason } else { nil }
  }

  /// The waits before further tries that were told, in milliseconds, and why.
  var retries: [(reason: FetchFailure, milliseconds: Int)] {
    reports.compactMap { if case .retrying(_, let reason, let wait) = $0 { (reason, wait) } else { nil } }
  }

  /// The names in the cache's folder; nil: there is none.
  var files: [String]? { try? FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
}
