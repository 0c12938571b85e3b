import Foundation
import Glibc
import TestSupport
import Testing

/// A client of a program's socket that sends any bytes, and reads lines.
final class RemotePeer {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the program has closed the connection.
  private(set) var hasEnded = false

  /// Connects; waits until somebody listens.
  init(_ path: String, at location: SourceLocation = #_sourceLocation) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let isConnected = waitUntil {
      unsafe withUnsafePointer(to: address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }
    try #require(isConnected, sourceLocation: location)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Sends a line; returns false if the program takes no more now, or has closed the connection.
  @discardableResult
  func send(_ line: String) -> Bool { send(bytes: Array(line.utf8) + [0x0A]) }

  /// Sends bytes; returns false if not all of them were taken.
  @discardableResult
  func send(bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      == bytes.count
  }

  /// Closes this end, and still reads.
  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

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
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while !hasEnded {
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        buffer += bytes[..<count]
      } else if count == 0 || errno != EAGAIN {
        hasEnded = true
      } else {
        return
      }
    }
  }
}
