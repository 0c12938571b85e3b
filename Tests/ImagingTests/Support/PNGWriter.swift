import CZlib
import Imaging

/// Writes PNGs, valid or invalid as a test requires, without any code of the decoder.
struct PNGWriter {
  struct Chunk {
    var name: String
    var content: [UInt8]
    /// A checksum to write instead of the right one, or nil.
    var checksum: UInt32?
  }

  static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  var chunks: [Chunk] = []

  init() {}

  /// Creates a complete PNG from filtered rows, each preceded by its filter byte.
  init(width: Int, height: Int, depth: UInt8, colorType: UInt8, interlaced: Bool = false, filtered: [UInt8]) {
    add("IHDR", PNGWriter.header(width, height, depth, colorType, interlaced))
    add("IDAT", PNGWriter.compressed(filtered))
    add("IEND", [])
  }

  static func header(
    _ width: Int, _ height: Int, _ depth: UInt8, _ colorType: UInt8, _ interlaced: Bool = false
  ) -> [UInt8] {
    bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [depth, colorType, 0, 0, interlaced ? 1 : 0]
  }

  mutating func add(_ name: String, _ content: [UInt8], checksum: UInt32? = nil) {
    chunks.append(Chunk(name: name, content: content, checksum: checksum))
  }

  /// Inserts a chunk before the first one named `other`, or at the end if there is none.
  mutating func insert(_ name: String, _ content: [UInt8], before other: String) {
    let index = chunks.firstIndex { $0.name == other } ?? chunks.count
    chunks.insert(Chunk(name: name, content: content), at: index)
  }

  /// Reads the chunks of a valid file.
  init(reading bytes: [UInt8]) {
    var index = 8
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
      add(name, Array(bytes[index + 8..<index + 8 + length]))
      index += 12 + length
    }
  }

  var bytes: [UInt8] {
    chunks.reduce(into: PNGWriter.signature) { bytes, chunk in
      let body = Array(chunk.name.utf8) + chunk.content
      bytes += PNGWriter.bigEndian(UInt32(chunk.content.count)) + body
      bytes += PNGWriter.bigEndian(chunk.checksum ?? PNGWriter.checksum(body))
    }
  }

  static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: number >> shift) }
  }

  /// CRC-32 (PNG specification, annex D), by zlib: decoding uses libdeflate's.
  static func checksum(_ bytes: [UInt8]) -> UInt32 { unsafe UInt32(crc32(0, bytes, UInt32(bytes.count))) }

  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    let result = unsafe compress2(&output, &count, bytes, UInt(bytes.count), 1)
    precondition(result == Z_OK)
    return Array(output[..<Int(count)])
  }

  /// Filters a row as the PNG specification (9.2) defines; the filter byte precedes it.
  static func filtered(_ row: [UInt8], above: [UInt8], by filter: UInt8, stride: Int) -> [UInt8] {
    [filter]
      + row.indices.map { index in
        let left = index >= stride ? Int(row[index - stride]) : 0
        let upperLeft = index >= stride ? Int(above[index - stride]) : 0
        let up = Int(above[index])
        let prediction: Int
        switch filter {
        case 1: prediction = left
        case 2: prediction = up
        case 3: prediction = (left + up) / 2
        case 4:
          let estimate = left + up - upperLeft
          let nearest = [left, up, upperLeft].min { abs(estimate - $0) < abs(estimate - $1) }
          prediction = nearest ?? 0
        default: prediction = 0
        }
        return UInt8(truncatingIfNeeded: Int(row[index]) - prediction)
      }
  }
}
