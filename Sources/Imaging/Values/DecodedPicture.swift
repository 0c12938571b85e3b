package import Bitmaps

/// A decoded picture and its defect, if any.
package struct DecodedPicture: Sendable, Equatable {
  package let bitmap: Bitmap
  /// The defect, or nil if the picture is intact.
  package let defect: PictureDefect?
  /// Which of a file's pictures it is, if that is to be named.
  package var rendition: PictureRendition?

  /// Creates a decoded picture, intact by default.
  package init(_ bitmap: Bitmap, defect: PictureDefect? = nil, rendition: PictureRendition? = nil) {
    self.bitmap = bitmap
    self.defect = defect
    self.rendition = rendition
  }

  /// The sRGB level of missing parts: middle gray, as in libjpeg.
  static let missingLevel: UInt8 = 128

  /// The color of missing parts as a pixel of a bitmap.
  package static let missing: SIMD4<UInt16> = {
    let level = SRGB.linear16(missingLevel)
    return SIMD4(level, level, level, .max)
  }()
}

extension RowScaler {
  /// Pushes rows of the color of missing parts.
  ///
  /// - Parameter count: The number of rows, 0…
  mutating func pushMissing(_ count: Int) {
    guard count > 0 else { return }
    let row = Array(repeating: SIMD4<Float>(DecodedPicture.missing), count: source.width)
    for _ in 0..<count { push(row) }
  }
}

/// Which of the pictures in a camera's file is shown. The raw value is a word or two, fit for a panel.
package enum PictureRendition: String, CaseIterable, Sendable {
  /// The camera's own picture.
  case preview = "embedded preview"
  /// What libraw makes of the sensor's samples.
  case developed = "developed at half size"
}

/// A defect of a picture that is shown nevertheless. `description` is a word or two, fit for a caption.
package enum PictureDefect: Hashable, Sendable, CustomStringConvertible {
  /// The file ends before the picture does: the missing part is gray.
  case truncated
  /// The file ends before its last scan or pass, so that only details are missing.
  case unfinished
  /// A checksum does not match, but the data can be decoded and pass another checksum.
  case checksum
  /// Some of the data cannot be decoded: that part is gray, or wrong.
  case damaged

  package var description: String {
    switch self {
    case .truncated, .unfinished: "truncated"
    case .checksum: "wrong checksum"
    case .damaged: "damaged"
    }
  }
}
