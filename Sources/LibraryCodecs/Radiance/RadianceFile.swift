import Bitmaps
import Imaging

/// A Radiance file whose header has been read (G. Ward, "Radiance File Formats").
struct RadianceFile {
  let bytes: [UInt8]
  /// The size of the picture as it is stored.
  let size: PixelSize
  let orientation: Orientation
  /// The primaries of its colors; nil for sRGB's, as programs other than Radiance write them.
  private(set) var primaries: RGBPrimaries?
  /// Where the rows begin.
  let start: Int

  private static let format = LibraryFormat.radiance.format.name
  private static let maxLineBytes = 4096

  /// Reads a header.
  ///
  /// - Throws: `ImageError` if it is damaged, cut off or not supported.
  init(_ bytes: [UInt8]) throws(ImageError) {
    self.bytes = bytes
    var position = 0
    func line() throws(ImageError) -> Substring {
      guard let end = bytes[position...].prefix(RadianceFile.maxLineBytes).firstIndex(of: 10) else {
        throw .truncated(format: RadianceFile.format)
      }
      defer { position = end + 1 }
      return Substring(decoding: bytes[position..<end], as: UTF8.self)
    }
    while true {
      let text = try line()
      if text.isEmpty { break }
      if text.hasPrefix("FORMAT="), text.dropFirst(7) == "32-bit_rle_xyze" {
        // Equal amounts are white of equal energy.
        primaries = RGBPrimaries(
          red: SIMD2(1, 0.0001), green: SIMD2(0, 1), blue: SIMD2(0, 0.0001), white: SIMD2(1 / 3, 1 / 3))
      } else if text.hasPrefix("PRIMARIES=") {
        let numbers = text.dropFirst(10).split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 8 else { continue }
        primaries = RGBPrimaries(
          red: SIMD2(numbers[0], numbers[1]), green: SIMD2(numbers[2], numbers[3]), blue: SIMD2(numbers[4], numbers[5]),
          white: SIMD2(numbers[6], numbers[7]))
      }
    }
    let words = try line().split(separator: " ")
    guard words.count == 4, let outer = Int(words[1]), let inner = Int(words[3]), 1...1_000_000 ~= outer,
      1...1_000_000 ~= inner, let orientation = RadianceFile.orientations["\(words[0])\(words[2])"]
    else { throw .corrupt(format: RadianceFile.format, reason: "it has no size") }
    self.orientation = orientation
    (size, start) = (PixelSize(width: inner, height: outer), position)
  }

  /// How rows are turned upright, by the axes along which rows follow each other, and the pixels in them.
  private static let orientations: [String: Orientation] = [
    "-Y+X": .upright, "-Y-X": .mirrored, "+Y-X": .halfTurn, "+Y+X": .flipped, "+X-Y": .transposed,
    "-X-Y": .quarterTurn, "-X+Y": .transversed, "+X+Y": .threeQuarterTurn,
  ]
}

/// Reads a file's rows from the top.
struct RadianceRows {
  private let file: RadianceFile
  private var position: Int
  /// Four bytes for each pixel: three mantissas and their exponent.
  private var row: [SIMD4<UInt8>]

  init(_ file: RadianceFile) {
    self.file = file
    position = file.start
    row = Array(repeating: .zero, count: file.size.width)
  }

  /// The light of the next row; nil if it is missing or damaged.
  mutating func next() -> [SIMD4<Float>]? {
    let width = file.size.width
    guard let first = pixel(at: position) else { return nil }
    let isPlanar =
      8...32_767 ~= width && first.x == 2 && first.y == 2 && Int(first.z) << 8 | Int(first.w) == width
    guard isPlanar ? readPlanes() : readPixels() else { return nil }
    return row.map { pixel in
      guard pixel.w > 0 else { return SIMD4(0, 0, 0, 1) }
      // Other programs than Radiance itself read mantissas so.
      let scale = Float(sign: .plus, exponent: Int(pixel.w) - 136, significand: 1)
      return SIMD4(Float(pixel.x) * scale, Float(pixel.y) * scale, Float(pixel.z) * scale, 1)
    }
  }

  private func pixel(at position: Int) -> SIMD4<UInt8>? {
    guard position + 4 <= file.bytes.count else { return nil }
    return SIMD4(file.bytes[position..<position + 4])
  }

  private mutating func byte() -> UInt8? {
    guard position < file.bytes.count else { return nil }
    defer { position += 1 }
    return file.bytes[position]
  }

  /// Reads a row of four runs of components, each compressed: counts over 128 repeat a byte.
  private mutating func readPlanes() -> Bool {
    position += 4
    for channel in 0..<4 {
      var column = 0
      while column < row.count {
        guard let code = byte() else { return false }
        let count = code > 128 ? Int(code) - 128 : Int(code)
        guard count > 0, count <= row.count - column else { return false }
        if code > 128 {
          guard let value = byte() else { return false }
          for index in column..<column + count { row[index][channel] = value }
        } else {
          guard position + count <= file.bytes.count else { return false }
          for index in 0..<count { row[column + index][channel] = file.bytes[position + index] }
          position += count
        }
        column += count
      }
    }
    return true
  }

  /// Reads a row of pixels, in which mantissas of 1 repeat the last pixel: by the exponent's byte, of which the following ones are higher.
  private mutating func readPixels() -> Bool {
    var (column, shift) = (0, 0)
    while column < row.count {
      guard let pixel = pixel(at: position) else { return false }
      position += 4
      guard pixel.x == 1, pixel.y == 1, pixel.z == 1 else {
        row[column] = pixel
        (column, shift) = (column + 1, 0)
        continue
      }
      guard shift <= 16 else { return false }
      let count = Int(pixel.w) << shift
      guard column > 0 || count == 0, count <= row.count - column else { return false }
      for index in column..<column + count { row[index] = row[column - 1] }
      (column, shift) = (column + count, shift + 8)
    }
    return true
  }
}
