import Foundation
import Glibc

/// A web server on a port of its own that serves an album's files, misbehaves as the query says (see Tools/slow-server.py),
/// and notes what it was asked.
final class WebServer {
  /// Where it is: "http://127.0.0.1:4711".
  let address: String
  private let process = Process()
  private let notes: Album

  /// Starts it.
  init(serving folder: String) throws {
    notes = try Album()
    let file = try notes.write([], as: "log")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "\(Build.packageFolder)/Tools/slow-server.py", "--port", "0", folder]
    process.standardOutput = FileHandle(forWritingAtPath: file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let deadline = secondsNow() + TerminalSession.patience
    while notes.text(of: "log")?.contains("\n") != true {
      guard secondsNow() < deadline else { throw TerminalSession.GaveUp(what: "slow-server.py") }
      usleep(5000)
    }
    let words = notes.text(of: "log")?.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count == 2, words[0] == "port" else { throw SystemFailure("slow-server.py") }
    address = "http://127.0.0.1:\(words[1])"
  }

  deinit { end() }

  /// Ends it; the lines of what it was asked: "200 /1.png". Each was noted before it was answered.
  func stop() -> [String] {
    end()
    return (notes.text(of: "log") ?? "").split(separator: "\n").dropFirst().map { String($0) }
  }

  /// Not by a signal that can be blocked: it may have been started by a thread that blocks them all.
  private func end() { kill(process.processIdentifier, SIGKILL) }
}
