import CGlibc
import Glibc

/// Memory that a worker fills, of a size that neither side can change.
///
/// It is read and written like a file, never mapped: a reader has its own copy, which the other side cannot change once it
/// has been checked. Content that is read more than once is sealed first. Its memory is freed with it, even if a worker has kept it open.
package final class SharedBuffer: Sendable {
  /// The file to send to the worker.
  package let descriptor: Int32
  /// The size in bytes.
  package let count: Int
  private let isKept: Bool

  /// A buffer of zeros; nil if there is not enough memory.
  ///
  /// - Parameter isKept: whether processes that have opened it may read it when it is released.
  package init?(bytes count: Int, isKept: Bool = false) {
    (self.count, self.isKept) = (count, isKept)
    descriptor = tui_fixed_memory_file(UInt(clamping: count))
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    if !isKept { tui_take_back_memory_file(descriptor, UInt(clamping: count)) }
    Glibc.close(descriptor)
  }

  /// Lets nobody change the content any more, neither through a descriptor nor through a mapping. Returns whether that
  /// succeeded: not if the other side can still write to it.
  package func seal() -> Bool { tui_seal_memory_file(descriptor) == 0 }

  /// Copies its content to memory of `count` bytes. Returns whether that succeeded.
  package func read(into memory: UnsafeMutableRawBufferPointer) -> Bool {
    unsafe memory.count <= count && SharedBuffer.read(into: memory, from: descriptor, at: 0)
  }

  /// Copies bytes of a file from an offset to memory. Returns whether there were enough.
  package static func read(into memory: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int) -> Bool {
    unsafe DescriptorBytes.read(into: memory, from: descriptor, at: offset).count == memory.count
  }

  /// Copies memory to a file that has been received. Returns whether that succeeded.
  ///
  /// - Parameter offset: where it goes in the file.
  package static func write(_ memory: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int = 0) -> Bool {
    unsafe DescriptorBytes.write(memory, to: descriptor, at: offset) == nil
  }

  /// Closes a file that has been received.
  package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}
