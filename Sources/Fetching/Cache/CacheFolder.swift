import Glibc

/// The cache's folder, open: every file is reached through it by its bare name, and no link is followed, so that nothing
/// that someone plants in it can lead outside.
struct CacheFolder: ~Copyable {
  /// A system call's error number.
  struct Trouble: Error, Hashable { let number: Int32 }

  /// What there is to know of a file without reading it.
  struct Facts {
    let isFile: Bool
    let size: Int
    /// When it was last used, seconds since 1970: its modification time.
    let used: Double
  }

  /// For the system calls.
  let descriptor: Int32

  /// Opens a folder that is there; nil: it is not.
  init?(existing path: String) {
    let opened = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
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
    let opened = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw Trouble(number: errno) }
    descriptor = opened
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

  /// Gives a file another name, in one step, over whatever had it.
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
    // The stream closes its descriptor, and has a place of its own only if it is opened anew.
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
