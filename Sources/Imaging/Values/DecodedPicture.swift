/// A decoded picture and its defect, if any.
package struct DecodedPicture: Sendable, Equatable {
  package let bitmap: Bitmap
  /// Nil for a sound picture.
  package let defect: PictureDefect?

  /// A picture; a sound one unless its decoder found otherwise.
  package init(_ bitmap: Bitmap, defect: PictureDefect? = nil) {
    self.bitmap = bitmap
    self.defect = defect
  }

  /// The colour of missing parts: sRGB's middle grey, as in libjpeg.
  static let missingLevel: UInt8 = 128

  /// That colour as a pixel of a bitmap.
  static let missing: SIMD4<UInt16> = {
    let level = SRGB.linear16(missingLevel)
    return SIMD4(level, level, level, .max)
  }()
}

extension RowScaler {
  /// Fills rows with the colour of missing parts.
  ///
  /// - Parameter count: 0…
  mutating func pushMissing(_ count: Int) {
    guard count > 0 else { return }
    let row = Array(repeating: SIMD4<Float>(DecodedPicture.missing), count: source.width)
    for _ in 0..<count { push(row) }
  }
}
