/// The order of a pixel's samples, which have one byte each unless stated otherwise.
package enum SampleLayout: Equatable, Sendable {
  case gray
  case rgb
  /// Red, green, blue and a byte without meaning.
  case rgbx
  /// Alpha is not premultiplied.
  case rgba
  /// A gray three times, and alpha, not premultiplied: the layout of grays on an animation's canvas.
  case grayRGBA
  /// Ink. Full ink is 0, as in JPEG.
  case cmyk
  /// 16-bit red, green, blue and alpha, most significant byte first, not premultiplied.
  case wideRGBA
  /// 16-bit ink, most significant byte first. 65535 is full ink.
  case wideCMYK

  /// Whether the samples are gray.
  package var isGray: Bool {
    switch self {
    case .gray, .grayRGBA: true
    case .rgb, .rgbx, .rgba, .cmyk, .wideRGBA, .wideCMYK: false
    }
  }

  /// Whether the samples are ink.
  var isCMYK: Bool {
    switch self {
    case .cmyk, .wideCMYK: true
    case .gray, .rgb, .rgbx, .rgba, .grayRGBA, .wideRGBA: false
    }
  }
}
