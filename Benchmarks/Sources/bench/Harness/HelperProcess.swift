import Glibc
import TestSupport

/// A program of `Tools` in a separate process, which ends with this object: `slow-server.py`, a web server on loopback
/// that serves the sample pictures, or `slow-ssh.py`.
final class HelperProcess {
  /// The port on which it listens.
  let port: Int
  private let child: ChildProcess
  private let output: Int32
  private var log: [UInt8] = []

  /// Starts a script, whose first line of output ends with the port.
  ///
  /// - Throws: `TerminalRun.Failure` if it does not begin to listen.
  init(script: String, python: Program, _ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    defer { close(ends[1]) }
    let launch = Launch(
      program: python.path, arguments: [script] + arguments, environment: TerminalRun.environment,
      input: .null, output: .descriptor(ends[1]), error: .null)
    child = try launch.start()
    while !log.contains(0x0A), Self.readMore(of: output, into: &log, milliseconds: 10_000) {}
    guard let port = Self.lines(of: log).first?.split(separator: " ").last.flatMap({ Int($0) }) else {
      close(output)
      throw TerminalRun.Failure("the server did not start")
    }
    self.port = port
  }

  deinit {
    child.send(signal: SIGTERM)
    close(output)
  }

  /// The words of its last line of output.
  var lastLine: [Substring] {
    while Self.readMore(of: output, into: &log, milliseconds: 0) {}
    return Self.lines(of: log).last?.split(separator: " ") ?? []
  }

  /// The URL of a picture in the folder, with a query that controls how it is served.
  func url(of path: String, _ query: String) -> String {
    "http://127.0.0.1:\(port)/\(path.split(separator: "/").last ?? "")?\(query)"
  }

  /// The number of requests answered with a picture so far.
  func served() -> Int {
    while Self.readMore(of: output, into: &log, milliseconds: 0) {}
    return Self.lines(of: log).count { $0.hasPrefix("200 ") }
  }

  private static func lines(of log: [UInt8]) -> [Substring] {
    String(decoding: log, as: UTF8.self).split(separator: "\n")
  }

  private static func readMore(of descriptor: Int32, into log: inout [UInt8], milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    log += buffer[..<count]
    return true
  }
}
