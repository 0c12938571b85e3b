import Foundation

/// A web server on a port of its own that serves an album's files, misbehaves as the query says (see Tools/slow-server.py),
/// and notes what it was asked.
final class WebServer {
  /// Where it is: "http://127.0.0.1:4711".
  let address: String
  private let process = Process()
  private let log = Pipe()

  /// Starts it.
  init(serving folder: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "\(Build.packageFolder)/Tools/slow-server.py", "--port", "0", folder]
    process.standardOutput = log
    try process.run()
    var line: [UInt8] = []
    while line.last != 0x0A, let byte = try log.fileHandleForReading.read(upToCount: 1)?.first { line.append(byte) }
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] == "port" else { throw SystemFailure("slow-server.py") }
    address = "http://127.0.0.1:\(words[1])"
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Ends it; the lines of what it was asked: "200 /1.png".
  func stop() throws -> [String] {
    process.terminate()
    process.waitUntilExit()
    let text = try log.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}
