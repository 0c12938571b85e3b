import Glibc
import TestSupport

/// A web server on its own port that serves an album's files, misbehaves as the query requests (see
/// Tools/slow-server.py), and logs its requests.
final class WebServer {
  /// The server's address: "http://127.0.0.1:4711".
  let address: String
  private let process: ChildProcess
  private let notes: Album

  /// Starts the server.
  init(serving folder: String) throws {
    notes = try Album()
    let file = try notes.write([], as: "log")
    let log = unsafe open(file, O_WRONLY | O_CLOEXEC)
    guard log >= 0 else { throw SystemFailure("open") }
    defer { close(log) }
    process = try Launch(
      program: "/usr/bin/env",
      arguments: ["python3", "\(Build.packageFolder)/Tools/slow-server.py", "--port", "0", folder],
      environment: TerminalSession.environment(), output: .descriptor(log)
    ).start()
    guard waitUntil({ [notes] in notes.text(of: "log")?.contains("\n") == true }) else {
      throw TerminalSession.GaveUp(what: "slow-server.py")
    }
    let words = notes.text(of: "log")?.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count == 2, words[0] == "port" else { throw SystemFailure("slow-server.py") }
    address = "http://127.0.0.1:\(words[1])"
  }

  /// Stops the server; returns its log, one line for each request: "200 /1.png". Each was logged before it was
  /// answered.
  func stop() -> [String] {
    process.send(signal: SIGKILL)
    _ = process.wait()
    return (notes.text(of: "log") ?? "").split(separator: "\n").dropFirst().map { String($0) }
  }
}
