/// The order of a pixel's samples, each a byte unless said otherwise.
enum SampleLayout: Equatable {
  case gray
  case rgb
  /// Alpha not premultiplied.
  case rgba
  /// Ink; 0 is full ink where it is inverted, else 255.
  case cmyk(isInverted: Bool)
  /// Red, green, blue and alpha of 16 bits, most significant byte first, not premultiplied.
  case wideRGBA

  /// Whether it is ink.
  var isCMYK: Bool {
    switch self {
    case .cmyk: true
    case .gray, .rgb, .rgba, .wideRGBA: false
    }
  }
}
