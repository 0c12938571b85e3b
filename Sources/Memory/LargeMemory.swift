import Glibc

/// Large buffers, for which page faults would cost more than filling them.
package enum LargeMemory {
  /// Requests huge pages for a large buffer before its first use; without them, a 10-megapixel picture takes ten
  /// thousand page faults. Only a hint: nothing depends on it.
  ///
  /// - Parameter buffer: An allocated buffer that has not been used yet.
  @unsafe
  package static func prepare(_ buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count >= 4 << 20 else { return }
    unsafe advise(buffer, Int32(MADV_HUGEPAGE))
  }

  private static func advise(_ buffer: UnsafeMutableRawBufferPointer, _ advice: Int32) {
    let page = 4096
    guard let start = buffer.baseAddress else { return }
    // Whole pages only: the pages at the ends may be shared with other allocations.
    let offset = Int(bitPattern: start) & (page - 1)
    let skipped = offset == 0 ? 0 : page - offset
    _ = unsafe madvise(start + skipped, (buffer.count - skipped) & ~(page - 1), advice)
  }
}
