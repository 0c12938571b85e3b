package import Fetching

/// Which downloads run, wait and are retried: a value that takes events and the time.
///
/// At most `limit` run at once, the most urgent first and among equals the first come. Many numbers may ask for one URL:
/// it is downloaded once, as urgently as the most urgent of them wants it, and given up when the last leaves. A slide on
/// screen (priority 0 or less) does not wait behind what nobody sees: it takes the place of the least urgent running
/// download of a priority above 0, which starts again later. Nothing is kept of a URL that nobody waits for, so no
/// URL is ever blacklisted.
package struct DownloadQueue: Sendable {
  /// An effect for the caller to perform.
  package enum Action: Hashable, Sendable {
    /// Begin to download a URL; `isForced`: ask the server even if the copy in the cache is fresh.
    case start(url: String, isForced: Bool)
    /// Give a running download up; nothing is to be heard of it any more.
    case stop(url: String)
    /// Tell the viewer.
    case report(FetchReport)
  }

  /// One URL that someone wants.
  struct Download: Sendable {
    enum State: Sendable {
      /// For a free place; then `running`.
      case waiting
      /// Until it is done or fails for good (gone), fails in passing (`delayed`), or has to make way (`waiting`).
      case running(Progress)
      /// Until the moment has come, or someone insists; then `waiting`.
      case delayed(until: Duration, reason: FetchFailure)
    }

    /// How far a running download has come, and when that was last told.
    struct Progress: Sendable {
      var received = 0
      var expected: Int?
      var told: Duration?
    }

    /// The waiters, with their priorities.
    var waiters: [UInt64: Int] = [:]
    var isForced: Bool
    /// Its turn among equals.
    let turn: UInt64
    var state = State.waiting
    var failures = 0

    /// Less is more urgent.
    var priority: Int { waiters.values.min() ?? .max }
  }

  /// The time between two reports of progress of one download.
  static let progressInterval = Duration.milliseconds(100)
  /// Numbers that may ask at once; a viewer asks for a handful.
  static let maxWaiters = 10_000

  var downloads: [String: Download] = [:]
  /// The URL of each number.
  var urls: [UInt64: String] = [:]
  var nextTurn: UInt64 = 0
  let limit: Int
  let policy: RetryPolicy

  /// An empty queue.
  ///
  /// - Parameter limit: simultaneous downloads, clamped to 1…16.
  package init(limit: Int = 5, policy: RetryPolicy = RetryPolicy()) {
    self.limit = min(max(limit, 1), 16)
    self.policy = policy
  }

  /// Whether nobody asks for anything.
  package var isEmpty: Bool { downloads.isEmpty }

  /// Whether anyone asks for a URL.
  package func isWanted(_ url: String) -> Bool { downloads[url] != nil }

  /// Whether a URL is being downloaded.
  package func isRunning(_ url: String) -> Bool {
    if case .running = downloads[url]?.state { true } else { false }
  }

  /// When `advance` is to be called next, if nothing else happens; nil: no need.
  package var nextWake: Duration? {
    downloads.values.lazy.compactMap { download in
      guard case .delayed(let until, _) = download.state else { return nil }
      return until
    }.min()
  }

  /// Retries downloads whose delay has passed.
  package mutating func advance(to now: Duration) -> [Action] {
    for (url, download) in downloads {
      guard case .delayed(let until, _) = download.state, until <= now else { continue }
      downloads[url]?.state = .waiting
    }
    return balanced()
  }

  /// Gives the free places to the most urgent of those that wait.
  mutating func balanced() -> [Action] {
    var actions: [Action] = []
    var waiting = downloads.filter { if case .waiting = $0.value.state { true } else { false } }.map(Standing.init)
      .sorted()
    guard !waiting.isEmpty else { return [] }
    var running = downloads.filter { if case .running = $0.value.state { true } else { false } }.map(Standing.init)
      .sorted()
    waiting.reverse()
    while let next = waiting.last {
      if running.count >= limit {
        guard next.priority <= 0, let last = running.last, last.priority > 0 else { break }
        downloads[last.url]?.state = .waiting
        running.removeLast()
        actions.append(.stop(url: last.url))
      }
      waiting.removeLast()
      downloads[next.url]?.state = .running(Download.Progress())
      // In its place among those that run, for the next one that may have to take a place.
      running.insert(next, at: running.firstIndex { next < $0 } ?? running.endIndex)
      actions.append(.start(url: next.url, isForced: downloads[next.url]?.isForced ?? false))
    }
    return actions
  }

  /// A download's place in the order of urgency.
  private struct Standing: Comparable {
    let url: String
    let priority: Int
    let turn: UInt64

    init(_ pair: (key: String, value: Download)) {
      (url, priority, turn) = (pair.key, pair.value.priority, pair.value.turn)
    }

    static func < (one: Self, other: Self) -> Bool { (one.priority, one.turn) < (other.priority, other.turn) }
  }
}
