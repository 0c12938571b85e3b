import Bitmaps
import Imaging

/// The size that an SVG declares (SVG 1.1, 7.2 and 7.10), in CSS pixels: 96 per inch.
enum SVGSize {
  /// The maximum width or height in pixels.
  private static let longest = 65_535.0

  /// The size from the root element's width, height and viewBox.
  ///
  /// - Returns: nil if it declares no usable size.
  static func declared(in head: [UInt8]) -> PixelSize? {
    guard let root = Markup.rootElement(of: head), root.localName.elementsEqual("svg".utf8) else { return nil }
    let box = root.attributes["viewBox"].flatMap(viewBox)
    let width = root.attributes["width"].flatMap(length)
    let height = root.attributes["height"].flatMap(length)
    // A missing side follows from the other and the aspect ratio of the viewBox.
    switch (width, height, box) {
    case (let width?, let height?, _): return size(width, height)
    case (let width?, nil, let box?): return size(width, width * box.height / box.width)
    case (nil, let height?, let box?): return size(height * box.width / box.height, height)
    case (nil, nil, let box?): return size(box.width, box.height)
    case (_, _, nil): return nil
    }
  }

  private static func size(_ width: Double, _ height: Double) -> PixelSize? {
    guard width > 0, height > 0, width <= longest, height <= longest else { return nil }
    return PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
  }

  /// The size in a viewBox: the last two of its four numbers.
  private static func viewBox(_ text: String) -> (width: Double, height: Double)? {
    let numbers = text.split { $0.isWhitespace || $0 == "," }.compactMap { Double($0) }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers.allSatisfy(\.isFinite) else { return nil }
    return (numbers[2], numbers[3])
  }

  /// A length in pixels; nil for one relative to its container, such as a percentage.
  private static func length(_ text: String) -> Double? {
    let trimmed = text.drop(while: \.isWhitespace)
    var number = trimmed.prefix { $0.isNumber || $0 == "." || $0 == "+" || $0 == "-" }
    let rest = trimmed[number.endIndex...]
    if rest.first == "e" || rest.first == "E" {
      // An exponent, unless it begins a unit such as em or ex.
      let digits = rest.dropFirst().drop { $0 == "+" || $0 == "-" }.prefix { $0.isNumber }
      if !digits.isEmpty { number = trimmed[..<digits.endIndex] }
    }
    let unit = trimmed[number.endIndex...].filter { !$0.isWhitespace }.lowercased()
    guard let value = Double(number), let scale = pixelsPerUnit[unit] else { return nil }
    return value * scale
  }

  /// Pixels per CSS unit; relative units assume CSS's default font size.
  private static let pixelsPerUnit: [String: Double] = [
    "": 1, "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "em": 16,
    "rem": 16, "ex": 8,
  ]
}
