import Bitmaps

/// The orientation in XMP (XMP specification, part 2, 3.3: `tiff:Orientation`), which some programs write instead of
/// Exif's.
enum XMPOrientation {
  /// The marker before XMP in a JPEG segment.
  static let mark: [UInt8] = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
  /// The maximum number of bytes of XMP that are searched.
  private static let maximum = 1 << 20
  private static let name = Array("tiff:Orientation".utf8)

  /// Finds the property, written as an attribute or as an element; nil if it is absent or invalid.
  ///
  /// The packet is searched for the property rather than parsed: programs agree on the prefix.
  static func read(_ xmp: ArraySlice<UInt8>) -> Orientation? {
    let xmp = xmp.prefix(maximum)
    var offset = xmp.startIndex
    while let start = xmp[offset...].firstIndex(of: name[0]) {
      offset = start + 1
      guard xmp[start...].starts(with: name) else { continue }
      if let orientation = value(xmp[(start + name.count)...]) { return orientation }
    }
    return nil
  }

  /// Reads a digit in quotes after an equals sign, or between the ends of two tags.
  private static func value(_ rest: ArraySlice<UInt8>) -> Orientation? {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    var text = rest.prefix(64).filter { !blanks.contains($0) }[...]
    if text.first == UInt8(ascii: "=") { text = text.dropFirst() }
    guard let open = text.first, let close = closing[open], text.count >= 3 else { return nil }
    let (digit, end) = (text[text.startIndex + 1], text[text.startIndex + 2])
    return end == close && digit > 0x30 ? Orientation(rawValue: digit - 0x30) : nil
  }

  /// What follows the digit, by what precedes it.
  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: ">"): UInt8(ascii: "<"),
  ]
}
