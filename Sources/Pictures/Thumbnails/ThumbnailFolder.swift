import Glibc
import System

/// An open folder of the thumbnail cache. Files are accessed relative to it by their bare names, without following
/// links.
///
/// The cache's folder and those in it must belong to this user, nobody else may have write permission, and none may be a
/// link, which could lead to any other folder of the user's. This is checked on the open descriptors.
struct ThumbnailFolder: ~Copyable {
  private let descriptor: Int32

  /// Opens a folder; nil if it does not exist or must not be used.
  ///
  /// - Parameters:
  ///   - root: the folder of the cache.
  ///   - folder: the path below the root, separated by slashes.
  init?(existing root: Path, _ folder: String) { self.init(root, folder, makes: false) }

  /// Opens a folder. Missing folders of the path are created with mode 0700.
  init?(making root: Path, _ folder: String) {
    _ = root.makeFolders()
    self.init(root, folder, makes: true)
  }

  private init?(_ root: Path, _ folder: String, makes: Bool) {
    guard var opened = ThumbnailFolder.open(root, in: AT_FDCWD) else { return nil }
    for part in folder.split(separator: "/").map({ Path(String($0)) }) {
      if makes { _ = unsafe part.withCString { unsafe mkdirat(opened, $0, 0o700) } }
      let next = ThumbnailFolder.open(part, in: opened)
      close(opened)
      guard let next else { return nil }
      opened = next
    }
    descriptor = opened
  }

  private static func open(_ path: Path, in folder: Int32) -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = unsafe path.withCString { unsafe openat(folder, $0, flags) }
    guard opened >= 0 else { return nil }
    guard isOurs(opened) else {
      close(opened)
      return nil
    }
    return opened
  }

  /// Whether a file or folder belongs to this user, and nobody else may write to it.
  private static func isOurs(_ opened: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(opened, &status) == 0 && status.st_uid == geteuid() && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  deinit { close(descriptor) }

  /// The bytes of a regular file; nil if it does not exist, is empty, has more than `limit` bytes, or if another user
  /// could have written them.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    // Opening a planted pipe must not block.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    guard ThumbnailFolder.isOurs(file) else {
      close(file)
      return nil
    }
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
