/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The bytes that a bitmap of this size takes.
  package var bitmapBytes: Int { width * height * MemoryLayout<SIMD4<UInt16>>.stride }
}
