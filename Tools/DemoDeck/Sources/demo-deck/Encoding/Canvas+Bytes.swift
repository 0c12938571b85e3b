extension Canvas {
  /// The picture as sRGB bytes: red, green, blue and straight (not premultiplied) alpha.
  ///
  /// - Parameter dither: The strength of the noise that hides banding in slow gradients, in 8-bit steps: 1 hides it
  ///   fully, 0 keeps flat colors flat.
  func bytes(dither: Float) -> [UInt8] {
    let grain = Noise(seed: 0xD17_4E12)
    var encoded = self
    encoded.forEachRow { y, row in
      for x in 0..<row.count {
        let alpha = unit(row[x].w)
        let light = alpha > 0 ? row[x] / alpha : .zero
        var bytes = SIMD4(Color.encoded(light.x), Color.encoded(light.y), Color.encoded(light.z), alpha) * 255
        // Triangular noise, the sum of two uniform ones: its error is equal in light and dark (Lipshitz,
        // Wannamaker, Vanderkooy 1992).
        let (column, line) = (Int32(x), Int32(y))
        let noise = grain.even(column, line) + grain.even(column, ~line) - 1
        bytes += SIMD4(noise, noise, noise, 0) * dither
        row[x] = (bytes + 0.5).rounded(.down).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      }
    }
    return encoded.pixels.flatMap { [UInt8($0.x), UInt8($0.y), UInt8($0.z), UInt8($0.w)] }
  }
}
