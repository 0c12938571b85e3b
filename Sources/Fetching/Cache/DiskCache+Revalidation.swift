/// Revalidation of a stale copy.
extension DiskCache {
  /// The validators of the cached copy.
  package func head(of url: String) -> ResponseHead? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    return wholeEntry(url, in: folder, readsBody: false)?.head
  }

  /// A server has said that the copy still holds (304): it is as fresh as that says. Where that cannot be noted, it is shown
  /// all the same, and will be asked about again.
  ///
  /// - Returns: the copy; nil: it is gone or corrupt, and deleted. Then the body has to be asked for.
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
