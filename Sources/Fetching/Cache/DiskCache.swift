import Glibc

/// The downloads on disk: one entry for each full URL.
///
/// An entry is two files: a body, which never changes once it has its name, and a small file that names the body, says
/// whose it is and how long it is fresh. Each is written under a temporary name, synced and renamed, the small one last: its
/// renaming is the moment at which the entry is there, or is another. So any number of programs may use one folder and be
/// killed at any point: served bodies are always complete. Any file may be deleted at any time.
///
/// An entry's modification time is its last use. Moments are seconds since 1970.
package struct DiskCache: Hashable, Sendable {
  /// What the cache may come to.
  package struct Limits: Hashable, Sendable {
    /// Bytes in all; beyond them the least recently used entries go.
    package var bytes = 512 << 20
    /// Seconds after which an unused entry goes.
    package var unused = 7.0 * 24 * 3_600

    /// 512 MB and 7 days.
    package init() {}
  }

  /// The folder, absolute. It is made by the first write.
  package let folder: String
  package let limits: Limits
  /// Where bodies go that the folder has no room for, or that cannot be written there: absolute, somewhere else, made by the
  /// first of them. None is kept. nil: what cannot be kept has failed.
  package let spare: String?

  /// A cache in a folder, which need not be there.
  package init(folder: String, limits: Limits = Limits(), spare: String? = nil) {
    self.folder = Self.absolute(folder)
    self.limits = limits
    self.spare = spare.map(Self.absolute)
  }

  /// What the cache has of a URL, if it is whole; if it is not, it is deleted.
  ///
  /// This says that the entry was used. It reads one small file and, if asked to, the body once: CRC-32 runs faster than
  /// memory is copied (64 MB read and summed in some 40 ms, a photo in less than one), and the decoder that comes next
  /// finds the bytes at hand.
  ///
  /// - Parameter readsBody: whether to compare the body's checksum; otherwise only its size is compared: one small file is
  ///   only read, for threads that must not block.
  package func lookup(_ url: String, now: Double, readsBody: Bool = true) -> CachedCopy? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    let key = CacheName.key(of: url)
    let name = CacheName.entry(key: key)
    guard let entry = wholeEntry(url, in: folder, readsBody: readsBody) else { return nil }
    // Frequent lookups do not cause frequent writes.
    if let used = folder.facts(of: name)?.used, abs(now - used) > 1 { folder.touch(name, at: now) }
    return copy(of: entry, key: key, at: now)
  }

  /// Which body a URL has now; nil: none.
  package func bodyNumber(of url: String) -> String? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    return entry(of: url, in: folder)?.number
  }

  /// A body to be written for a URL.
  ///
  /// - Parameter former: the body that it is to replace, as it was when the server was asked; without one, the one that is
  ///   there now.
  package func newBody(for url: String, replacing former: String?? = nil) throws(FetchFailure) -> CacheBody {
    do {
      return try CacheBody(
        key: CacheName.key(of: url), folderPath: folder, spare: spare, former: former ?? bodyNumber(of: url))
    } catch {
      throw FetchFailure(disk: error)
    }
  }

  /// Makes a whole body the URL's entry, in place of the one before. A body in the spare folder cannot be kept.
  ///
  /// - Parameters:
  ///   - requested: when the server was asked.
  ///   - received: when its answer began.
  package func store(
    _ body: CacheBody, of url: String, head: ResponseHead, requested: Int, received: Int, now: Double
  ) throws(FetchFailure) -> CachedCopy {
    do {
      let folder = try CacheFolder(making: folder)
      try body.keep(in: folder)
      let entry = CacheEntry(
        url: url, number: body.number, size: body.count, checksum: body.checksum.value, head: head,
        requested: requested,
        received: received)
      folder.touch(.body(key: body.key, number: body.number), at: now)
      try write(entry, key: body.key, in: folder, now: now)
      body.belongsToEntry()
      // A body that has come since then is another program's, which is about to read it; it goes when the cache is swept.
      if let former = body.former { folder.remove(.body(key: body.key, number: former)) }
      return copy(of: entry, key: body.key, at: now)
    } catch {
      throw FetchFailure(disk: error)
    }
  }

  /// Deletes the copy of a URL.
  package func remove(_ url: String) {
    guard let folder = CacheFolder(existing: folder) else { return }
    remove(key: CacheName.key(of: url), from: folder)
  }

  func copy(of entry: CacheEntry, key: String, at now: Double) -> CachedCopy {
    let name = CacheName.body(key: key, number: entry.number)
    return CachedCopy(
      path: "\(folder)/\(name.text)", size: entry.size, isFresh: entry.isFresh(at: now), finalURL: entry.head.finalURL)
  }

  private static func absolute(_ path: String) -> String {
    let full: String
    if path.hasPrefix("/") {
      full = path
    } else if let current = unsafe getcwd(nil, 0) {
      full = unsafe String(cString: current) + "/" + path
      unsafe free(current)
    } else {
      full = "/" + path
    }
    return "/" + full.split(separator: "/").joined(separator: "/")
  }
}

/// What the disk cache has of a URL.
package struct CachedCopy: Hashable, Sendable {
  /// The body, a whole file, absolute. It may be deleted at any time, like everything in a cache; then there is no copy.
  package var path: String
  /// Bytes of the body.
  package var size: Int
  /// Whether it may be shown without asking the server (RFC 9111); a stale one may be shown while it is being asked.
  package var isFresh: Bool
  /// Where redirects led when it was asked for, as the entry says; nil: nowhere.
  package var finalURL: String?

  /// A copy.
  package init(path: String, size: Int, isFresh: Bool, finalURL: String? = nil) {
    self.path = path
    self.size = size
    self.isFresh = isFresh
    self.finalURL = finalURL
  }
}
