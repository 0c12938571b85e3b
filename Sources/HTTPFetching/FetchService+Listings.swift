import Fetching

/// Listings: each is a sequence of requests, whose responses are read as they arrive.
extension FetchService {
  func request(_ listing: FolderListing, at now: Duration) -> [DownloadQueue.Action] {
    queue.fetch(listing.number, url: listing.key.text, priority: listing.priority, isForced: true, at: now)
  }

  /// Reads what has arrived of a response for the listings that wait for it.
  func read(_ body: CacheBody, isWhole: Bool, of transfer: Transfer) {
    for number in listings.keys where listings[number]?.key.text == transfer.url {
      let type = transfer.handle.firstHeader("content-type")
      waiting += listings[number]?.read(body, isWhole: isWhole, type: type, finalURL: transfer.finalURL) ?? []
    }
  }

  func read(_ copy: CachedCopy, of url: String, type: String?) {
    for number in listings.keys where listings[number]?.key.text == url {
      waiting += listings[number]?.read(copy, type: type) ?? []
    }
  }

  /// Reports to the viewer, or continues the listing that a report belongs to.
  func passOn(_ report: FetchReport, at now: Duration) -> [DownloadQueue.Action] {
    switch report {
    case .done(let number, _, _, _, _) where listings[number] != nil: return proceed(number, at: now)
    case .progress(let number, _, _, _) where listings[number] != nil: return []
    case .failed(let number, let reason):
      if let listing = listings[number], reason.kind.isAbsence, !listing.hasEntries, readCopy(for: number) {
        return proceed(number, at: now)
      }
      listings[number] = nil
    case .done, .progress, .retrying, .page, .listed: break
    }
    waiting.append(report)
    return []
  }

  /// Reads the last response for a listing from the cache; returns false if there is none.
  private func readCopy(for number: UInt64) -> Bool {
    guard let key = listings[number]?.key.text, let copy = cache.lookup(key, now: DiskCache.wallClock) else {
      return false
    }
    listings[number]?.isStale = true
    read(copy, of: key, type: cache.head(of: key)?.contentType)
    return true
  }

  /// Ends a listing whose response is complete, or requests the next page.
  func proceed(_ number: UInt64, at now: Duration) -> [DownloadQueue.Action] {
    guard let (pages, end) = listings[number]?.finish() else { return [] }
    waiting += pages
    switch end {
    case .more(let token):
      let isStale = listings[number]?.isStale ?? false
      listings[number]?.proceed(to: token)
      if isStale, readCopy(for: number) { return proceed(number, at: now) }
      return listings[number].map { request($0, at: now) } ?? []
    case .complete: waiting.append(.listed(download: number, isStale: listings[number]?.isStale ?? false))
    case .damaged:
      let reason = FetchFailure(.truncated, "the listing is damaged", isTransient: true)
      waiting.append(.failed(download: number, reason: reason))
    case .other:
      let reason = FetchFailure(.noListing, "not a listing", isTransient: false)
      waiting.append(.failed(download: number, reason: reason))
    }
    listings[number] = nil
    return []
  }
}
