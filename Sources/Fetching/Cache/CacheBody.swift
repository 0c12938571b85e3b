import Glibc

/// A body on its way into the cache: a file under a temporary name, locked as long as this object lives, and removed with
/// it unless it was kept. For one thread at a time.
package final class CacheBody {
  /// Bytes so far.
  package private(set) var count = 0
  /// Where it is, absolute.
  package var path: String { "\(folderPath)/\(name.text)" }

  let key: String
  let number: String
  /// The URL's body that this one replaces.
  let former: String?
  private(set) var checksum = Checksum()
  private let folderPath: String
  private let file: Int32
  /// Its name now.
  private var name: CacheName
  private var isKept = false

  init(key: String, folderPath: String, former: String?) throws(CacheFolder.Trouble) {
    self.key = key
    self.former = former
    self.folderPath = folderPath
    number = CacheName.newNumber()
    name = .part(key: key, number: number)
    let folder = try CacheFolder(making: folderPath)
    file = try folder.create(name)
    // Whoever cleans up leaves alone what is locked; the lock goes with the process.
    flock(file, LOCK_EX | LOCK_NB)
  }

  deinit {
    if !isKept, let folder = CacheFolder(existing: folderPath) { folder.remove(name) }
    close(file)
  }

  /// Writes further bytes.
  ///
  /// - Throws: a `FetchFailure` of kind `disk`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe write(file, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw FetchFailure(disk: errno)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    unsafe checksum.add(bytes)
    count += bytes.count
  }

  /// Puts it under the name of a whole body, on the disk. It is nobody's until an entry names it.
  func keep(in folder: borrowing CacheFolder) throws(CacheFolder.Trouble) {
    if fsync(file) < 0 { throw CacheFolder.Trouble(number: errno) }
    let body = CacheName.body(key: key, number: number)
    try folder.rename(name, to: body)
    name = body
  }

  /// Says that an entry names it: it outlives this object.
  func belongsToEntry() { isKept = true }
}

extension FetchFailure {
  /// The cache could not be written.
  init(disk number: Int32) {
    let words: String
    switch number {
    case ENOSPC, EDQUOT: words = "no space left for the cache"
    case EACCES, EPERM, EROFS: words = "the cache folder cannot be written"
    default: words = "the cache folder cannot be used (error \(number))"
    }
    self.init(.disk, words, mayPass: false)
  }
}
