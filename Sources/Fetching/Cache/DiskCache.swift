import Glibc
import System

/// The downloads on disk, with one entry per full URL.
///
/// An entry consists of two files: a body, which never changes once it has its final name, and a small file with the
/// number of the body, its URL and its freshness. Each is written under a temporary name, synced and renamed, the small
/// file last; its rename creates or replaces the entry. Several processes may therefore share a folder and may be
/// killed at any time: bodies that are served are always complete. Any file may be deleted at any time.
///
/// An entry's modification time is its last use. Times are in seconds since 1970.
package struct DiskCache: Hashable, Sendable {
  /// The limits of the cache.
  package struct Limits: Hashable, Sendable {
    /// The total size in bytes; beyond it, the least recently used entries are deleted.
    package var bytes = 512 << 20
    /// Seconds after which an unused entry is deleted.
    package var unused = 7.0 * 24 * 3_600

    /// Limits of 512 MiB and 7 days.
    package init() {}
  }

  /// The absolute path of the folder. It is created by the first write.
  package let folder: String
  package let limits: Limits
  /// The absolute path of a folder elsewhere for bodies that the cache folder cannot store, created by the first of
  /// them. These are not kept. Nil for none: such a body then fails.
  package let spare: String?

  /// Seconds since 1970.
  package static var wallClock: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A cache in a folder, which may not exist yet.
  package init(folder: String, limits: Limits = Limits(), spare: String? = nil) {
    self.folder = Path(folder).absolute.text
    self.limits = limits
    self.spare = spare.map { Path($0).absolute.text }
  }

  /// The copy of a URL; nil if there is none. An incomplete copy is deleted.
  ///
  /// Updates the time of its last use. Reads one small file and, if requested, the body: CRC-32 is faster than copying
  /// memory (64 MB are read and summed in about 40 ms, a photo in less than one), and the body is then in the page
  /// cache for the decoder.
  ///
  /// - Parameter readsBody: whether to verify the body's checksum. Otherwise only its size is compared, so that only
  ///   one small file is read, for threads that must not block.
  package func lookup(_ url: String, now: Double, readsBody: Bool = true) -> CachedCopy? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    let key = CacheName.key(of: url)
    let name = CacheName.entry(key: key)
    guard let entry = wholeEntry(url, in: folder, readsBody: readsBody) else { return nil }
    // Frequent lookups must not cause frequent writes.
    if let used = folder.facts(of: name)?.used, abs(now - used) > 1 { folder.touch(name, at: now) }
    return copy(of: entry, key: key, at: now)
  }

  /// What begins the text under which the first bytes of a URL's body are kept, so that they are never taken for the whole.
  package static let headMark = "head:"

  /// The number of a URL's current body; nil if there is none.
  package func bodyNumber(of url: String) -> String? {
    guard let folder = CacheFolder(existing: folder) else { return nil }
    return entry(of: url, in: folder)?.number
  }

  /// Creates a body to be written for a URL.
  ///
  /// - Parameter former: the number of the body to replace, as of the time of the request; if omitted, the current one.
  /// - Throws: a `FetchFailure` of kind `disk`.
  package func newBody(for url: String, replacing former: String?? = nil) throws(FetchFailure) -> CacheBody {
    do {
      return try CacheBody(
        key: CacheName.key(of: url), folderPath: folder, spare: spare, former: former ?? bodyNumber(of: url))
    } catch {
      throw FetchFailure(disk: error)
    }
  }

  /// Makes a complete body the URL's entry, replacing the previous one. A body in the spare folder cannot be kept.
  ///
  /// - Parameters:
  ///   - requested: when the request was sent, in seconds since 1970.
  ///   - received: when the response began.
  /// - Throws: a `FetchFailure` of kind `disk`.
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
      // A body stored since the request belongs to another process, which is about to read it. A later sweep removes
      // it.
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

  // MARK: - Revalidation of a stale copy

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

  // MARK: - The folder must be our own, and nobody else may have write permission

  /// Why the folder must not be used, as a sentence that names it; nil if it can be used or does not exist yet.
  package var refusal: String? {
    do throws(CacheFolder.Failure) {
      _ = try CacheFolder(opening: folder)
      return nil
    } catch {
      switch error {
      case .foreign: return "\(folder) belongs to another user; use a folder of your own"
      case .sharedForWriting: return "other users can write to \(folder); run chmod go-w, or use another folder"
      case .system: return nil
      }
    }
  }

  /// Creates the folder if it does not exist. Errors are met again by those who use it.
  package func make() { _ = try? CacheFolder(making: folder) }

  /// Creates the folder of this run atomically, with mode 0700.
  ///
  /// - Returns: false if it cannot be created. An existing folder is accepted only if it passes the checks.
  @discardableResult
  package func makeForThisRun() -> Bool {
    if unsafe mkdir(folder, 0o700) == 0 { return true }
    return CacheFolder(existing: folder) != nil
  }

  // MARK: - The default locations of the cache

  /// `$XDG_CACHE_HOME/tui` if that is absolute, as the XDG Base Directory Specification requires, otherwise
  /// `~/.cache/tui`. Nil if neither variable has an absolute path.
  package static func standardFolder(environment: [String: String]) -> String? {
    BaseFolders.path("XDG_CACHE_HOME", orBelowHome: ".cache", environment).map { $0 + "/tui" }
  }

  /// Whether downloads can be stored in a folder, given by its absolute path: it is writable, or can be created.
  package static func canKeep(in folder: String) -> Bool {
    var path = folder
    while unsafe access(path, F_OK) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return unsafe access("/", W_OK) == 0 }
      path = String(path[..<slash])
    }
    return isWritable(path)
  }

  /// A writable folder for bodies that the cache cannot store: in memory if possible (`$XDG_RUNTIME_DIR` of the XDG
  /// Base Directory Specification, or `/dev/shm`), otherwise the temporary folder (`$TMPDIR` or `/tmp`). Nil if there
  /// is none.
  package static func spareBase(environment: [String: String]) -> String? {
    let bases = [environment["XDG_RUNTIME_DIR"], "/dev/shm", environment["TMPDIR"], "/tmp"].compactMap(\.self)
    return bases.first { $0.hasPrefix("/") && isWritable($0) }
  }

  private static func isWritable(_ folder: String) -> Bool {
    unsafe PathKind(of: Path(folder)) == .folder && access(folder, W_OK | X_OK) == 0
  }
}

/// The cached copy of a URL.
package struct CachedCopy: Hashable, Sendable {
  /// The absolute path of the complete body. The file may be deleted at any time; then there is no copy.
  package var path: String
  /// The size of the body in bytes.
  package var size: Int
  /// Whether it may be shown without revalidation (RFC 9111). A stale copy may be shown during revalidation.
  package var isFresh: Bool
  /// The URL after redirects, as stored in the entry; nil if there were none.
  package var finalURL: String?
}
