/// What a Netpbm picture (PAM, PPM or PGM, of binary samples) says of itself before its samples begin.
package struct NetpbmHeader: Equatable {
  /// Bytes of a header at most.
  package static let limit = 4096

  package let size: PixelSize
  /// Samples of each pixel: grey, grey and alpha, RGB, or RGBA; or the four inks.
  package let channels: Int
  /// Whether they are inks, as ImageMagick writes them.
  package private(set) var isInk = false
  /// What a full sample is, 1…65535; samples above 255 have two bytes, the most significant first.
  package let maximum: Int
  /// Bytes of the header.
  package let length: Int

  /// Bytes of a row of samples.
  package var rowBytes: Int { size.width * channels * (maximum > 255 ? 2 : 1) }

  /// Reads a header.
  ///
  /// - Returns: nil where it is none, or not all there.
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

  /// Lines of a word and a value each.
  private init?(pam bytes: [UInt8]) {
    var values: [String: Int] = [:]
    var isInk = false
    var rest = bytes.prefix(NetpbmHeader.limit).dropFirst(3)
    while let end = rest.firstIndex(of: 0x0A) {
      let words = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      if words == ["ENDHDR"] {
        self.init(
          width: values["WIDTH"], height: values["HEIGHT"], channels: values["DEPTH"], maximum: values["MAXVAL"],
          length: rest.startIndex)
        self.isInk = isInk && channels == 4
        return
      }
      if words == ["TUPLTYPE", "CMYK"] { isInk = true }
      if words.count == 2 { values[words[0]] = Int(words[1]) }
    }
    return nil
  }

  /// Three numbers between white space and comments, and one white space.
  private init?(plain bytes: [UInt8], channels: Int) {
    var numbers: [Int] = []
    var place = 2
    while numbers.count < 3 {
      guard place < min(bytes.count, NetpbmHeader.limit) else { return nil }
      let byte = bytes[place]
      if byte == UInt8(ascii: "#") {
        while place < bytes.count, bytes[place] != 0x0A { place += 1 }
      } else if byte >= 0x30, byte <= 0x39 {
        let digits = bytes[place...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        // Digits that reach the end may go on.
        guard digits.endIndex < bytes.count, let number = Int(String(decoding: digits, as: UTF8.self)) else {
          return nil
        }
        numbers.append(number)
        place = digits.endIndex
      } else {
        place += 1
      }
    }
    self.init(width: numbers[0], height: numbers[1], channels: channels, maximum: numbers[2], length: place + 1)
  }

  /// A picture in memory of grey and alpha, 8 bits each; nil beyond a million pixels on a side.
  package init?(greyAlpha size: PixelSize) {
    self.init(width: size.width, height: size.height, channels: 2, maximum: 255, length: 0)
  }

  /// The same of red, green, blue and alpha.
  package init?(colorAlpha size: PixelSize) {
    self.init(width: size.width, height: size.height, channels: 4, maximum: 255, length: 0)
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
