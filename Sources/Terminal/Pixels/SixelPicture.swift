/// A picture with a palette, ready to be written as sixels: any part of it, at any position.
package struct SixelPicture: Sendable {
  /// A color register for sixels: red, green and blue in percent of sRGB's encoded values.
  package struct Register: Hashable, Sendable {
    /// 0…100.
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    /// The register that looks most like a color with encoded values of 0…255.
    ///
    /// Each channel is rounded down or up, with priority to the luma: there are only 101 exact grays, but several times
    /// as many with an imperceptible tint.
    package init(red: Float, green: Float, blue: Float) {
      let wanted = SIMD3(red, green, blue).clamped(
        lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
      let lower = (wanted / 2.55).rounded(.down)
      var best = (error: Float.infinity, percents: lower)
      for number in 0..<8 {
        let steps = SIMD3<Float>(Float(number & 1), Float(number >> 1 & 1), Float(number >> 2))
        let percents = (lower + steps).clamped(
          lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 100))
        let difference = percents * 2.55 - wanted
        let luma = (difference * SIMD3(0.299, 0.587, 0.114)).sum()
        let error = luma * luma * 16 + (difference * difference).sum()
        if error < best.error { best = (error, percents) }
      }
      (self.red, self.green, self.blue) = (UInt8(best.percents.x), UInt8(best.percents.y), UInt8(best.percents.z))
    }

    /// The encoded values, 0…255, that a terminal shows.
    package var shown: SIMD3<Int32> {
      let percents = SIMD3<Int32>(Int32(red), Int32(green), Int32(blue))
      return (percents &* 255 &+ 50) / 100
    }
  }

  /// The index of a transparent pixel, which shows what is behind the picture.
  package static let transparent: UInt8 = 255

  package let size: PixelExtent
  /// The colors: at most 256, or 255 if some pixel is transparent.
  package let registers: [Register]
  /// The register of each pixel, row by row, or `transparent`.
  package let indices: [UInt8]
  /// Whether no pixel is transparent; the index 255 is then a register's.
  package let isOpaque: Bool

  /// A picture; `indices` has a register for each pixel, below the number of registers unless the pixel is transparent.
  package init(size: PixelExtent, registers: [Register], indices: [UInt8], isOpaque: Bool) {
    precondition(indices.count == size.width * size.height && registers.count <= (isOpaque ? 256 : 255))
    self.size = size
    self.registers = registers
    self.indices = indices
    self.isOpaque = isOpaque
  }

  /// Returns the sixels of a part of the picture (DEC STD 070, chapter 9); pixels beside the part stay unchanged.
  ///
  /// - Parameters:
  ///   - area: The part, within the picture.
  ///   - offset: The pixels to the left of the part and above it.
  ///   - height: The total height, including the pixels above and below the part; nil if there are none below.
  package func sixels(
    of area: PixelArea, offset: PixelOffset = PixelOffset(), height: Int? = nil
  ) -> [UInt8] {
    let (width, end) = (offset.x + area.width, offset.y + area.height)
    let height = max(height ?? end, end)
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    bytes.reserveCapacity(area.width * area.height)
    appendRegisters(in: area, to: &bytes)
    var band = SixelBand(width: width)
    for top in stride(from: 0, to: height, by: 6) {
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      let rows = (top..<min(top + 6, height)).clamped(to: offset.y..<end)
      for row in rows {
        let start = (area.y + row - offset.y) * size.width + area.x
        band.add(
          indices.span.extracting(start..<start + area.width), from: offset.x, bit: row - top,
          transparent: isOpaque ? nil : SixelPicture.transparent)
      }
      band.append(to: &bytes)
    }
    bytes += [0x1B, UInt8(ascii: "\\")]
    return bytes
  }

  /// Defines the registers up to the last one in a part: tmux defines those between as no color, which makes xterm show
  /// others in black.
  private func appendRegisters(in area: PixelArea, to bytes: inout [UInt8]) {
    var count = 0
    for row in area.y..<area.y + area.height {
      let start = row * size.width + area.x
      for index in indices[start..<start + area.width] where isOpaque || index != SixelPicture.transparent {
        count = max(count, Int(index) + 1)
      }
    }
    for (number, register) in registers.prefix(count).enumerated() {
      bytes += "#\(number);2;\(register.red);\(register.green);\(register.blue)".utf8
    }
  }
}

/// Six rows of a picture, separated by color.
private struct SixelBand {
  private let width: Int
  /// The number of words of `columns` per color.
  private let words: Int
  /// For each color, the bits of the rows at each column.
  private var bits: [UInt8]
  /// For each color, one bit per column in which it occurs.
  private var columns: [UInt64]
  private var isUsed = [Bool](repeating: false, count: 256)

  init(width: Int) {
    self.width = width
    words = (width + 63) / 64
    bits = Array(repeating: 0, count: 256 * width)
    columns = Array(repeating: 0, count: 256 * words)
  }

  mutating func add(_ row: Span<UInt8>, from left: Int, bit: Int, transparent: UInt8?) {
    let mask: UInt8 = 1 << UInt8(bit)
    for index in row.indices {
      let color = row[index]
      if color == transparent { continue }
      let (number, column) = (Int(color), index + left)
      bits[number * width + column] |= mask
      columns[number * words + column >> 6] |= 1 << UInt64(column & 63)
      isUsed[number] = true
    }
  }

  /// Appends the band, color by color, and clears it.
  mutating func append(to bytes: inout [UInt8]) {
    var isFirst = true
    for color in 0..<256 where isUsed[color] {
      if !isFirst { bytes.append(UInt8(ascii: "$")) }
      isFirst = false
      isUsed[color] = false
      bytes.append(UInt8(ascii: "#"))
      SixelBand.append(number: color, to: &bytes)
      append(color, to: &bytes)
    }
  }

  private mutating func append(_ color: Int, to bytes: inout [UInt8]) {
    // A run of equal values, and where it ends.
    var (value, count, end): (UInt8, Int, Int) = (0, 0, 0)
    for word in 0..<words {
      var rest = columns[color * words + word]
      if rest == 0 { continue }
      columns[color * words + word] = 0
      while rest != 0 {
        let column = word * 64 + rest.trailingZeroBitCount
        rest &= rest &- 1
        let found = bits[color * width + column]
        bits[color * width + column] = 0
        if found == value, column == end {
          count += 1
        } else {
          SixelBand.append(run: count, of: value, to: &bytes)
          SixelBand.append(run: column - end, of: 0, to: &bytes)
          (value, count) = (found, 1)
        }
        end = column + 1
      }
    }
    SixelBand.append(run: count, of: value, to: &bytes)
  }

  @inline(__always)
  private static func append(run count: Int, of value: UInt8, to bytes: inout [UInt8]) {
    if count == 0 { return }
    let character = value + 63
    if count > 3 {
      bytes.append(UInt8(ascii: "!"))
      append(number: count, to: &bytes)
      bytes.append(character)
    } else {
      for _ in 0..<count { bytes.append(character) }
    }
  }

  private static func append(number: Int, to bytes: inout [UInt8]) {
    if number >= 1000 { append(number: number / 1000, to: &bytes) }
    if number >= 100 { bytes.append(UInt8(48 + number / 100 % 10)) }
    if number >= 10 { bytes.append(UInt8(48 + number / 10 % 10)) }
    bytes.append(UInt8(48 + number % 10))
  }
}
