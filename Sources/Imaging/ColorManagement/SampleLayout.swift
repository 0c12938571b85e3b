/// The order of a pixel's samples, each a byte unless said otherwise.
enum SampleLayout: Equatable {
  case gray
  case rgb
  /// Alpha not premultiplied.
  case rgba
  /// A grey three times, and alpha not premultiplied: what greys are on an animation's canvas.
  case grayRGBA
  /// Ink; 0 is full ink where it is inverted, else 255.
  case cmyk(isInverted: Bool)
  /// Red, green, blue and alpha of 16 bits, most significant byte first, not premultiplied.
  case wideRGBA
  /// Ink of 16 bits, most significant byte first; 65535 is full ink.
  case wideCMYK

  /// Whether it is grey.
  var isGray: Bool {
    switch self {
    case .gray, .grayRGBA: true
    case .rgb, .rgba, .cmyk, .wideRGBA, .wideCMYK: false
    }
  }

  /// Whether it is ink.
  var isCMYK: Bool {
    switch self {
    case .cmyk, .wideCMYK: true
    case .gray, .rgb, .rgba, .grayRGBA, .wideRGBA: false
    }
  }
}
