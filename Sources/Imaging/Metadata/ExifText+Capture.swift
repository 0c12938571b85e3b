/// Formats how a photograph was taken.
extension ExifText {
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
    func degrees(_ angle: (degrees: [Double], hemisphere: [UInt8]?)?, _ letters: String, maximum: Double) -> String? {
      guard let angle, angle.degrees.count == 3, let letter = angle.hemisphere?.first, letters.utf8.contains(letter)
      else { return nil }
      let sum = angle.degrees[0] + angle.degrees[1] / 60 + angle.degrees[2] / 3600
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
