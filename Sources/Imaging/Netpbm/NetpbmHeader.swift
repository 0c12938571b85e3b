package import Bitmaps

/// The header of a Netpbm picture with binary samples (PAM, PPM or PGM).
package struct NetpbmHeader: Equatable {
  /// The maximum length of a header, in bytes.
  package static let limit = 4096

  package let size: PixelSize
  /// Samples per pixel: 1 (gray), 2 (gray and alpha), 3 (RGB) or 4 (RGBA, or CMYK inks).
  package let channels: Int
  /// Whether the samples are CMYK inks, as ImageMagick writes them.
  package private(set) var isCMYK = false
  /// The maximum sample value, 1…65535; if it is above 255, samples have two bytes, the most significant first.
  package let maximum: Int
  /// The length of the header, in bytes.
  package let length: Int

  /// Bytes per row of samples.
  package var rowBytes: Int { size.width * channels * (maximum > 255 ? 2 : 1) }

  /// Parses a header.
  ///
  /// - Returns: nil if it is not a valid header, or incomplete.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: "P7\n".utf8) {
      self.init(pam: bytes)
    } else if bytes.starts(with: "P6".utf8) {
      self.init(plain: bytes, channels: 3)
    } else if bytes.starts(with: "P5".utf8) {
      self.init(plain: bytes, channels: 1)
    } else {
      return nil
    }
  }

  /// Parses a PAM header: lines of a keyword and a value.
  private init?(pam bytes: [UInt8]) {
    var values: [String: Int] = [:]
    var isCMYK = false
    var rest = bytes.prefix(NetpbmHeader.limit).dropFirst(3)
    while let end = rest.firstIndex(of: 0x0A) {
      let words = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      if words == ["ENDHDR"] {
        self.init(
          width: values["WIDTH"], height: values["HEIGHT"], channels: values["DEPTH"], maximum: values["MAXVAL"],
          length: rest.startIndex)
        self.isCMYK = isCMYK && channels == 4
        return
      }
      if words == ["TUPLTYPE", "CMYK"] { isCMYK = true }
      if words.count == 2 { values[words[0]] = Int(words[1]) }
    }
    return nil
  }

  /// Parses a PPM or PGM header: three numbers separated by white space and comments, then one white-space byte.
  private init?(plain bytes: [UInt8], channels: Int) {
    guard let (numbers, end) = NetpbmHeader.numbers(3, in: bytes) else { return nil }
    self.init(width: numbers[0], height: numbers[1], channels: channels, maximum: numbers[2], length: end + 1)
  }

  /// Reads the first numbers after the two bytes of a signature, of any Netpbm format but PAM, and of PFM.
  ///
  /// - Returns: The numbers, and the place after them; nil if they are not all within the bytes.
  package static func numbers(_ count: Int, in bytes: [UInt8]) -> (numbers: [Int], end: Int)? {
    var numbers: [Int] = []
    var offset = 2
    while numbers.count < count {
      guard offset < min(bytes.count, NetpbmHeader.limit) else { return nil }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "#") {
        while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
      } else if byte >= 0x30, byte <= 0x39 {
        let digits = bytes[offset...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        // A number that reaches the end of the bytes may be incomplete.
        guard digits.endIndex < bytes.count, let number = Int(String(decoding: digits, as: UTF8.self)) else {
          return nil
        }
        numbers.append(number)
        offset = digits.endIndex
      } else {
        offset += 1
      }
    }
    return (numbers, offset)
  }

  /// Creates the header of an in-memory picture with these samples; nil if they are none that a header can describe.
  package init?(size: PixelSize, channels: Int, maximum: Int = 255, isCMYK: Bool = false) {
    self.init(width: size.width, height: size.height, channels: channels, maximum: maximum, length: 0)
    guard !isCMYK || channels == 4 else { return nil }
    self.isCMYK = isCMYK
  }

  private init?(width: Int?, height: Int?, channels: Int?, maximum: Int?, length: Int) {
    guard let width, let height, let channels, let maximum, 1...4 ~= channels, 1...65_535 ~= maximum,
      1...1_000_000 ~= width, 1...1_000_000 ~= height
    else { return nil }
    size = PixelSize(width: width, height: height)
    self.channels = channels
    self.maximum = maximum
    self.length = length
  }
}
