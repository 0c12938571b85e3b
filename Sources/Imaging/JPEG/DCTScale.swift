/// A scale at which libjpeg can decode: `eighths`/8 of each side, for a fraction of the work.
struct DCTScale: Equatable {
  /// 1…8; 8 is the picture's own size.
  let eighths: Int

  /// The whole picture.
  static let full = DCTScale(eighths: 8)

  /// The size of a picture decoded at this scale: its sides, rounded up.
  func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// The smallest scale whose result has at least the target's size, so that nothing is enlarged that need not be.
  static func covering(_ target: PixelSize, from size: PixelSize) -> DCTScale {
    (1...8).lazy.map(DCTScale.init).first {
      let scaled = $0.scaled(size)
      return scaled.width >= target.width && scaled.height >= target.height
    } ?? full
  }
}
