import Bitmaps
import Imaging
import TestSupport
import Testing

/// PNGs that are large enough to be decompressed and unfiltered by several threads: they equal what one thread decodes.
@Suite("PNG by bands")
struct BandedPNGTests {
  /// Decompresses row by row, in one thread.
  private static let single = DecodingLimits(maxInflatedBytes: 0)

  private struct Kind: Sendable, CustomTestStringConvertible {
    let colorType: UInt8, depth: UInt8, width: Int, height: Int
    var isInterlaced = false

    var testDescription: String {
      "type \(colorType), \(depth) bits, \(width)×\(height)\(isInterlaced ? ", interlaced" : "")"
    }

    var size: PixelSize { PixelSize(width: width, height: height) }

    /// Rows of random differences under random filters, in runs.
    var rows: [UInt8] {
      var random = SplitMix64(seed: UInt64(width))
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType), default: 1]
      let passes =
        isInterlaced
        ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        : [(0, 0, 1, 1)]
      var rows: [UInt8] = []
      for (column, row, columnStep, rowStep) in passes {
        let bytes = ((width - column + columnStep - 1) / columnStep * channels * Int(depth) + 7) / 8
        var filter: UInt8 = 0
        for _ in 0..<(height - row + rowStep - 1) / rowStep {
          let number = random.next()
          if number & 3 == 0 { filter = UInt8(number >> 8 % 5) }
          rows.append(filter)
          // Differences of at most 7: zlib's search of matches is slow in long runs of equal bytes.
          let differences = (0..<bytes / 8 + 1).map { _ in random.next() & 0x0707_0707_0707_0707 }
          unsafe differences.withUnsafeBytes { unsafe rows.append(contentsOf: $0.prefix(bytes)) }
        }
      }
      return rows
    }

    func writer(_ rows: [UInt8]) -> PNGWriter {
      var writer = PNGWriter(
        width: width, height: height, depth: depth, colorType: colorType, interlaced: isInterlaced, filtered: rows)
      if colorType == 3 {
        writer.insert("PLTE", (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) }, before: "IDAT")
      }
      return writer
    }
  }

  private static let rgb = Kind(colorType: 2, depth: 8, width: 900, height: 800)

  @Test(
    "every kind equals what one thread decodes, whole and in part",
    arguments: [
      rgb, Kind(colorType: 6, depth: 8, width: 800, height: 700),
      Kind(colorType: 0, depth: 8, width: 1700, height: 1300),
      Kind(colorType: 2, depth: 16, width: 600, height: 601), Kind(colorType: 6, depth: 16, width: 500, height: 530),
      Kind(colorType: 3, depth: 4, width: 2500, height: 1700), Kind(colorType: 4, depth: 8, width: 1200, height: 1000),
      Kind(colorType: 2, depth: 8, width: 50_000, height: 17),
      Kind(colorType: 6, depth: 8, width: 900, height: 700, isInterlaced: true),
    ])
  private func equal(kind: Kind) throws {
    let bytes = kind.writer(kind.rows).bytes
    let (banded, single) = (try EncodedImage(bytes), try EncodedImage(bytes, limits: Self.single))
    // The data are read again during decompression.
    let limits = DecodingLimits(maxHeldBytes: 0, maxInflatedBytes: 0)
    let streamed = try #require(try EncodedImage(streaming: RecordingSource(bytes), limits: limits))
    let part = try #require(
      ScaledRegion(PixelRect(x: 5, y: 7, width: 11, height: 3), of: PixelSize(width: 40, height: 16)))
    for region in [ScaledRegion(whole: PixelSize(width: 90, height: 15)), ScaledRegion(whole: kind.size), part] {
      let expected = try single.picture(of: region)
      try expect(banded.picture(of: region), equals: expected)
      try expect(streamed.picture(of: region), equals: expected)
    }
  }

  @Test("damaged data have the same defect or error as in one thread, and the same rows")
  func damaged() throws {
    let kind = Self.rgb
    let rows = kind.rows
    let sound = kind.writer(rows)
    let data = sound.chunks[1].content
    var contents: [[UInt8]] = [Array(data.dropLast(1)), Array(data.dropLast(4)), data + [1, 2, 3], Array(data[..<9])]
    for share in 1..<8 { contents.append(Array(data[..<(data.count * share / 8)])) }
    var random = SplitMix64(seed: 3)
    for _ in 0..<12 {
      var changed = data
      changed[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      contents.append(changed)
    }
    // Fewer rows than declared, more of them, and a filter that does not exist.
    contents.append(PNGWriter.compressed(rows.dropLast(3 * kind.width + 1)))
    contents.append(PNGWriter.compressed(rows + [0, 0]))
    var invalid = rows
    invalid[500 * (3 * kind.width + 1)] = 5
    contents.append(PNGWriter.compressed(invalid))
    var outcomes: Set<String> = []
    for content in contents {
      var writer = sound
      writer.chunks[1].content = content
      let bytes = writer.bytes
      let (banded, single) = (outcome(bytes), outcome(bytes, Self.single))
      expect(banded.name, equals: single.name)
      expect(banded.picture, equals: single.picture)
      outcomes.insert(banded.name)
    }
    #expect(outcomes.contains { $0.contains("truncated") } && outcomes.contains { $0.contains("invalid filter 5") })
  }

  private func outcome(_ bytes: [UInt8], _ limits: DecodingLimits = DecodingLimits()) -> (
    name: String, picture: DecodedPicture?
  ) {
    do throws(ImageError) {
      let picture = try EncodedImage(bytes, limits: limits).picture(scaledTo: PixelSize(width: 90, height: 80))
      return ("\(String(describing: picture.defect))", picture)
    } catch {
      return ("\(error)", nil)
    }
  }
}
