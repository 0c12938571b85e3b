import CGlibc

/// Allocation of memory for pictures.
package enum PictureMemory {
  /// Allocations from this size on are returned to the system as soon as they are freed, in bytes: smaller than any
  /// picture that fills a window, larger than a frame of cells.
  private static let returned: Int32 = 1 << 20
  /// The number of heaps: enough that a decoder seldom waits for the main thread. With one per thread, 200 slides at 80×24 left
  /// 104 MB instead of 58.
  private static let arenas: Int32 = 2

  /// As much as decoding an ordinary picture for a window takes, in bytes; less than `returned`.
  private static let usual: Int32 = 640 << 10
  /// The cells of a usual window.
  private static let usualCells = 80 * 24
  /// The bytes of a cell besides its samples, while the local contrast of few colors is raised.
  private static let contrastBytes = 160
  /// The most memory to provide for drawing, in bytes; less than `returned`.
  private static let maxDrawing = 960 << 10

  /// Has the system provide the memory for decoding an ordinary picture now, in one call. A small picture takes more than a hundred page
  /// faults, each of them more than a microsecond.
  package static func prepareDecoding() { tui_fault_in(usual) }

  /// The same for drawing a picture in few colors in a window of 80×24 cells, on the thread that will.
  ///
  /// - Parameter bytesPerCell: The size of a cell's samples.
  package static func prepareDrawing(bytesPerCell: Int) {
    tui_fault_in(Int32(min(usualCells * (bytesPerCell + contrastBytes), maxDrawing)))
  }

  /// Reserves addresses for loading a picture on the calling thread. Otherwise its heap would grow by a page or two at a time, with a system
  /// call for each, during which other threads of the process cannot get memory.
  package static func reserve() { tui_reserve(usual) }

  /// Has the system provide fresh memory in one call rather than page by page.
  package static func provide(_ memory: UnsafeMutableRawBufferPointer) {
    // The memory belongs to the caller, and its content does not change.
    unsafe tui_populate(memory.baseAddress, UInt(memory.count))
  }

  /// Makes glibc return the memory of freed pictures.
  ///
  /// By default glibc expects freed sizes to be needed again and keeps them, in one heap per thread: after a hundred
  /// animations the carousel held 240 MB, of which 90 MB were in use.
  package static func returnWhenFreed() {
    tui_return_memory_from(returned)
    tui_limit_arenas(arenas)
  }
}
