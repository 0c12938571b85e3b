package import Fetching

/// Decides which downloads run, wait and are retried: a value that takes events and the time.
///
/// At most `limit` downloads run at once, by priority and then in order of arrival. Several waiters, identified by
/// numbers, may share a URL: it is downloaded once, with the most urgent of their priorities, and cancelled when the
/// last waiter leaves. A slide on screen (priority 0 or less) does not wait for invisible ones: it preempts the least
/// urgent running download with a priority above 0, which restarts later. Nothing is remembered about a URL without
/// waiters, so no URL is ever blacklisted.
package struct DownloadQueue: Sendable {
  /// An effect for the caller to perform.
  package enum Action: Hashable, Sendable {
    /// Start downloading a URL; if `isForced`, revalidate the cached copy even if it is fresh.
    case start(url: String, isForced: Bool)
    /// Cancel a running download and ignore its later events.
    case stop(url: String)
    /// Send a report to the viewer.
    case report(FetchReport)
  }

  struct Download: Sendable {
    enum State: Sendable {
      /// Waiting for a free slot; then `running`.
      case waiting
      /// Running until it is done or fails permanently (removed), fails transiently (`delayed`),
      /// or is preempted (`waiting`).
      case running(Progress)
      /// Waiting to be retried at a time, or sooner if a request is forced; then `waiting`.
      case delayed(until: Duration, reason: FetchFailure)
    }

    /// The progress of a running download, and when it was last reported.
    struct Progress: Sendable {
      var received = 0
      var expected: Int?
      var reportedAt: Duration?
    }

    /// The waiters, with their priorities.
    var waiters: [UInt64: Int] = [:]
    var isForced: Bool
    /// Its place in the order of arrival.
    let turn: UInt64
    var state = State.waiting
    var failures = 0

    /// The most urgent priority of its waiters; less is more urgent.
    var priority: Int { waiters.values.min() ?? .max }
  }

  /// The time between two progress reports of one download.
  static let progressInterval = Duration.milliseconds(100)
  /// The most waiters at a time; a viewer has a handful.
  static let maxWaiters = 10_000

  var downloads: [String: Download] = [:]
  /// The URL of each waiter.
  var urls: [UInt64: String] = [:]
  var nextTurn: UInt64 = 0
  let limit: Int
  let policy: RetryPolicy

  /// Creates an empty queue.
  ///
  /// - Parameter limit: The most simultaneous downloads, clamped to 1…16.
  package init(limit: Int = 5, policy: RetryPolicy = RetryPolicy()) {
    self.limit = min(max(limit, 1), 16)
    self.policy = policy
  }

  /// Whether there are no downloads.
  package var isEmpty: Bool { downloads.isEmpty }

  /// Whether a URL has waiters.
  package func isWanted(_ url: String) -> Bool { downloads[url] != nil }

  /// Whether a URL is being downloaded.
  package func isRunning(_ url: String) -> Bool {
    if case .running = downloads[url]?.state { true } else { false }
  }

  /// When `advance` must be called next if nothing else happens; nil if there is no need.
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

  /// Assigns the free slots to the most urgent waiting downloads.
  mutating func balanced() -> [Action] {
    var actions: [Action] = []
    let waiting = standings { if case .waiting = $0 { true } else { false } }
    guard !waiting.isEmpty else { return [] }
    var running = standings { if case .running = $0 { true } else { false } }
    for next in waiting {
      if running.count >= limit {
        guard next.priority <= 0, let last = running.last, last.priority > 0 else { break }
        downloads[last.url]?.state = .waiting
        running.removeLast()
        actions.append(.stop(url: last.url))
      }
      downloads[next.url]?.state = .running(Download.Progress())
      // Inserted in order, for the next download that may have to preempt one.
      running.insert(next, at: running.firstIndex { next < $0 } ?? running.endIndex)
      actions.append(.start(url: next.url, isForced: downloads[next.url]?.isForced ?? false))
    }
    return actions
  }

  /// The downloads in some states, the most urgent first.
  private func standings(_ isIncluded: (Download.State) -> Bool) -> [Standing] {
    downloads.filter { isIncluded($0.value.state) }
      .map { Standing(url: $0.key, priority: $0.value.priority, turn: $0.value.turn) }.sorted()
  }

  /// A download's place in the order of urgency.
  private struct Standing: Comparable {
    let url: String
    let priority: Int
    let turn: UInt64

    static func < (one: Self, other: Self) -> Bool { (one.priority, one.turn) < (other.priority, other.turn) }
  }

  // MARK: - Commands of the viewer

  /// Adds a waiter for a URL.
  ///
  /// If the URL is waiting for a retry, a forced request (`isForced`) retries at once.
  package mutating func fetch(_ number: UInt64, url: String, priority: Int, isForced: Bool, at now: Duration)
    -> [Action]
  {
    // Numbers are unique; if one is repeated, its first use stands.
    guard urls[number] == nil else { return [] }
    guard urls.count < Self.maxWaiters else {
      let reason = FetchFailure(.other, "too many downloads", isTransient: false)
      return [.report(.failed(download: number, reason: reason))]
    }
    urls[number] = url
    var actions: [Action] = []
    if var download = downloads[url] {
      download.waiters[number] = priority
      switch download.state {
      case .waiting: download.isForced = download.isForced || isForced
      case .running(let progress):
        // A running transfer queries the server anyway, so it also serves the new waiter.
        if progress.reportedAt != nil {
          let report = FetchReport.progress(
            download: number, received: progress.received, expected: progress.expected)
          actions.append(.report(report))
        }
      case .delayed(let until, let reason):
        download.isForced = download.isForced || isForced
        if isForced {
          download.state = .waiting
        } else {
          actions.append(.report(.retrying(download: number, reason: reason, milliseconds: (until - now).milliseconds)))
        }
      }
      downloads[url] = download
    } else {
      downloads[url] = Download(waiters: [number: priority], isForced: isForced, turn: nextTurn)
      nextTurn += 1
    }
    return actions + balanced()
  }

  /// Removes a waiter; a download without waiters is cancelled.
  package mutating func cancel(_ number: UInt64) -> [Action] {
    guard let url = urls.removeValue(forKey: number) else { return [] }
    downloads[url]?.waiters[number] = nil
    guard let download = downloads[url], download.waiters.isEmpty else { return balanced() }
    downloads[url] = nil
    switch download.state {
    case .running: return [.stop(url: url)] + balanced()
    case .waiting, .delayed: return []
    }
  }

  /// Changes a waiter's priority.
  package mutating func prioritize(_ number: UInt64, priority: Int) -> [Action] {
    guard let url = urls[number] else { return [] }
    downloads[url]?.waiters[number] = priority
    return balanced()
  }

  // MARK: - Events of transfers. Those of a transfer that is no longer running are ignored

  /// Records progress, and reports it to the waiters at most ten times a second.
  package mutating func progressed(
    _ url: String, received: Int, expected: Int?, path: String? = nil, at now: Duration
  ) -> [Action] {
    guard let download = downloads[url], case .running(var progress) = download.state else { return [] }
    progress.received = received
    progress.expected = expected
    defer { downloads[url]?.state = .running(progress) }
    if let reportedAt = progress.reportedAt, now - reportedAt < Self.progressInterval { return [] }
    progress.reportedAt = now
    return download.numbers.map {
      .report(.progress(download: $0, received: received, expected: expected, path: path))
    }
  }

  /// Records that the body is in a file.
  ///
  /// - Parameters:
  ///   - finalURL: The URL after redirects, or nil without redirects.
  ///   - isHead: Whether these are only the first bytes of a longer body.
  package mutating func finished(
    _ url: String, path: String, wasUnchanged: Bool, finalURL: String? = nil, isHead: Bool = false
  ) -> [Action] {
    guard let download = removeRunning(url) else { return [] }
    let reports = download.numbers.map { number in
      Action.report(
        .done(download: number, path: path, wasUnchanged: wasUnchanged, finalURL: finalURL, isHead: isHead))
    }
    return reports + balanced()
  }

  /// Records a failure: the download is retried later or fails permanently.
  ///
  /// - Parameter jitter: A random number, 0…1, that spreads simultaneous retries.
  package mutating func failed(_ url: String, reason: FetchFailure, jitter: Double, at now: Duration) -> [Action] {
    guard var download = downloads[url], case .running = download.state else { return [] }
    download.failures += 1
    guard let wait = policy.wait(after: reason, failures: download.failures, jitter: jitter) else {
      _ = removeRunning(url)
      return download.numbers.map { .report(.failed(download: $0, reason: reason)) } + balanced()
    }
    download.state = .delayed(until: now + wait, reason: reason)
    downloads[url] = download
    let reports = download.numbers.map { number in
      Action.report(.retrying(download: number, reason: reason, milliseconds: wait.milliseconds))
    }
    return reports + balanced()
  }

  private mutating func removeRunning(_ url: String) -> Download? {
    guard let download = downloads[url], case .running = download.state else { return nil }
    downloads[url] = nil
    for number in download.waiters.keys { urls[number] = nil }
    return download
  }
}

extension Duration {
  /// Whole milliseconds, at least 0.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(0, Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

extension DownloadQueue.Download {
  /// The waiters, ordered by number.
  var numbers: [UInt64] { waiters.keys.sorted() }
}
