import Bitmaps

/// Decodes a JPEG at 1/8 scale from the DC coefficients, the means of its 8×8 blocks. Chroma at half resolution also
/// uses the AC coefficients that the means of a block's halves or quarters depend on. Other AC coefficients, nearly all
/// of the bytes, are skipped, which makes this several times as fast as a full decode.
///
/// Supports the common case of cameras and programs: Huffman-coded, in one scan, gray or YCbCr. Everything else, and
/// anything damaged, is left to libjpeg.
struct JPEGDCDecoder {
  private let bytes: [UInt8]
  private let header: JPEGHeader
  private let tables: JPEGTables
  private var planes: [JPEGPlane]

  /// Creates a decoder; nil if the JPEG is not of the supported kind.
  init?(_ bytes: [UInt8], header: JPEGHeader) {
    let frame = header.frame
    guard frame.isSequentialHuffman, !header.hasManyScans, frame.components.count != 4,
      let tables = JPEGTables(bytes)
    else { return nil }
    self.bytes = bytes
    self.header = header
    self.tables = tables
    planes = []
    guard frame.components.count == 1 || tables.isYCbCr(frame), case let scan = bytes[tables.scan],
      scan.count == 4 + 2 * frame.components.count
    else { return nil }
    // A scan of one component is not interleaved, for any sampling factors (A.2.2).
    let maximum = frame.components.count == 1 ? (1, 1) : frame.maximum
    let groups = PixelSize(
      width: (frame.size.width - 1) / (8 * maximum.0) + 1, height: (frame.size.height - 1) / (8 * maximum.1) + 1)
    for (index, component) in frame.components.enumerated() {
      let offset = scan.startIndex + 1 + 2 * index
      let selectors = bytes[offset + 1]
      guard bytes[offset] == component.identity, selectors >> 4 < 4, selectors & 15 < 4, component.quantization < 4,
        let dc = tables.dc[Int(selectors >> 4)], let ac = tables.ac[Int(selectors & 15)],
        let quantization = tables.quantization[Int(component.quantization)],
        let plane = JPEGPlane(
          across: maximum.0 == 1 ? 1 : component.across, down: maximum.1 == 1 ? 1 : component.down, maximum: maximum,
          groups: groups, dc: dc, ac: ac, quantization: quantization)
      else { return nil }
      planes.append(plane)
    }
  }

  /// Returns the samples at an eighth of each side, rounded up: one byte a pixel for gray, three for color; nil if the
  /// scan is invalid.
  consuming func decode() -> [UInt8]? {
    guard unsafe bytes.withUnsafeBufferPointer({ unsafe readScan($0) }) else { return nil }
    return samples()
  }

  /// Reads the scan; returns false if it is invalid.
  private mutating func readScan(_ memory: UnsafeBufferPointer<UInt8>) -> Bool {
    let groups = planes[0].groups
    var reader = unsafe JPEGBitReader(memory, from: tables.scan.upperBound)
    var untilRestart = tables.restartInterval
    var restarts: UInt8 = 0
    for row in 0..<groups.height {
      for column in 0..<groups.width {
        if tables.restartInterval > 0 {
          if untilRestart == 0 {
            guard reader.skipMarker(0xD0 | restarts & 7) else { return false }
            restarts &+= 1
            untilRestart = tables.restartInterval
            for index in planes.indices { planes[index].restart() }
          }
          untilRestart -= 1
        }
        for index in planes.indices {
          guard planes[index].readGroup(column: column, row: row, from: &reader) else { return false }
        }
      }
      if reader.isOverrun { return false }
    }
    return reader.skipMarker(0xD9)
  }

  private func samples() -> [UInt8] {
    let size = DCTScale(eighths: 1).scaled(header.size)
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * planes.count)
    for row in 0..<size.height {
      let range = row * planes[0].width..<row * planes[0].width + size.width
      if planes.count == 1 {
        samples += planes[0].samples[range]
      } else {
        for index in range {
          let (red, green, blue) = JPEGDCDecoder.rgb(
            Int32(planes[0].samples[index]), Int32(planes[1].samples[index]), Int32(planes[2].samples[index]))
          samples.append(red)
          samples.append(green)
          samples.append(blue)
        }
      }
    }
    return samples
  }

  /// Returns the color of a YCbCr triple (ITU-T T.871, 7), computed in fixed point with 16 fractional bits.
  @inline(__always)
  static func rgb(_ light: Int32, _ blueness: Int32, _ redness: Int32) -> (UInt8, UInt8, UInt8) {
    let (blue, red, half) = (blueness - 128, redness - 128, Int32(1 << 15))
    func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value))) }
    return (
      clamped(light + (91_881 * red + half) >> 16), clamped(light + (half - 22_554 * blue - 46_802 * red) >> 16),
      clamped(light + (116_130 * blue + half) >> 16)
    )
  }
}
