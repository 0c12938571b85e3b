import CGlibc

/// Allocation of memory for pictures.
package enum PictureMemory {
  /// Allocations from this size on are returned to the system as soon as they are freed, in bytes: smaller than any
  /// picture that fills a window, larger than a frame of cells.
  private static let returned: Int32 = 1 << 20
  /// The number of heaps: enough that a decoder seldom waits for the main thread. With one per thread, 200 slides at 80×24 left
  /// 104 MB instead of 58.
  private static let arenas: Int32 = 2

  /// Makes glibc return the memory of freed pictures.
  ///
  /// By default glibc expects freed sizes to be needed again and keeps them, in one heap per thread: after a hundred
  /// animations the carousel held 240 MB, of which 90 MB were in use.
  package static func returnWhenFreed() {
    tui_return_memory_from(returned)
    tui_limit_arenas(arenas)
  }
}
