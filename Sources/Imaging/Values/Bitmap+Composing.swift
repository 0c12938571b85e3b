extension Bitmap {
  /// A bitmap of one colour: linear-light, premultiplied RGBA, 0…65535.
  package static func solid(_ pixel: SIMD4<UInt16>, size: PixelSize) -> Bitmap {
    Bitmap(
      size: size, pixels: Array(repeating: pixel, count: size.width * size.height), isOpaque: pixel.w == .max)
  }

  /// The bitmap composed over an opaque background of one linear-light colour, 0…65535 a channel.
  ///
  /// The formula is Porter and Duff's "over" for premultiplied colours: source + background × (1 − alpha).
  package func composed(over background: SIMD3<UInt16>) -> Bitmap {
    if isOpaque { return self }
    let below = SIMD4<UInt32>(
      UInt32(background.x), UInt32(background.y), UInt32(background.z), UInt32(UInt16.max))
    let composed = pixels.map { pixel in
      if pixel.w == .max { return pixel }
      // Rounded to nearest; at most 65535², so it fits into 32 bits.
      let part = below &* SIMD4(repeating: UInt32(UInt16.max - pixel.w)) &+ SIMD4(repeating: 32_767)
      let sum = SIMD4<UInt32>(truncatingIfNeeded: pixel) &+ part / 65_535
      return SIMD4<UInt16>(clamping: sum)
    }
    return Bitmap(size: size, pixels: composed, isOpaque: true)
  }
}
