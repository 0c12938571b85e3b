/// Decodes the texts in Exif, which are untrusted.
enum ExifText {
  /// The maximum number of characters of a text.
  private static let maximum = 1000

  /// Converts the day of an Exif date such as "2026:03:14 15:09:26" to the form "2026-03-14". Returns nil if it is not
  /// a date, such as the zeros of a camera whose clock was not set.
  static func day(_ bytes: [UInt8]) -> String? {
    // Some programs write "-", ".", or "/" between the numbers.
    guard bytes.count >= 10, !isDigit(bytes[4]), !isDigit(bytes[7]), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]), year > 0, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    let parts = [bytes[0..<4], bytes[5..<7], bytes[8..<10]]
    return String(decoding: Array(parts.joined(separator: [45])), as: UTF8.self)
  }

  /// Converts the time of an Exif date such as "2026:03:14 15:09:26" to the form "15:09:26". Returns nil if the date is
  /// invalid, or it has no time.
  static func time(_ bytes: [UInt8]) -> String? {
    guard day(bytes) != nil, bytes.count >= 19, !isDigit(bytes[13]), !isDigit(bytes[16]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let parts = [bytes[11..<13], bytes[14..<16], bytes[17..<19]]
    return String(decoding: Array(parts.joined(separator: [58])), as: UTF8.self)
  }

  /// Decodes a text in ASCII or, as is common, UTF-8, up to its terminator and without surrounding white space. Invalid
  /// bytes become U+FFFD. Returns nil if the text is empty.
  static func text(_ bytes: [UInt8]) -> String? {
    trimmed(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }

  /// Decodes a comment, whose first eight bytes name its character code (Exif 2.32, 4.6.5.B, tag UserComment). Returns
  /// nil if it is empty or in a code other than ASCII and Unicode.
  static func comment(_ bytes: [UInt8], isBigEndian: Bool) -> String? {
    let content = bytes.dropFirst(8)
    if bytes.starts(with: "ASCII".utf8) { return text(Array(content)) }
    guard bytes.starts(with: "UNICODE".utf8) else { return nil }
    let units = stride(from: content.startIndex, to: content.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return trimmed(String(decoding: units, as: UTF16.self))
  }

  /// A text up to its first NUL, without blanks at its ends; nil if nothing is left.
  static func trimmed(_ text: String, maximum: Int = maximum) -> String? {
    let start = text.prefix { $0 != "\0" }.drop(while: \.isWhitespace).prefix(maximum)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }

  /// Parses a decimal number; nil if there are bytes other than digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
  }

  // MARK: - How a photograph was taken

  /// Returns the camera's model, preceded by its maker unless the model begins with the maker's first word.
  static func camera(make: [UInt8]?, model: [UInt8]?) -> String? {
    let (make, model) = (make.flatMap(text), model.flatMap(text))
    guard let model else { return make }
    guard let make, let name = make.split(separator: " ").first else { return model }
    return model.lowercased().hasPrefix(name.lowercased()) ? model : "\(make) \(model)"
  }

  /// Returns the exposure, such as "1/250 s, f/2.8", without an unknown part; nil if both are unknown.
  static func exposure(of fields: ExifFields) -> String? {
    var parts: [String] = []
    if let time = fields.exposureTime, time > 0, time < 1e6 {
      parts.append(time < 0.3 ? "1/\(Int(min(1 / time, 1e9).rounded())) s" : "\(tenths(time)) s")
    }
    if let aperture = fields.aperture, aperture > 0, aperture < 1000 { parts.append("f/\(tenths(aperture))") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns the sensitivity, such as "ISO 400"; nil if it is unknown.
  static func speed(of fields: ExifFields) -> String? {
    guard let speed = fields.speed, speed > 0 else { return nil }
    return "ISO \(speed)"
  }

  /// Returns the focal length, such as "35 mm"; nil if it is unknown.
  static func focalLength(of fields: ExifFields) -> String? {
    guard let length = fields.focalLength, length > 0, length < 1e5 else { return nil }
    return "\(tenths(length)) mm"
  }

  /// Returns the location, such as "48.8584 N, 2.2945 E", or nil if it is not a place on Earth.
  static func location(of fields: ExifFields) -> String? {
    func degrees(_ angle: (degrees: [Double]?, hemisphere: [UInt8]?), _ letters: String, maximum: Double) -> String? {
      guard let degrees = angle.degrees, degrees.count == 3, let letter = angle.hemisphere?.first,
        letters.utf8.contains(letter)
      else { return nil }
      let sum = degrees[0] + degrees[1] / 60 + degrees[2] / 3600
      guard 0...maximum ~= sum else { return nil }
      let scaled = Int((sum * 10_000).rounded())
      let fraction = String(scaled % 10_000)
      return "\(scaled / 10_000).\(String(repeating: "0", count: 4 - fraction.count))\(fraction) "
        + String(UnicodeScalar(letter))
    }
    guard let latitude = degrees(fields.latitude, "NS", maximum: 90),
      let longitude = degrees(fields.longitude, "EW", maximum: 180)
    else { return nil }
    return "\(latitude), \(longitude)"
  }

  /// Formats a number with one decimal, which is omitted if it is zero.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}
