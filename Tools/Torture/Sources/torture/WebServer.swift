import CProcess
import Foundation

/// A local web server that answers every request with one picture.
final class WebServer: Sendable {
  let port: UInt16
  private let descriptor: Int32

  /// Starts to serve a file on a separate thread.
  init(file: String) throws {
    let picture = try Data(contentsOf: URL(fileURLWithPath: file))
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = descriptor
    let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isReady else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n"
    let reply = Array((head + "Connection: close\r\n\r\n").utf8) + picture
    Thread.detachNewThread { Self.serve(listener, reply) }
  }

  private static func serve(_ listener: Int32, _ reply: [UInt8]) {
    while true {
      let client = torture_accept(listener)
      guard client >= 0 else { continue }
      // Do not wait for a client that was killed.
      var limit = timeval(tv_sec: 2, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        unsafe setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      var request = [UInt8](repeating: 0, count: 4096)
      _ = unsafe read(client, &request, request.count)
      var rest = reply[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(client, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(client)
    }
  }
}
