import CGlibc
import Glibc
import TestSupport
import Testing

/// A listening socket on a free port of the loopback interface.
final class Listener: Sendable {
  let port: Int
  private let socket: Int32

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(socket >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, size) == 0 && listen(socket, 64) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    try #require(isBound)
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }

  /// Waits for the next connection; returns nil if there will be no more.
  func accept() -> Connection? {
    while true {
      let descriptor = Glibc.accept(socket, nil, nil)
      if descriptor >= 0 {
        // Programs that a test starts must not inherit the connection.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return Connection(descriptor)
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }
}

/// The server's end of a connection, which is closed with this object.
final class Connection: Sendable {
  private let socket: Int32

  fileprivate init(_ socket: Int32) {
    self.socket = socket
    // A client that hangs ends the test.
    var limit = timeval(tv_sec: Int(waitingLimit), tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(socket) }

  /// Waits for a request; returns nil if the client has closed the connection or sent something else.
  func readHead() -> RequestHead? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      // Reads single bytes so that nothing after the head is consumed.
      var byte: UInt8 = 0
      let count = unsafe recv(socket, &byte, 1, 0)
      if count < 0, errno == EINTR { continue }
      guard count == 1, bytes.count < 65_536 else { return nil }
      bytes.append(byte)
    }
    return RequestHead(String(decoding: bytes, as: UTF8.self))
  }

  /// Sends bytes; returns whether all of them could be sent.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Waits until a gate is open; returns false if the client closes the connection first, or after two minutes.
  func wait(for gate: Gate) -> Bool {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    guard unsafe tui_pipe(&reading, &writing) == 0 else { return false }
    let (writingEnd, readingEnd) = (writing, reading)
    defer { close(readingEnd) }
    // Closing the writing end wakes up the reading end.
    gate.pass { close(writingEnd) }
    while true {
      // A client that waits for an answer sends nothing, so a readable socket is one that has been closed.
      var waiting = [
        pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&waiting, 2, Int32(waitingLimit * 1000))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      return waiting[0].revents != 0
    }
  }
}
