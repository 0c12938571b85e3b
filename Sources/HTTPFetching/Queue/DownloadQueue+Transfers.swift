package import Fetching

/// Events of transfers. Events of a transfer that is no longer running are ignored.
extension DownloadQueue {
  /// Records progress, and reports it to the waiters at most ten times a second.
  package mutating func progressed(_ url: String, received: Int, expected: Int?, at now: Duration) -> [Action] {
    guard let download = downloads[url], case .running(var progress) = download.state else { return [] }
    progress.received = received
    progress.expected = expected
    defer { downloads[url]?.state = .running(progress) }
    if let reportedAt = progress.reportedAt, now - reportedAt < Self.progressInterval { return [] }
    progress.reportedAt = now
    return download.numbers.map { .report(.progress(download: $0, received: received, expected: expected)) }
  }

  /// Records that the body is in a file.
  ///
  /// - Parameter finalURL: The URL after redirects, or nil without redirects.
  package mutating func finished(_ url: String, path: String, wasUnchanged: Bool, finalURL: String? = nil) -> [Action] {
    guard let download = removeRunning(url) else { return [] }
    let reports = download.numbers.map { number in
      Action.report(.done(download: number, path: path, wasUnchanged: wasUnchanged, finalURL: finalURL))
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

extension DownloadQueue.Download {
  /// The waiters, ordered by number.
  var numbers: [UInt64] { waiters.keys.sorted() }
}
