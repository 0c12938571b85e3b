/// A picture ready to be drawn: linear-light, premultiplied RGBA, 16 bits a channel, row-major from the top left.
///
/// Linear light because scaling, blending and composing over a background are sums of light; 16 bits because that is
/// enough for every 8-bit sRGB value to come back exactly.
package struct Bitmap: Sendable, Equatable {
  /// Width and height in pixels, both at least 1.
  package let size: PixelSize
  /// `width × height` pixels: red, green, blue, alpha; 0…65535, colour never above alpha.
  package var pixels: [SIMD4<UInt16>]
  /// Whether every pixel's alpha is 65535.
  package let isOpaque: Bool

  /// A bitmap of the given pixels, `size.width * size.height` of them.
  package init(size: PixelSize, pixels: [SIMD4<UInt16>], isOpaque: Bool) {
    precondition(pixels.count == size.width * size.height, "a bitmap needs a pixel for each of its places")
    self.size = size
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// What it costs to keep, in bytes.
  package var cost: Int { pixels.count * 8 }
}
