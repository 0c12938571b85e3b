/// Writes GIFs, valid or invalid as a test requires, without any code of the decoder.
enum GIFWriter {
  /// Sixteen colors: red increases with the index, green decreases.
  static let palette: [UInt8] = (0..<16 as Range<UInt8>).flatMap { (index: UInt8) -> [UInt8] in
    [index * 16, 255 - index * 16, 77]
  }

  /// A file with a screen and blocks; the palette is empty or has 2, 4, … 256 colors.
  static func file(_ width: Int, _ height: Int, palette: [UInt8] = palette, _ blocks: [UInt8]...) -> [UInt8] {
    let parts: [[UInt8]] = [Array("GIF89a".utf8), little(width), little(height), [flags(palette), 0, 0], palette]
    return Array((parts + blocks + [[0x3B]]).joined())
  }

  /// The graphic control extension for the next image; the delay is in hundredths of a second.
  static func control(dispose: UInt8 = 0, delay: Int = 5, transparent: UInt8? = nil) -> [UInt8] {
    [0x21, 0xF9, 4, dispose << 2 | (transparent == nil ? 0 : 1)] + little(delay) + [transparent ?? 0, 0]
  }

  static func loops(_ count: Int) -> [UInt8] {
    [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(count) + [0]
  }

  /// A profile, in blocks of at most 255 bytes.
  static func profile(_ profile: [UInt8]) -> [UInt8] {
    let blocks = stride(from: 0, to: profile.count, by: 255).flatMap { start in
      let block = profile[start..<min(start + 255, profile.count)]
      return [UInt8(block.count)] + block
    }
    return [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + blocks + [0]
  }

  /// An image with its rows in file order.
  static func image(
    _ width: Int, _ height: Int, at origin: (x: Int, y: Int) = (0, 0), palette: [UInt8] = [], interlaced: Bool = false,
    _ indices: [UInt8]
  ) -> [UInt8] {
    let parts: [[UInt8]] = [
      [0x2C], little(origin.x), little(origin.y), little(width), little(height),
      [flags(palette) | (interlaced ? 0x40 : 0)], palette, data(indices),
    ]
    return Array(parts.joined())
  }

  /// An image whose codes have `codeSize` + 1 bits at first, and grow with the table.
  static func image(_ width: Int, _ height: Int, codeSize: Int, _ indices: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    var (next, length) = (0, 0)
    func put(_ code: Int) { for bit in 0..<length { bits.append(code >> bit & 1 == 1) } }
    for (count, index) in indices.enumerated() {
      if count % 150 == 0 {
        length = max(length, codeSize + 1)
        put(1 << codeSize)
        (next, length) = (1 << codeSize + 2, codeSize + 1)
      } else {
        // Each code but the first adds a table entry, which counts from the next code on.
        defer { next += 1 }
        if next == 1 << length, length < 12 { length += 1 }
      }
      put(Int(index))
    }
    put(1 << codeSize + 1)
    while bits.count % 8 != 0 { bits.append(false) }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8((0..<8).reduce(0) { $0 | (bits[start + $1] ? 1 << $1 : 0) })
    }
    var data = [UInt8(codeSize)]
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      data += [UInt8(block.count)] + block
    }
    let parts: [[UInt8]] = [[0x2C], little(0), little(0), little(width), little(height), [0], data, [0]]
    return Array(parts.joined())
  }

  /// Indices below 128 as codes of eight bits; the table is cleared before codes would grow.
  static func data(_ indices: [UInt8]) -> [UInt8] {
    var codes: [UInt8] = []
    for (count, index) in indices.enumerated() {
      if count % 100 == 0 { codes.append(128) }
      codes.append(index)
    }
    codes.append(129)
    var data: [UInt8] = [7]
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      data += [UInt8(block.count)] + block
    }
    return data + [0]
  }

  private static func flags(_ palette: [UInt8]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8((palette.count / 3).trailingZeroBitCount - 1)
  }

  private static func little(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
}
