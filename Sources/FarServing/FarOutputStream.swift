import Synchronization
import System

/// Standard output, on which threads write whole messages one after the other.
final class FarOutputStream: Sendable {
  private let descriptor: Int32
  private let writing = Mutex(())
  private let hasFailed = Atomic(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the other end still reads.
  var isOpen: Bool { !hasFailed.load(ordering: .relaxed) }

  /// Writes a message; blocks until the other end has taken most of it.
  ///
  /// - Parameter message: called once other messages have been written; nil if nothing is to be written any longer.
  func write(_ message: () -> [UInt8]?) {
    writing.withLock { _ in
      guard isOpen, let bytes = message(), DescriptorBytes.write(bytes, to: descriptor) != nil else { return }
      hasFailed.store(true, ordering: .relaxed)
    }
  }
}
