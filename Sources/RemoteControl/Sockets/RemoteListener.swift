import CGlibc
import Glibc
package import System

/// A socket on which a program accepts clients of its user, and which it removes at its end.
package final class RemoteListener: Sendable {
  package let path: Path
  /// The listening socket.
  package let descriptor: Int32
  private let file: FileIdentity

  /// Identifies a file as long as it exists.
  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }

  /// Makes a socket with mode 0600 and listens on it. A socket that a killed program has left is replaced.
  ///
  /// The folder must be one in which other users can replace no files. If its name is that of `RemoteAddress.folder`, it
  /// is made if it is missing.
  package init(at path: Path, environment: [String: String]) throws(RemoteSocketError) {
    let path = path.absolute
    let address = try UnixAddress(path)
    if path.folder == RemoteAddress.folder(environment: environment).absolute {
      // It may exist. If it cannot be made, the check reports why.
      _ = unsafe path.folder.withCString { unsafe mkdir($0, 0o700) }
    }
    try RemoteListener.check(path.folder)
    try RemoteListener.removeStale(path)
    let descriptor = try UnixSocket.make()
    do throws(RemoteSocketError) {
      // Linux gives the file the socket's mode, so that it never has another one.
      guard fchmod(descriptor, 0o600) == 0 else { throw .system(errno) }
      guard unsafe address.withPointer({ unsafe bind(descriptor, $0, $1) }) == 0 else {
        throw errno == EADDRINUSE ? .inUse : .system(errno)
      }
      var status = stat()
      guard listen(descriptor, 16) == 0, unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else {
        throw .system(errno)
      }
      file = FileIdentity(status)
    } catch {
      close(descriptor)
      throw error
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Accepts the next client.
  ///
  /// - Returns: a descriptor that does not block, and belongs to the caller; nil if no client waits.
  /// - Throws: `.otherUser` if the client was of another user, and has been disconnected; `.system`.
  package func accept() throws(RemoteSocketError) -> Int32? {
    let client = tui_accept(descriptor)
    guard client >= 0 else {
      switch errno {
      // ECONNABORTED: the client is gone already.
      case EAGAIN, EINTR, ECONNABORTED: return nil
      default: throw .system(errno)
      }
    }
    guard UnixSocket.isOwn(client) else {
      close(client)
      throw .otherUser
    }
    return client
  }

  /// Removes the socket's file, unless another one is in its place.
  package func remove() {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, FileIdentity(status) == file else { return }
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  // MARK: - What may be in the way

  private static func check(_ folder: Path) throws(RemoteSocketError) {
    var status = stat()
    guard unsafe folder.withCString({ unsafe stat($0, &status) }) == 0 else { throw .system(errno) }
    guard OwnedFolder.isSafe(owner: status.st_uid, mode: status.st_mode, user: geteuid()) else {
      throw .unsafeFolder(folder)
    }
  }

  /// Removes a socket of this user's on which nobody listens. Anything else stays, and is an error.
  private static func removeStale(_ path: Path) throws(RemoteSocketError) {
    guard try isStale(path) else { return }
    // Another program may be doing the same, and listen there by now: what has been moved aside is checked again.
    let aside = path.renamed(to: Array(".tui-stale-\(getpid())".utf8))
    guard unsafe path.withCString({ old in unsafe aside.withCString { unsafe rename(old, $0) } }) == 0 else {
      if errno == ENOENT { return }
      throw .system(errno)
    }
    if try isStale(aside) {
      _ = unsafe aside.withCString { unsafe unlink($0) }
    } else {
      _ = unsafe aside.withCString { moved in unsafe path.withCString { unsafe link(moved, $0) } }
      _ = unsafe aside.withCString { unsafe unlink($0) }
      throw .inUse
    }
  }

  /// Whether nobody listens on the socket at a path; false if there is nothing.
  ///
  /// - Throws: if the path is in use in any other way.
  private static func isStale(_ path: Path) throws(RemoteSocketError) -> Bool {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else {
      if errno == ENOENT { return false }
      throw .system(errno)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    guard status.st_uid == geteuid() else { throw .otherUser }
    do throws(RemoteSocketError) {
      close(try UnixSocket.connect(to: path))
    } catch {
      switch error {
      case .nobodyListens: return true
      case .noAnswer: throw .inUse
      case .pathTooLong, .inUse, .notASocket, .otherUser, .unsafeFolder, .unknownProtocol, .refused, .system:
        throw error
      }
    }
    throw .inUse
  }
}
