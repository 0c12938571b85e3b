import Foundation
import Glibc
import RemoteControl
import System
import TestSupport
import Testing

@Suite("Sockets of programs")
struct ListenerTests {
  private let folder = TestFolder()
  private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }
  private var path: Path { Path("\(folder.path)/s") }

  private func listener(at path: Path? = nil) throws(RemoteSocketError) -> RemoteListener {
    try RemoteListener(at: path ?? self.path, environment: environment)
  }

  private func error(at path: Path? = nil) -> RemoteSocketError? {
    do throws(RemoteSocketError) {
      _ = try listener(at: path)
      return nil
    } catch { return error }
  }

  private func exists(_ path: Path) -> Bool { FileManager.default.fileExists(atPath: path.text) }

  @Test func `only the user can connect to the socket, whatever the umask`() throws {
    let before = umask(0)
    defer { umask(before) }
    let listener = try listener()
    var status = stat()
    unsafe expect(lstat(path.text, &status), equals: 0)
    expect(status.st_mode, equals: S_IFSOCK | 0o600)
    expect(status.st_uid, equals: geteuid())
    listener.remove()
  }

  @Test func `the socket is removed at the end, but not another file in its place`() throws {
    let listener = try listener()
    listener.remove()
    #expect(!exists(path))
    let second = try self.listener()
    unsafe expect(unlink(path.text), equals: 0)
    try Data("mine".utf8).write(to: URL(filePath: path.text))
    second.remove()
    #expect(exists(path))
  }

  @Test func `a socket on which nobody listens any more is replaced`() throws {
    do { _ = try listener() }
    #expect(exists(path))
    let listener = try listener()
    let client = try connect()
    #expect(try listener.accept() != nil)
    close(client)
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["s"])
  }

  @Test func `a socket on which a program listens stays`() throws {
    let first = try listener()
    expect(error(), equals: .inUse)
    close(try connect())
    // Whoever looked whether somebody listens, and this client.
    #expect(try first.accept() != nil)
    #expect(try first.accept() != nil)
  }

  @Test func `files, folders and links are never replaced`() throws {
    try Data("mine".utf8).write(to: URL(filePath: path.text))
    expect(error(), equals: .notASocket)
    try expect(String(contentsOfFile: path.text, encoding: .utf8), equals: "mine")
    expect(error(at: Path(folder.path)), equals: .notASocket)
    unsafe expect(symlink("s2", "\(folder.path)/link"), equals: 0)
    do { _ = try listener(at: Path("\(folder.path)/s2")) }
    expect(error(at: Path("\(folder.path)/link")), equals: .notASocket)
  }

  @Test func `a folder in which others can replace files is refused, unless it is sticky`() throws {
    unsafe expect(chmod(folder.path, 0o777), equals: 0)
    expect(error(), equals: .unsafeFolder(Path(folder.path).absolute))
    unsafe expect(chmod(folder.path, 0o720), equals: 0)
    expect(error(), equals: .unsafeFolder(Path(folder.path).absolute))
    unsafe expect(chmod(folder.path, 0o1777), equals: 0)
    expect(error(), equals: nil)
  }

  @Test func `the folder of names is made for the user alone, and no other folder is made`() throws {
    let named = try #require(RemoteAddress.path(of: Array("left".utf8), environment: environment))
    expect(named, equals: Path("\(folder.path)/tui/left"))
    _ = try listener(at: named)
    var status = stat()
    #expect(unsafe stat("\(folder.path)/tui", &status) == 0 && status.st_mode & 0o777 == 0o700)
    expect(error(at: Path("\(folder.path)/other/left")), equals: .system(ENOENT))
  }

  @Test func `a name is one in the folder, a path is itself, and auto is the process ID`() {
    func path(_ socket: String) -> String? {
      RemoteAddress.path(of: Array(socket.utf8), environment: ["XDG_RUNTIME_DIR": "/run/user/1"], process: 42)?.text
    }
    expect(path("left"), equals: "/run/user/1/tui/left")
    expect(path("auto"), equals: "/run/user/1/tui/42")
    expect(path("./left"), equals: "./left")
    expect(path("/tmp/left"), equals: "/tmp/left")
    #expect(["", ".", ".."].allSatisfy { path($0) == nil })
    for value in [nil, "relative"] {
      let folder = RemoteAddress.folder(environment: value.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
      expect(folder, equals: Path("/tmp/tui-\(geteuid())"))
    }
  }

  @Test func `the newest socket comes first, and other files are no sockets`() throws {
    for name in ["a", "b", "c"] {
      do { _ = try listener(at: Path("\(folder.path)/tui/\(name)")) }
      // Times of files have the clock's coarse resolution.
      var times = [timespec(tv_sec: name == "b" ? 2_000 : 1_000, tv_nsec: name == "c" ? 5 : 0)]
      times.append(times[0])
      unsafe expect(utimensat(AT_FDCWD, "\(folder.path)/tui/\(name)", times, 0), equals: 0)
    }
    try Data().write(to: URL(filePath: "\(folder.path)/tui/file"))
    #expect(
      RemoteAddress.sockets(environment: environment).map { String(decoding: $0.name, as: UTF8.self) } == [
        "b", "c", "a",
      ])
  }

  @Test func `a path that is too long for a socket is refused`() {
    expect(error(at: Path("\(folder.path)/\(String(repeating: "x", count: 108))")), equals: .pathTooLong)
  }

  @Test func `a client finds nobody where there is no socket or only one that was left`() throws {
    func error() -> RemoteSocketError? {
      do throws(RemoteSocketError) {
        _ = try RemoteClient(to: path, within: .seconds(1))
        return nil
      } catch { return error }
    }
    expect(error(), equals: .nobodyListens)
    do { _ = try listener() }
    expect(error(), equals: .nobodyListens)
  }

  @Test func `a program that does not answer costs a client the limit`() throws {
    let listener = try listener()
    #expect(throws: RemoteSocketError.noAnswer) { try RemoteClient(to: path, within: .milliseconds(20)) }
    _ = listener
  }

  /// A connection to the socket.
  private func connect() throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.bytes) }
    let result = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }
}

/// A folder that is removed with its last reference.
final class TestFolder: Sendable {
  let path: String

  init() {
    var template = Array(FileManager.default.temporaryDirectory.appending(path: "tui-remote-XXXXXX").path.utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    path = made ?? ""
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Path {
  /// The path as text.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
