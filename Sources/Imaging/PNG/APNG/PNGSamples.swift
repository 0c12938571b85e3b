/// Converts a PNG's unpacked rows to 8-bit encoded pixels, not premultiplied.
struct PNGSamples {
  private let colorType: PNGHeader.ColorType
  private let isWide: Bool
  /// The samples of the color that is transparent, if there is one.
  private let key: SIMD3<UInt16>?
  /// The pixel for each one-byte sample, gray or a palette index; empty if the file's samples are not looked up.
  private let table: [SIMD4<UInt8>]

  init(_ file: PNGFile) {
    colorType = file.header.colorType
    isWide = file.header.depth == 16
    key = file.key
    switch colorType {
    case .gray: table = isWide ? [] : PNGSamples.grays(depth: file.header.depth, key: key)
    case .indexed: table = PNGSamples.colors(file)
    case .rgb, .grayAlpha, .rgba: table = []
    }
  }

  private static func grays(depth: Int, key: SIMD3<UInt16>?) -> [SIMD4<UInt8>] {
    let largest = 1 << depth - 1
    return (0...255).map { value in
      let gray = UInt8(min(value, largest) * 255 / largest)
      return SIMD4(gray, gray, gray, key.map { Int($0.x) == value } == true ? 0 : 255)
    }
  }

  /// The palette as pixels; indices beyond it are black.
  private static func colors(_ file: PNGFile) -> [SIMD4<UInt8>] {
    return (0...255).map { index in
      guard index < file.palette.count else { return SIMD4(0, 0, 0, 255) }
      return SIMD4(file.palette[index], index < file.alphas.count ? file.alphas[index] : 255)
    }
  }

  /// Converts the first `width` pixels of a row and stores them in `pixels` at every `step`th index from `start`.
  func convert(
    _ row: [UInt8], width: Int, into pixels: inout [SIMD4<UInt8>], at start: Int, step: Int
  ) {
    if isWide { return convertWide(row, width: width, into: &pixels, at: start, step: step) }
    var target = start
    switch colorType {
    case .gray, .indexed:
      for index in 0..<width {
        pixels[target] = table[Int(row[index])]
        target &+= step
      }
    case .grayAlpha:
      for index in 0..<width {
        let gray = row[2 &* index]
        pixels[target] = SIMD4(gray, gray, gray, row[2 &* index &+ 1])
        target &+= step
      }
    case .rgb:
      // Without a transparent color: a value that no 8-bit sample has.
      let key = key ?? SIMD3(repeating: .max)
      for index in 0..<width {
        let color = SIMD3(row[3 &* index], row[3 &* index &+ 1], row[3 &* index &+ 2])
        pixels[target] = SIMD4(color, SIMD3<UInt16>(truncatingIfNeeded: color) == key ? 0 : 255)
        target &+= step
      }
    case .rgba:
      for index in 0..<width {
        pixels[target] = SIMD4(row[4 &* index], row[4 &* index &+ 1], row[4 &* index &+ 2], row[4 &* index &+ 3])
        target &+= step
      }
    }
  }

  /// Converts 16-bit samples, rounding to the nearest 8-bit value.
  private func convertWide(
    _ row: [UInt8], width: Int, into pixels: inout [SIMD4<UInt8>], at start: Int, step: Int
  ) {
    let sample = { (index: Int) in UInt16(row[2 * index]) << 8 | UInt16(row[2 * index + 1]) }
    for index in 0..<width {
      let color: SIMD3<UInt16>
      var alpha = UInt16.max
      switch colorType {
      case .gray, .indexed: color = SIMD3(repeating: sample(index))
      case .grayAlpha:
        color = SIMD3(repeating: sample(2 * index))
        alpha = sample(2 * index + 1)
      case .rgb: color = SIMD3(sample(3 * index), sample(3 * index + 1), sample(3 * index + 2))
      case .rgba:
        color = SIMD3(sample(4 * index), sample(4 * index + 1), sample(4 * index + 2))
        alpha = sample(4 * index + 3)
      }
      if color == key { alpha = 0 }
      let wide = SIMD4<UInt32>(truncatingIfNeeded: SIMD4(color, alpha))
      pixels[start + index * step] = SIMD4<UInt8>(truncatingIfNeeded: (wide &* 255 &+ 32_767) / 65_535)
    }
  }
}
