import Glibc

/// Memory of many megabytes, which costs the kernel more to hand out page by page than to fill.
package enum LargeMemory {
  /// Asks for large pages where a buffer is large, before its first use; without them, a 10-megapixel picture takes ten
  /// thousand page faults. Only a hint: nothing depends on it.
  ///
  /// - Parameter buffer: Allocated, and not yet used.
  @unsafe
  package static func prepare(_ buffer: UnsafeMutableRawBufferPointer) {
    let page = 4096
    guard buffer.count >= 4 << 20, let start = buffer.baseAddress else { return }
    // Whole pages only: those at the ends are shared with others.
    let offset = Int(bitPattern: start) & (page - 1)
    let skipped = offset == 0 ? 0 : page - offset
    _ = unsafe madvise(start + skipped, (buffer.count - skipped) & ~(page - 1), Int32(MADV_HUGEPAGE))
  }
}
