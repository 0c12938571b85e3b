import Dispatch
import Synchronization
import System

/// Asks servers again whether the folders of a reading have changed: at an interval, and less often after failures and if
/// listing takes long.
final class ServerWatch: Sendable {
  /// The longest time between requests that fail, unless the interval is longer.
  private static let longestPause = Duration.seconds(600)
  /// The most pictures that are reported one by one.
  private static let maximumChanges = 10_000

  private struct State {
    /// The sorted hashes of each folder's pictures, by URL.
    var folders: [String: [Int]] = [:]
    var isScheduled = false
    var failures = 0
  }

  private let remote: RemoteFolders
  private let recursive: Bool
  private let interval: Duration
  private let report: @Sendable (ChangeDebouncer.Update) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tui.asking")

  /// A watch of nothing.
  init(
    _ remote: RemoteFolders, recursive: Bool, every interval: Duration,
    report: @escaping @Sendable (ChangeDebouncer.Update) -> Void
  ) {
    (self.remote, self.recursive, self.interval, self.report) = (remote, recursive, interval, report)
  }

  /// Watches the folders of a reading in the place of earlier ones.
  func follow(_ folders: [String: [Int]]) {
    let begins = state.withLock { state in
      state.folders = folders
      defer { state.isScheduled = state.isScheduled || !folders.isEmpty }
      return !state.isScheduled && !folders.isEmpty
    }
    if begins { askAgain(in: interval) }
  }

  private func askAgain(in pause: Duration) {
    queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [self] in
      let start = MonotonicClock.now
      let failures = ask()
      let goesOn = state.withLock { state in
        state.isScheduled = !state.folders.isEmpty
        return state.isScheduled
      }
      if goesOn { askAgain(in: Self.pause(interval, failures: failures, listing: MonotonicClock.now - start)) }
    }
  }

  /// The time until servers are asked again.
  ///
  /// - Parameters:
  ///   - failures: how many times in a row a listing has failed.
  ///   - duration: how long the last listings have taken.
  static func pause(_ interval: Duration, failures: Int, listing duration: Duration) -> Duration {
    max(interval, min(interval * (1 << min(failures, 16)), longestPause), duration * 10)
  }

  /// Lists all folders; returns how many times in a row one has failed.
  private func ask() -> Int {
    var isWhole = true
    for (url, known) in state.withLock({ $0.folders }) {
      var reading = FolderReading(url, recursive: recursive, sort: .none, isWatched: true, from: remote)
      guard let (changed, hashes) = reading?.changes(since: known) else {
        isWhole = false
        continue
      }
      // The sources may have been read again meanwhile.
      let isNew = state.withLock { state in
        guard hashes != known, state.folders[url] == known else { return false }
        state.folders[url] = hashes
        return true
      }
      if isNew {
        let paths = changed.prefix(Self.maximumChanges).map { Path($0) }
        report(ChangeDebouncer.Update(changed: Set(paths), unfinished: []))
      }
    }
    return state.withLock { state in
      state.failures = isWhole ? 0 : state.failures + 1
      return state.failures
    }
  }
}
