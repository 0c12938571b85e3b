import Glibc

/// The cache's folder, open: every file is reached through it by its bare name, and no link is followed, so that nothing
/// that someone plants in it can lead outside.
///
/// Only a folder that belongs to us and that nobody else may write to is opened. The check is made on the open descriptor,
/// so that the folder cannot be exchanged between the check and the use.
struct CacheFolder: ~Copyable {
  /// Why the folder, or a file in it, cannot be used.
  enum Trouble: Error, Hashable {
    /// A system call failed with this error number.
    case system(Int32)
    /// The folder, or the link that leads to it, belongs to another user.
    case foreign
    /// The group or everybody may write to the folder.
    case sharedForWriting

    init(number: Int32) { self = .system(number) }
  }

  /// What there is to know of a file without reading it.
  struct Facts {
    let isFile: Bool
    let size: Int
    /// When it was last used, seconds since 1970: its modification time.
    let used: Double
  }

  /// For the system calls.
  let descriptor: Int32

  /// Opens a folder that is there; nil: it is not, or it must not be used.
  init?(existing path: String) { try? self.init(opening: path) }

  /// Opens a folder that is there, and checks whose it is.
  init(opening path: String) throws(Trouble) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var opened = unsafe Glibc.open(path, flags | O_NOFOLLOW)
    if opened < 0 {
      let number = errno
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { throw .system(number) }
      // A link of our own (or the system's) may lead to the folder, another user's may not.
      guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreign }
      opened = unsafe Glibc.open(path, flags)
      guard opened >= 0 else { throw .system(errno) }
    }
    var status = stat()
    let trouble: Trouble? =
      unsafe fstat(opened, &status) == 0
      ? Self.trouble(owner: status.st_uid, mode: status.st_mode, user: geteuid()) : .system(errno)
    if let trouble {
      close(opened)
      throw trouble
    }
    descriptor = opened
  }

  /// The problem with a folder of some owner and mode, for some user.
  static func trouble(owner: uid_t, mode: mode_t, user: uid_t) -> Trouble? {
    if owner != user { return .foreign }
    return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .sharedForWriting
  }

  /// Opens a folder, and makes it first if it is not there, and those it is in: for nobody else's eyes (0700).
  init(making path: String) throws(Trouble) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if unsafe mkdir(made, 0o700) < 0, errno != EEXIST, errno != EISDIR {
        // A folder on the way that we may not write to, but that is there, is no trouble.
        let number = errno
        guard unsafe access(made, F_OK) == 0 else { throw Trouble(number: number) }
      }
    }
    try self.init(opening: path)
  }

  deinit { close(descriptor) }

  /// Makes a file that is not there yet, for nobody else's eyes (0600), to be written and read.
  func create(_ name: CacheName) throws(Trouble) -> Int32 {
    let file = unsafe openat(descriptor, name.text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file < 0 { throw Trouble(number: errno) }
    return file
  }

  /// Opens a file to be read; nil: it is not there, or no file.
  func open(_ name: CacheName) -> Int32? {
    // A pipe planted under our name must not hold us up.
    let file = unsafe openat(descriptor, name.text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    return file < 0 ? nil : file
  }

  /// What a name stands for; a link stands for itself. nil: nothing.
  func facts(of name: CacheName) -> Facts? {
    var status = stat()
    guard unsafe fstatat(descriptor, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Facts(status)
  }

  /// Says that an entry was used.
  func touch(_ name: CacheName, at moment: Double) {
    let seconds = Int(moment)
    let time = timespec(tv_sec: seconds, tv_nsec: Int((moment - Double(seconds)) * 1e9))
    let times = [time, time]
    _ = unsafe utimensat(descriptor, name.text, times, AT_SYMLINK_NOFOLLOW)
  }

  /// Renames a file atomically, replacing an existing one.
  func rename(_ old: CacheName, to new: CacheName) throws(Trouble) {
    if unsafe renameat(descriptor, old.text, descriptor, new.text) < 0 { throw Trouble(number: errno) }
  }

  /// Removes a file, or a link itself; whether there was one.
  @discardableResult
  func remove(_ name: CacheName) -> Bool { unsafe unlinkat(descriptor, name.text, 0) == 0 }

  /// Waits until the names are on the disk.
  func sync() { fsync(descriptor) }

  /// The names that are ours, in no order.
  func names() -> [CacheName] {
    // The stream closes its descriptor, and needs a separate open for a separate position.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [CacheName] = []
    while let entry = unsafe readdir(stream) {
      let text = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if let name = CacheName(text) { names.append(name) }
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
