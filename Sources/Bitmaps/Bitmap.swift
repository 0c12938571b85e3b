/// A picture ready to be drawn: linear-light, premultiplied RGBA, 16 bits per channel, row-major from the top left.
///
/// Linear light, because scaling, blending and compositing over a background are sums of light; 16 bits, because that
/// is enough to restore every 8-bit sRGB value exactly.
package struct Bitmap: Sendable, Equatable {
  /// Width and height in pixels, both at least 1.
  package let size: PixelSize
  /// `width × height` pixels: red, green, blue, alpha; 0…65535, color never above alpha.
  package var pixels: [SIMD4<UInt16>]
  /// Whether every pixel's alpha is 65535.
  package private(set) var isOpaque: Bool

  /// Creates a bitmap from `size.width * size.height` pixels.
  package init(size: PixelSize, pixels: [SIMD4<UInt16>], isOpaque: Bool) {
    precondition(pixels.count == size.width * size.height, "a bitmap needs width × height pixels")
    self.size = size
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// Creates a bitmap from pixels of unknown origin: colors above their alpha are lowered to it.
  ///
  /// - Parameter claimsOpaque: Whether the pixels are said to be opaque.
  package init(size: PixelSize, unchecked pixels: [SIMD4<UInt16>], claimsOpaque: Bool) {
    var common = SIMD4<UInt16>(repeating: .max)
    for pixel in pixels { common &= pixel }
    if common.w == .max {
      self.init(size: size, pixels: pixels, isOpaque: claimsOpaque)
      return
    }
    // The bits in which a color differs from what its alpha allows.
    var excess = SIMD4<UInt16>.zero
    for pixel in pixels { excess |= pixel ^ pointwiseMin(pixel, SIMD4(repeating: pixel.w)) }
    let valid = excess == .zero ? pixels : pixels.map { pointwiseMin($0, SIMD4(repeating: $0.w)) }
    self.init(size: size, pixels: valid, isOpaque: false)
  }

  /// Replaces a part of the bitmap, which lies within it.
  package mutating func replace(_ part: Bitmap, atColumn left: Int, row top: Int) {
    precondition(
      left >= 0 && top >= 0 && left + part.size.width <= size.width && top + part.size.height <= size.height,
      "a part lies within its bitmap")
    let (width, columns) = (size.width, part.size.width)
    let source = part.pixels.span
    var target = pixels.mutableSpan
    for row in 0..<part.size.height {
      let (from, to) = (row * columns, (row + top) * width + left)
      for column in 0..<columns { target[to + column] = source[from + column] }
    }
    // What was not opaque may have been replaced.
    isOpaque = part.isOpaque && (isOpaque || pixels.allSatisfy { $0.w == .max })
  }

  /// The memory that the pixels take, in bytes.
  package var cost: Int { pixels.count * 8 }

  /// Returns the bitmap turned upright, given the orientation in which its pixels are stored.
  package func oriented(_ orientation: Orientation) -> Bitmap {
    let (width, height) = (size.width, size.height)
    /// The index in `pixels` of the result's first pixel, and the steps to the next column and the next row of the
    /// result.
    let (first, across, down): (Int, Int, Int) =
      switch orientation {
      case .upright: (0, 1, width)
      case .mirrored: (width - 1, -1, width)
      case .halfTurn: (width * height - 1, -1, -width)
      case .flipped: (width * (height - 1), 1, -width)
      case .transposed: (0, width, 1)
      case .quarterTurn: (width * (height - 1), -width, 1)
      case .transversed: (width * height - 1, -width, -1)
      case .threeQuarterTurn: (width - 1, width, -1)
      }
    if orientation == .upright { return self }
    let upright = orientation.applied(to: size)
    var turned: [SIMD4<UInt16>] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<upright.height {
      var index = first + row * down
      for _ in 0..<upright.width {
        turned.append(pixels[index])
        index += across
      }
    }
    return Bitmap(size: upright, pixels: turned, isOpaque: isOpaque)
  }

  /// Creates a bitmap of one color: linear-light, premultiplied RGBA, 0…65535.
  package static func solid(_ pixel: SIMD4<UInt16>, size: PixelSize) -> Bitmap {
    Bitmap(
      size: size, pixels: Array(repeating: pixel, count: size.width * size.height), isOpaque: pixel.w == .max)
  }
}
