import CGlibc
import Glibc
import System

/// The address of a socket in the file system.
struct UnixAddress {
  private var address = sockaddr_un()

  /// The longest path in bytes; one more is for the NUL.
  static var maximumLength: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// - Throws: `.pathTooLong`.
  init(_ path: Path) throws(RemoteSocketError) {
    guard !path.bytes.isEmpty, path.bytes.count <= UnixAddress.maximumLength else { throw .pathTooLong }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.bytes) }
  }

  /// Calls `body` with the address as system calls take it.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// System calls on stream sockets.
package enum UnixSocket {
  /// A new socket that does not block.
  static func make() throws(RemoteSocketError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .system(errno) }
    return descriptor
  }

  /// A connection to the program that listens at a path.
  static func connect(to path: Path) throws(RemoteSocketError) -> Int32 {
    let address = try UnixAddress(path)
    let descriptor = try make()
    guard unsafe address.withPointer({ unsafe Glibc.connect(descriptor, $0, $1) }) != 0 else { return descriptor }
    let number = errno
    close(descriptor)
    switch number {
    case ECONNREFUSED, ENOENT, ENOTDIR: throw .nobodyListens
    // The program has stopped, or is connected to by too many.
    case EAGAIN: throw .noAnswer
    default: throw .system(number)
    }
  }

  /// Whether the process at the other end belongs to this user.
  package static func isOwn(_ descriptor: Int32) -> Bool { tui_peer_is_user(descriptor) != 0 }

  /// The result of reading or writing without waiting.
  package enum Transfer: Hashable, Sendable {
    /// Bytes were transferred.
    case bytes(Int)
    /// Nothing can be transferred now.
    case wait
    /// The other end is closed, or the connection has failed.
    case ended
  }

  /// Writes as much as the socket accepts.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Transfer {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN || errno == EINTR ? .wait : .ended
  }

  /// Reads up to 16 KiB.
  package static func read(from descriptor: Int32, into bytes: inout [UInt8]) -> Transfer {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if count > 0 {
      bytes += buffer[..<count]
      return .bytes(count)
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wait : .ended
  }
}
