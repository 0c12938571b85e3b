import Bitmaps

/// Decodes a progressive JPEG at 1/8 scale from the scans of the DC coefficients, the means of its 8×8 blocks. The
/// other scans, nearly all of the bytes, are skipped, and their coefficients are not held.
///
/// Supports the common case: gray or YCbCr, with the DC values of all components in the first scan and refined in
/// separate scans. Everything else, and anything damaged, is left to libjpeg.
struct JPEGProgressiveDCDecoder {
  private let bytes: [UInt8]
  private let size: PixelSize
  private let groups: PixelSize
  private let firstScan: Range<Int>
  private var restartInterval: Int
  private var planes: [Plane]
  /// The number of low bits that the means still lack; nil before the first scan.
  private var missingBits: UInt8?

  /// Creates a decoder; nil if the JPEG is not of the supported kind.
  init?(_ bytes: [UInt8], header: JPEGHeader) {
    let frame = header.frame
    guard frame.isProgressiveHuffman, frame.components.count != 4, let tables = JPEGTables(bytes),
      frame.components.count == 1 || tables.isYCbCr(frame), tables.scan.count == 4 + 2 * frame.components.count
    else { return nil }
    self.bytes = bytes
    size = frame.size
    firstScan = tables.scan
    restartInterval = tables.restartInterval
    // A scan of one component is not interleaved, for any sampling factors (A.2.2).
    let maximum = frame.components.count == 1 ? (1, 1) : frame.maximum
    groups = PixelSize(
      width: (frame.size.width - 1) / (8 * maximum.0) + 1, height: (frame.size.height - 1) / (8 * maximum.1) + 1)
    planes = []
    for (index, component) in frame.components.enumerated() {
      let (across, down) = maximum == (1, 1) ? (1, 1) : (component.across, component.down)
      let selector = bytes[tables.scan.lowerBound + 2 + 2 * index] >> 4
      guard maximum.0 % across == 0, maximum.1 % down == 0, component.quantization < 4, selector < 4,
        let dc = tables.dc[Int(selector)], let quantization = tables.quantization[Int(component.quantization)]
      else { return nil }
      planes.append(
        Plane(
          identity: component.identity, across: across, down: down, wide: maximum.0 / across, high: maximum.1 / down,
          width: groups.width * across, dc: dc, quantum: quantization[0],
          means: Array(repeating: 0, count: groups.width * across * groups.height * down)))
    }
  }

  /// Returns the samples at an eighth of each side, rounded up: one byte a pixel for gray, three for color; nil if the
  /// scans are invalid or the end marker is missing.
  consuming func decode() -> [UInt8]? {
    var reader = JPEGMarkerReader(bytes)
    while let segment = try? reader.next() {
      switch segment.marker {
      case 0xD9: return missingBits == nil ? nil : samples()
      case 0xDD:
        guard segment.content.count == 2, let interval = bytes.bigEndian16(at: segment.content.lowerBound) else {
          return nil
        }
        restartInterval = Int(interval)
      case 0xDA: guard readScan(segment.content) else { return nil }
      // The first scan's tables have been read already, and refinements of the means use no tables.
      default: break
      }
    }
    return nil
  }

  /// Reads a scan by its header (T.81, B.2.3), or skips it if it contains only AC coefficients; returns false if it is
  /// invalid.
  private mutating func readScan(_ header: Range<Int>) -> Bool {
    guard header.count >= 4 else { return false }
    if bytes[header.upperBound - 3] > 0 { return true }
    let (before, after) = (bytes[header.upperBound - 1] >> 4, bytes[header.upperBound - 1] & 15)
    guard bytes[header.upperBound - 2] == 0, header.count == 4 + 2 * planes.count, after < 14 else { return false }
    for (index, plane) in planes.enumerated() {
      guard bytes[header.lowerBound + 1 + 2 * index] == plane.identity else { return false }
    }
    if let missing = missingBits {
      guard before == missing, after + 1 == before else { return false }
    } else {
      guard before == 0, header == firstScan else { return false }
    }
    defer { missingBits = after }
    return unsafe bytes.withUnsafeBufferPointer { unsafe readData($0, from: header.upperBound, shift: after) }
  }

  private mutating func readData(_ memory: UnsafeBufferPointer<UInt8>, from start: Int, shift: UInt8) -> Bool {
    var reader = unsafe JPEGBitReader(memory, from: start)
    var untilRestart = restartInterval
    var restarts: UInt8 = 0
    for index in planes.indices { planes[index].last = 0 }
    for row in 0..<groups.height {
      for column in 0..<groups.width {
        if restartInterval > 0 {
          if untilRestart == 0 {
            guard reader.skipMarker(0xD0 | restarts & 7) else { return false }
            restarts &+= 1
            untilRestart = restartInterval
            for index in planes.indices { planes[index].last = 0 }
          }
          untilRestart -= 1
        }
        for index in planes.indices {
          guard planes[index].readGroup(column: column, row: row, isFirst: missingBits == nil, shift, from: &reader)
          else { return false }
        }
      }
      if reader.isOverrun { return false }
    }
    return reader.isAtMarker
  }

  private func samples() -> [UInt8] {
    let size = DCTScale(eighths: 1).scaled(size)
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * planes.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let light = planes[0].level(column, row)
        guard planes.count == 3 else {
          samples.append(UInt8(truncatingIfNeeded: light))
          continue
        }
        let (red, green, blue) = JPEGProgressiveDCDecoder.rgb(
          light, planes[1].level(column, row), planes[2].level(column, row))
        samples.append(red)
        samples.append(green)
        samples.append(blue)
      }
    }
    return samples
  }

  /// Returns the color of a YCbCr triple (ITU-T T.871, 7), computed in fixed point with 16 fractional bits.
  @inline(__always)
  private static func rgb(_ light: Int32, _ blueness: Int32, _ redness: Int32) -> (UInt8, UInt8, UInt8) {
    let (blue, red, half) = (blueness - 128, redness - 128, Int32(1 << 15))
    func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value))) }
    return (
      clamped(light + (91_881 * red + half) >> 16), clamped(light + (half - 22_554 * blue - 46_802 * red) >> 16),
      clamped(light + (116_130 * blue + half) >> 16)
    )
  }

  /// The means of one component's blocks, which each scan refines.
  private struct Plane {
    /// The identifier by which scans refer to the component.
    let identity: UInt8
    /// The number of blocks in a group, across and down.
    let across: Int, down: Int
    /// The number of samples for each block, across and down.
    let wide: Int, high: Int
    /// The number of blocks in a row, which covers whole groups.
    let width: Int
    let dc: JPEGHuffmanTable
    let quantum: Int32
    /// The means, row-major; 16 bits hold every value of a valid file.
    var means: [Int16]
    /// The DC predictor.
    var last: Int32 = 0

    /// Reads a scan's data for the blocks of a group: in the first scan, bit `shift` and those above it; in later
    /// scans, bit `shift` alone (G.1.2.1). Returns false if a code is invalid.
    @inline(__always)
    mutating func readGroup(
      column: Int, row: Int, isFirst: Bool, _ shift: UInt8, from reader: inout JPEGBitReader
    ) -> Bool {
      for y in 0..<down {
        for x in 0..<across {
          let index = (row * down + y) * width + column * across + x
          reader.fill()
          if isFirst {
            guard let difference = dc.difference(from: &reader) else { return false }
            last = Int32(Int16(truncatingIfNeeded: last &+ difference))
            means[index] = Int16(truncatingIfNeeded: last) << Int16(shift)
          } else {
            if reader.bits >> 63 == 1 { means[index] |= 1 << Int16(shift) }
            reader.skip(1)
          }
        }
      }
      return true
    }

    /// Returns the sample, 0…255, for one of the picture's blocks, rounded as in libjpeg.
    func level(_ column: Int, _ row: Int) -> Int32 {
      let mean = Int32(means[row / high * width + column / wide])
      return max(0, min(255, (mean &* quantum &+ 4) >> 3 &+ 128))
    }
  }
}
