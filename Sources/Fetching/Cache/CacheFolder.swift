import Glibc
import System

/// The cache's folder, opened. Every file is accessed relative to it by its bare name, without following links, so that
/// nothing planted in the folder can redirect an access to the outside.
///
/// The folder must belong to the current user, and nobody else may have write permission. This is checked on the open
/// descriptor, so that the folder cannot be replaced between check and use.
struct CacheFolder: ~Copyable {
  /// Why the folder, or a file in it, cannot be used.
  enum Failure: Error, Hashable {
    /// A system call failed with this error number.
    case system(Int32)
    /// The folder, or the link that leads to it, belongs to another user.
    case foreign
    /// The group or everybody has write permission for the folder.
    case sharedForWriting
  }

  /// The metadata of a file.
  struct Facts {
    let isFile: Bool
    let size: Int
    /// When it was last used, in seconds since 1970: its modification time.
    let used: Double
  }

  /// The folder's descriptor, for system calls such as `openat`.
  let descriptor: Int32

  /// Opens an existing folder; nil if it does not exist or must not be used.
  init?(existing path: String) { try? self.init(opening: path) }

  /// Opens an existing folder, and checks its owner and permissions.
  init(opening path: String) throws(Failure) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var opened = unsafe Glibc.open(path, flags | O_NOFOLLOW)
    if opened < 0 {
      let number = errno
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { throw .system(number) }
      // A link to the folder may belong to the user or to the system, but not to another user.
      guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreign }
      opened = unsafe Glibc.open(path, flags)
      guard opened >= 0 else { throw .system(errno) }
    }
    var status = stat()
    let failure: Failure? =
      unsafe fstat(opened, &status) == 0
      ? Self.failure(owner: status.st_uid, mode: status.st_mode, user: geteuid()) : .system(errno)
    if let failure {
      close(opened)
      throw failure
    }
    descriptor = opened
  }

  /// The problem with a folder of this owner and mode for a user; nil if there is none.
  static func failure(owner: uid_t, mode: mode_t, user: uid_t) -> Failure? {
    if owner != user { return .foreign }
    return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .sharedForWriting
  }

  /// Opens a folder. Missing folders of the path are created with mode 0700.
  init(making path: String) throws(Failure) {
    if let number = Path(path).makeFolders() { throw .system(number) }
    try self.init(opening: path)
  }

  deinit { close(descriptor) }

  /// Creates a file for reading and writing, with mode 0600. Fails if it exists.
  func create(_ name: CacheName) throws(Failure) -> Int32 {
    let file = unsafe openat(descriptor, name.text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file < 0 { throw .system(errno) }
    return file
  }

  /// Opens a file for reading; nil if that fails, for example because it does not exist or is a link.
  func open(_ name: CacheName) -> Int32? {
    // Opening a planted pipe must not block.
    let file = unsafe openat(descriptor, name.text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    return file < 0 ? nil : file
  }

  /// The metadata of a file, or of a link itself; nil if the name does not exist.
  func facts(of name: CacheName) -> Facts? {
    var status = stat()
    guard unsafe fstatat(descriptor, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Facts(status)
  }

  /// Sets a file's modification time, which records its last use.
  func touch(_ name: CacheName, at moment: Double) {
    let seconds = Int(moment)
    let time = timespec(tv_sec: seconds, tv_nsec: Int((moment - Double(seconds)) * 1e9))
    let times = [time, time]
    // By a descriptor: a confined process may set no file's times by its name.
    guard let file = open(name) else { return }
    _ = unsafe futimens(file, times)
    close(file)
  }

  /// Renames a file atomically, replacing an existing one.
  func rename(_ old: CacheName, to new: CacheName) throws(Failure) {
    if unsafe renameat(descriptor, old.text, descriptor, new.text) < 0 { throw .system(errno) }
  }

  /// Removes a file, or a link itself. Returns whether that succeeded.
  @discardableResult
  func remove(_ name: CacheName) -> Bool { unsafe unlinkat(descriptor, name.text, 0) == 0 }

  /// Waits until changes of the folder's names are on the disk.
  func sync() { fsync(descriptor) }

  /// The names of the cache's files, in no particular order.
  func names() -> [CacheName] {
    var names: [CacheName] = []
    FolderStream.forEachName(in: Path("."), of: descriptor) { bytes in
      if let name = CacheName(String(decoding: bytes, as: UTF8.self)) { names.append(name) }
    }
    return names
  }
}

extension CacheFolder.Facts {
  init(_ status: stat) {
    isFile = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    used = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
