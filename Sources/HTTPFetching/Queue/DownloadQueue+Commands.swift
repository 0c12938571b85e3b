import Fetching

/// Commands of the viewer.
extension DownloadQueue {
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
}

extension Duration {
  /// Whole milliseconds, at least 0.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(0, Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
