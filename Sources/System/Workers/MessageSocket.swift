import CGlibc
import Glibc

/// One end of a connection between processes that keeps messages apart, each with at most one open file. Closed when the
/// last reference goes.
package final class MessageSocket: Sendable {
  /// The largest message in bytes.
  package static let limit = Int(TUI_MESSAGE_BYTES)

  /// A message and the file that came with it.
  package struct Message {
    package let bytes: [UInt8]
    /// An open descriptor that belongs to the receiver; nil if none came.
    package let descriptor: Int32?
  }

  /// The result of waiting for a message.
  package enum Reception {
    case message(Message)
    case timedOut
    /// The other end has been closed, or it has sent too long a message.
    case ended
  }

  private let descriptor: Int32

  /// Takes ownership of a descriptor.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether the other end has been closed.
  package var isEnded: Bool { isReady(0) }

  /// Whether there is a message, or the other end has been closed.
  package var isReadable: Bool { isReady(POLLIN) }

  private func isReady(_ events: Int32) -> Bool {
    var end = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&end, 1, 0) != 0
  }

  /// Sends a message, waiting a second at most. Returns false if the other end has been closed or reads nothing.
  ///
  /// - Parameter file: a descriptor to send with it; it stays open here.
  package func send(_ bytes: [UInt8], file: Int32? = nil) -> Bool {
    unsafe tui_send_message(descriptor, bytes, Int32(bytes.count), file ?? -1, 1000) == 0
  }

  /// Waits for a message.
  ///
  /// - Parameters:
  ///   - milliseconds: the time to wait; nil for no limit.
  ///   - takesFile: whether a file may come with it. Without that, files are dropped.
  package func receive(within milliseconds: Int? = nil, takesFile: Bool = false) -> Reception {
    var (file, result): (Int32, Int32) = (-1, -1)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: MessageSocket.limit) { buffer, count in
      let wait = milliseconds.map { Int32(clamping: $0) } ?? -1
      result =
        takesFile
        ? unsafe tui_receive_message(descriptor, buffer.baseAddress, Int32(MessageSocket.limit), &file, wait)
        : unsafe tui_receive_message(descriptor, buffer.baseAddress, Int32(MessageSocket.limit), nil, wait)
      count = Int(max(0, result))
    }
    if result > 0 { return .message(Message(bytes: bytes, descriptor: file >= 0 ? file : nil)) }
    return result < 0 && errno == ETIMEDOUT ? .timedOut : .ended
  }
}
