import Glibc
import System

/// A folder of the thumbnail cache, open: files are reached through it by their bare names, and no link is followed.
struct ThumbnailFolder: ~Copyable {
  private let descriptor: Int32

  /// Opens a folder that is there and belongs to this user; nil otherwise.
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

  /// Opens a folder, and first makes it and those that it is in, for nobody else (0700).
  ///
  /// - Parameters:
  ///   - root: The cache.
  ///   - folder: Below the root, its parts separated by slashes.
  init?(making root: Path, _ folder: String) {
    var made = Path([])
    for part in (root.bytes + [Path.slash] + Array(folder.utf8)).split(separator: Path.slash) {
      made = Path(made.bytes + [Path.slash] + part)
      _ = unsafe made.withCString { unsafe mkdir($0, 0o700) }
    }
    self.init(existing: made)
  }

  deinit { close(descriptor) }

  /// A regular file's bytes; nil where there is none, or it is longer.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    // A pipe that someone planted must not hold us up.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    guard let opened = try? RegularFile(opened: file, limit: limit), opened.count > 0,
      let bytes = try? FileBytes.read(opened, limit: limit), bytes.count == opened.count
    else { return nil }
    return bytes
  }

  /// Writes a file under another name first (0600), so that nobody sees a part of it. Whether that succeeded.
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
