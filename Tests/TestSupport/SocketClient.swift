import Glibc

/// A client of a Unix socket, which sends any bytes and never blocks. It disconnects with this object.
package final class SocketClient {
  private let descriptor: Int32

  /// Connects; returns nil if nobody listens.
  package init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let isConnected = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends bytes; returns false if not all of them were taken.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Closes this end, and still receives.
  package func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the bytes that have arrived, perhaps none; nil at the connection's end.
  package func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : count < 0 && errno == EAGAIN ? [] : nil
  }
}
