import Glibc
import System

/// An open folder of the thumbnail cache. Files are accessed relative to it by their bare names, without following
/// links.
struct ThumbnailFolder: ~Copyable {
  private let descriptor: Int32

  /// Opens a folder; nil if it does not exist or does not belong to this user.
  init?(existing path: Path) {
    let opened = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_uid == geteuid() else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  /// Opens a folder. Missing folders of the path are created with mode 0700.
  ///
  /// - Parameters:
  ///   - root: the folder of the cache.
  ///   - folder: the path below the root, separated by slashes.
  init?(making root: Path, _ folder: String) {
    var made = Path([])
    for part in (root.bytes + [Path.slash] + Array(folder.utf8)).split(separator: Path.slash) {
      made = Path(made.bytes + [Path.slash] + part)
      _ = unsafe made.withCString { unsafe mkdir($0, 0o700) }
    }
    self.init(existing: made)
  }

  deinit { close(descriptor) }

  /// The bytes of a regular file; nil if it does not exist, is empty, or has more than `limit` bytes.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    // Opening a planted pipe must not block.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    guard let opened = try? RegularFile(opened: file, limit: limit), opened.count > 0,
      let bytes = try? FileBytes.read(opened, limit: limit), bytes.count == opened.count
    else { return nil }
    return bytes
  }

  /// Writes a file atomically, under a temporary name first (mode 0600). Returns whether that succeeded.
  func write(_ bytes: [UInt8], as name: String) -> Bool {
    let temporary = ".\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let file = unsafe openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let isWritten = unsafe bytes.withUnsafeBytes { unsafe DescriptorBytes.write($0, to: file) } == nil
    // Some file systems report a full disk only here.
    let isClosed = close(file) == 0
    if isWritten, isClosed, unsafe renameat(descriptor, temporary, descriptor, name) == 0 { return true }
    _ = unsafe unlinkat(descriptor, temporary, 0)
    return false
  }
}
