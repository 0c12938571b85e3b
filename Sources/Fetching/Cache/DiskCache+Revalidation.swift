/// Revalidation of a stale copy.
extension DiskCache {
  /// The response head of the cached copy, with its validators; nil if there is no copy.
  package func head(of url: String) -> ResponseHead? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    return wholeEntry(url, in: folder, readsBody: false)?.head
  }

  /// Renews the freshness of a copy that the server has confirmed (304). If the new entry cannot be written, the copy
  /// is returned anyway and will be revalidated again.
  ///
  /// - Returns: the copy; nil if it is missing or was corrupt and has been deleted. Then the body must be requested
  ///   again.
  package func revalidate(_ url: String, head: ResponseHead, requested: Int, received: Int, now: Double) -> CachedCopy?
  {
    guard let folder = CacheFolder(existing: folder), let former = wholeEntry(url, in: folder, readsBody: true) else {
      return nil
    }
    let entry = CacheEntry(
      url: url, number: former.number, size: former.size, checksum: former.checksum,
      head: former.head.updated(by: head), requested: requested, received: received)
    let key = CacheName.key(of: url)
    try? write(entry, key: key, in: folder, now: now)
    return copy(of: entry, key: key, at: now)
  }
}
