import Glibc

/// A temporary folder that this process has made, accessible only to its user, and held open.
///
/// It and its files are removed relative to open descriptors, without following links. If a link or another folder has
/// taken its place meanwhile, that one stays untouched.
package final class OwnedFolder: Sendable {
  /// Why a folder cannot be made.
  package enum Failure: Error, Hashable, Sendable {
    /// A system call failed with this error number.
    case system(Int32)
    /// Other users could rename the folder, and put another one in its place.
    case unsafeBase(Path)
  }

  /// The path under which it was made.
  package let path: Path
  /// Its device and inode, which no other folder has while it is open.
  package let device: UInt64
  package let inode: UInt64
  private let name: String
  /// The descriptor of the folder that contains it.
  private let base: Int32
  private let descriptor: Int32

  /// Makes a folder with mode 0700.
  ///
  /// - Throws: `.system(EEXIST)` if the name is taken; `.unsafeBase` if users other than this one and root could rename
  ///   it.
  package init(_ name: String, in base: Path) throws(Failure) {
    let opened = unsafe base.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { throw .system(errno) }
    do throws(Failure) {
      (descriptor, device, inode) = try OwnedFolder.make(name, in: opened, at: base)
    } catch {
      close(opened)
      throw error
    }
    (self.base, self.name, path) = (opened, name, base.appending(name.utf8))
  }

  deinit {
    close(descriptor)
    close(base)
  }

  private static func make(
    _ name: String, in base: Int32, at path: Path
  ) throws(Failure) -> (descriptor: Int32, device: UInt64, inode: UInt64) {
    var status = stat()
    guard unsafe fstat(base, &status) == 0 else { throw .system(errno) }
    guard isSafe(owner: status.st_uid, mode: status.st_mode, user: geteuid()) else { throw .unsafeBase(path) }
    guard unsafe mkdirat(base, name, 0o700) == 0 else { throw .system(errno) }
    let opened = unsafe openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      let number = errno
      _ = unsafe unlinkat(base, name, AT_REMOVEDIR)
      throw .system(number)
    }
    guard unsafe fstat(opened, &status) == 0 else {
      close(opened)
      throw .system(EIO)
    }
    return (opened, UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Whether only this user and root can rename a file of theirs in a folder of this owner and mode: in a folder that
  /// others can write to, the owners of the file and of the folder can if it is sticky, and otherwise everyone.
  package static func isSafe(owner: UInt32, mode: UInt32, user: UInt32) -> Bool {
    // In a container, root outside of it appears as this user (/proc/sys/fs/overflowuid).
    let unmappedRoot: UInt32 = 65_534
    guard owner == user || owner == 0 || owner == unmappedRoot else { return false }
    return mode & (S_IWGRP | S_IWOTH) == 0 || mode & S_ISVTX != 0
  }

  /// Removes the folder with its files; it must not contain folders.
  package func remove() {
    FolderStream.forEachName(in: Path("."), of: descriptor) { name in
      _ = unsafe Path(name).withCString { unsafe unlinkat(descriptor, $0, 0) }
    }
    var status = stat()
    guard unsafe fstatat(base, name, &status, AT_SYMLINK_NOFOLLOW) == 0, UInt64(status.st_dev) == device,
      UInt64(status.st_ino) == inode
    else { return }
    _ = unsafe unlinkat(base, name, AT_REMOVEDIR)
  }

  /// Makes a link in the folder.
  ///
  /// - Throws: `.system`.
  package func link(_ name: String, to target: String) throws(Failure) {
    guard unsafe symlinkat(target, descriptor, name) == 0 else { throw .system(errno) }
  }
}
