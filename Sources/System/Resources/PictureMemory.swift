import CGlibc

/// Memory of the size of pictures.
package enum PictureMemory {
  /// From here on memory is returned to the system as soon as it is freed, in bytes: less than any picture that fills a window, and
  /// more than a frame of cells.
  private static let returned: Int32 = 1 << 20

  /// Has glibc keep no memory of pictures that are gone.
  ///
  /// By itself it takes sizes that were freed once for ones that come again, and keeps them, in a heap for each thread: after a
  /// hundred animations the carousel held 240 MB, of which 90 were in use.
  package static func returnWhenFreed() { tui_return_memory_from(returned) }
}
