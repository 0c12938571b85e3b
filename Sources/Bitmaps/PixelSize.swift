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

  /// The size in square pixels: wider if the pixels are wider than high, otherwise higher.
  ///
  /// - Precondition: A side is at most a million, and the aspect ratio within 1/4…4.
  package func squared(pixelAspect: Double) -> PixelSize {
    pixelAspect >= 1
      ? PixelSize(width: Int((Double(width) * pixelAspect).rounded()), height: height)
      : PixelSize(width: width, height: Int((Double(height) / pixelAspect).rounded()))
  }

  /// The bytes that a bitmap of this size takes.
  package var bitmapBytes: Int { width * height * MemoryLayout<SIMD4<UInt16>>.stride }
}
