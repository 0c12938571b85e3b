import Bitmaps

/// A scale at which libjpeg can decode, `eighths`/8 of each side, for a fraction of the work.
struct DCTScale: Equatable {
  /// 1…8; 8 is the full size.
  let eighths: Int

  /// The full size.
  static let full = DCTScale(eighths: 8)

  /// Returns the size of a picture decoded at this scale, with sides rounded up.
  func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// Returns the smallest scale whose result covers the target, so that nothing is enlarged unnecessarily; `full` if
  /// none does.
  static func covering(_ target: PixelSize, from size: PixelSize) -> DCTScale {
    (1...8).lazy.map(DCTScale.init).first {
      let scaled = $0.scaled(size)
      return scaled.width >= target.width && scaled.height >= target.height
    } ?? full
  }
}
