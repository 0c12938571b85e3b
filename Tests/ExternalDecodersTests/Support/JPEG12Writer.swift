import PictureTestSupport

/// Writes gray JPEGs with 12 bits per sample: one row of blocks, each with a single level.
enum JPEG12Writer {
  /// A file with these levels, 0…4095.
  static func file(blocks levels: [Int]) -> [UInt8] {
    let width = levels.count * 8
    // Quantization by 1, sizes of differences in five bits, and a single one-bit code for the end of a block.
    let tables =
      segment(0xDB, [0] + Array(repeating: 1, count: 64))
      + segment(0xC1, [12, 0, 8, UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
      + segment(0xC4, [0, 0, 0, 0, 0, 16] + Array(repeating: 0, count: 11) + Array(0..<16))
      + segment(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) } }
    var last = 0
    for level in levels {
      let mean = (level - 2048) * 8
      let difference = mean - last
      last = mean
      let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
      put(size, 5)
      put(difference < 0 ? difference + 1 << size - 1 : difference, size)
      put(0, 1)
    }
    while bits.count % 8 != 0 { bits.append(true) }
    let data = stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let byte = bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
    return [0xFF, 0xD8] + tables + segment(0xDA, [1, 1, 0, 0, 63, 0]) + data + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }
}
