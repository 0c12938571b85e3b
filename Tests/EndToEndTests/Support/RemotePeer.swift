import Foundation
import TestSupport
import Testing

/// A client of a program's socket that sends any bytes, and reads lines.
final class RemotePeer {
  private let client: SocketClient
  private var buffer: [UInt8] = []
  /// Whether the program has closed the connection.
  private(set) var hasEnded = false

  /// Connects; waits until somebody listens.
  init(_ path: String, at location: SourceLocation = #_sourceLocation) throws {
    var client: SocketClient?
    _ = waitUntil {
      client = SocketClient(path)
      return client != nil
    }
    self.client = try #require(client, sourceLocation: location)
  }

  /// Sends a line; returns false if the program takes no more now, or has closed the connection.
  @discardableResult
  func send(_ line: String) -> Bool { send(bytes: Array(line.utf8) + [0x0A]) }

  /// Sends bytes; returns false if not all of them were taken.
  @discardableResult
  func send(bytes: [UInt8]) -> Bool { client.send(bytes) }

  /// Closes this end, and still reads.
  func endInput() { client.endInput() }

  /// Waits for the next line, or nil at the end of the connection.
  ///
  /// - Parameter session: the program, whose output is read meanwhile.
  func line(_ session: TerminalSession, at location: SourceLocation = #_sourceLocation) throws -> [String: Any]? {
    var line: [UInt8]?
    try session.wait(for: "a line from the socket", at: location) {
      readAvailable()
      if let end = buffer.firstIndex(of: 0x0A) {
        line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
      }
      return line != nil || hasEnded
    }
    return try line.map { try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) }
  }

  /// Waits for a line with a field of some value; others are skipped.
  func line(
    _ field: String, _ value: String, _ session: TerminalSession, at location: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    while let line = try line(session, at: location) {
      if line[field] as? String == value { return line }
    }
    throw TerminalSession.GaveUp(what: "\(field) \(value)")
  }

  private func readAvailable() {
    while !hasEnded {
      guard let bytes = client.receive() else { return hasEnded = true }
      if bytes.isEmpty { return }
      buffer += bytes
    }
  }
}
