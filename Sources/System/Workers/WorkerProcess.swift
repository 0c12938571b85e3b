import CGlibc
import Synchronization

/// A process without privileges. It ends when the last reference goes.
package final class WorkerProcess: Sendable {
  /// The number of threads that may compute at a time.
  package static let threads = 2

  /// Whether it can read archives.
  package let readsArchives: Bool
  private let socket: MessageSocket
  private let zygote: WorkerZygote
  /// The number of its process, its first message; nil until that has been received.
  private let process = Mutex<Int32?>(nil)

  /// - Parameter socket: The end of its socket that this process keeps.
  init(_ socket: MessageSocket, readsArchives: Bool, zygote: WorkerZygote) {
    (self.socket, self.readsArchives, self.zygote) = (socket, readsArchives, zygote)
  }

  /// Whether it is known to have begun.
  package var hasBegun: Bool { process.withLock { $0 != nil } }

  /// Whether it has ended.
  package var hasEnded: Bool { socket.isEnded }

  /// Sends a message that has no answer, as `MessageSocket.send` does. It waits there until the worker has begun.
  package func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

  /// Sends a message that has an answer.
  ///
  /// - Parameter time: how long the worker may compute until then, in each of its threads.
  /// - Returns: false if it has ended, or has sent a message that it was not asked for.
  package func request(_ bytes: [UInt8], file: Int32?, time: Duration) -> Bool {
    guard !hasBegun || !socket.isReadable else { return false }
    allow(seconds: WorkerProcess.threads * Int(time.components.seconds))
    return socket.send(bytes, file: file)
  }

  /// Waits for an answer, after which the worker may compute for a second.
  package func receive(within milliseconds: Int) -> MessageSocket.Reception {
    var reception = socket.receive(within: milliseconds)
    if !hasBegun, case .message(let message) = reception {
      guard message.bytes.count == MemoryLayout<Int32>.size else { return .ended }
      // As many bytes as the number has.
      process.withLock { $0 = unsafe message.bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int32.self) } }
      reception = socket.receive(within: milliseconds)
    }
    if case .message = reception { allow(seconds: 0) }
    return reception
  }

  private func allow(seconds: Int) {
    // Its number is its own at least until its end of the socket has been closed.
    guard let process = process.withLock(\.self), !socket.isEnded else { return }
    tui_allow_processor_time(process, UInt32(clamping: seconds))
  }

  /// Ends it at once, whatever it is doing.
  package func kill() {
    // Without its number, it could be told apart from no other process.
    if !hasBegun { _ = receive(within: 1000) }
    if let process = process.withLock(\.self) { zygote.kill(process) }
  }
}
