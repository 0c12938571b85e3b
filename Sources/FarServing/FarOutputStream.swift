import Synchronization
import System

/// Standard output, on which threads write whole messages one after the other.
final class FarOutputStream: Sendable {
  private let descriptor: Int32
  private let hasFailed = Mutex(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the other end still reads.
  var isOpen: Bool { hasFailed.withLock { !$0 } }

  /// Writes a message; blocks until the other end has taken most of it.
  func write(_ bytes: [UInt8]) {
    hasFailed.withLock { hasFailed in
      if !hasFailed { hasFailed = DescriptorBytes.write(bytes, to: descriptor) != nil }
    }
  }
}
