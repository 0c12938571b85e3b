import Glibc
package import System

/// Where programs listen: by default in a folder of the user's, so that clients find them.
package enum RemoteAddress {
  /// The value of `--listen` that names the socket after the process.
  package static let automatic = Array("auto".utf8)

  /// The folder of sockets that are given as names: `$XDG_RUNTIME_DIR/tui`, or `/tmp/tui-UID` without that variable.
  package static func folder(environment: [String: String]) -> Path {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return Path("\(runtime)/tui") }
    return Path("/tmp/tui-\(geteuid())")
  }

  /// The path of a socket: a value with a slash is a path; any other is a name in the folder.
  ///
  /// - Returns: nil for the names "", "." and "..".
  package static func path(of socket: [UInt8], environment: [String: String], process: Int32 = getpid()) -> Path? {
    if socket.contains(Path.slash) { return Path(socket) }
    if socket.isEmpty || socket == Array(".".utf8) || socket == Array("..".utf8) { return nil }
    let name = socket == automatic ? Array("\(process)".utf8) : socket
    return folder(environment: environment).appending(name)
  }

  /// The sockets in the folder, the newest first. Some may be left over from programs that were killed.
  package static func sockets(environment: [String: String]) -> [Path] {
    let folder = folder(environment: environment)
    var found: [(path: Path, seconds: Int, nanoseconds: Int)] = []
    FolderStream.forEachName(in: folder) { name in
      let path = folder.appending(name)
      var status = stat()
      guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFSOCK,
        status.st_uid == geteuid()
      else { return }
      found.append((path, status.st_mtim.tv_sec, status.st_mtim.tv_nsec))
    }
    return found.sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }.map(\.path)
  }
}
