import Bitmaps
import Imaging
import TestSupport
import Testing

private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

private func decoded(_ writer: PNGWriter, limits: DecodingLimits = DecodingLimits()) throws -> Bitmap {
  let image = try EncodedImage(writer.bytes, limits: limits)
  return try image.decode(scaledTo: image.size)
}

/// The limits under which every picture is decompressed row by row.
private let streaming = DecodingLimits(maxInflatedBytes: 0)

@Suite("PNG")
struct PNGTests {
  @Test(
    "every filter is reversed for every pixel width",
    arguments: [(0, 8, 1), (4, 8, 2), (2, 8, 3), (6, 8, 4), (2, 16, 6), (6, 16, 8)] as [(UInt8, UInt8, Int)])
  func filters(colorType: UInt8, depth: UInt8, stride: Int) throws {
    var random = SplitMix64(seed: UInt64(stride))
    for width in [1, 2, 3, 5, 16, 17] {
      // Every filter after every other, and after itself; the row before the first one is zeros.
      let filters: [UInt8] = [0, 0, 1, 0, 2, 0, 3, 0, 4, 1, 1, 2, 1, 3, 1, 4, 2, 2, 3, 2, 4, 3, 3, 4, 4, 0]
      let rows = filters.map { _ in (0..<width * stride).map { _ in UInt8.random(in: 0...255, using: &random) } }
      var filtered: [UInt8] = []
      var plain: [UInt8] = []
      var above = [UInt8](repeating: 0, count: width * stride)
      for (row, filter) in zip(rows, filters) {
        filtered += PNGWriter.filtered(row, above: above, by: filter, stride: stride)
        plain += [0] + row
        above = row
      }
      let expected = try decoded(
        PNGWriter(width: width, height: rows.count, depth: depth, colorType: colorType, filtered: plain))
      let actual = PNGWriter(width: width, height: rows.count, depth: depth, colorType: colorType, filtered: filtered)
      try expect(decoded(actual), equals: expected)
      try expect(decoded(actual, limits: streaming), equals: expected)
    }
  }

  @Test("a picture decoded row by row equals one decoded at once", arguments: Fixtures.pngs) func streamed(name: String)
    throws
  {
    let bytes = try Fixtures.bytes(name)
    for target in [size(45, 31), size(13, 9), size(60, 40)] {
      let whole = try EncodedImage(bytes).decode(scaledTo: target)
      try expect(EncodedImage(bytes, limits: streaming).decode(scaledTo: target), equals: whole)
    }
  }

  @Test(
    "every kind matches ImageMagick's output", .enabled(if: Program.magick != nil, "ImageMagick is not installed"),
    arguments: Fixtures.pngs)
  func magick(name: String) throws {
    let samples = try #require(Program.magick).output(
      [Fixtures.path(name), "-set", "colorspace", "sRGB", "-depth", "16", "-endian", "MSB", "RGBA:-"])
    let expected = Reference(size: size(45, 31), straight16: samples[...])
    #expect(expected.difference(from: try EncodedImage(Fixtures.bytes(name)).decode(scaledTo: size(45, 31))) <= 1)
  }

  @Test("every 8-bit value is decoded exactly") func exact() throws {
    let row = (UInt8.min...UInt8.max).flatMap { value -> [UInt8] in [value, 255 - value, 7] }
    let bitmap = try decoded(PNGWriter(width: 256, height: 1, depth: 8, colorType: 2, filtered: [0] + row))
    let encoded = bitmap.pixels.flatMap { pixel -> [UInt8] in (0..<3).map { SRGB.encoded(pixel[$0]) } }
    expect(encoded, equals: row)
    #expect(bitmap.isOpaque)
  }

  @Test("data in many chunks, some of them empty, form one stream") func manyChunks() throws {
    let whole = PNGWriter(width: 4, height: 3, depth: 8, colorType: 0, filtered: (0..<15).map { $0 % 5 == 0 ? 0 : $0 })
    var pieces = PNGWriter()
    pieces.add("IHDR", whole.chunks[0].content)
    pieces.add("IDAT", [])
    for byte in whole.chunks[1].content {
      pieces.add("IDAT", [byte])
      pieces.add("IDAT", [])
    }
    pieces.add("IEND", [])
    try expect(decoded(pieces), equals: decoded(whole))
    try expect(decoded(pieces, limits: streaming), equals: decoded(whole))
  }

  @Test("an ancillary chunk is skipped, even with a wrong checksum") func ancillary() throws {
    let plain = PNGWriter(width: 1, height: 1, depth: 8, colorType: 0, filtered: [0, 90])
    var more = plain
    more.insert("teXt", [1, 2, 3], before: "IDAT")
    more.add("zZzZ", [9], checksum: 1)
    more.chunks.swapAt(3, 4)
    try expect(decoded(more), equals: decoded(plain))
  }

  @Test("a tRNS that does not fit the picture is ignored") func wrongTransparency() throws {
    var gray = PNGWriter(width: 1, height: 1, depth: 8, colorType: 0, filtered: [0, 0])
    gray.insert("tRNS", [0, 0, 0], before: "IDAT")
    #expect(try decoded(gray).isOpaque)
    var palette = PNGWriter(width: 1, height: 1, depth: 8, colorType: 3, filtered: [0, 0])
    palette.insert("PLTE", [1, 2, 3], before: "IDAT")
    palette.insert("tRNS", [0, 0], before: "IDAT")
    #expect(try decoded(palette).isOpaque)
    palette.chunks[2].content = [0]
    try expect(decoded(palette).pixels, equals: [.zero])
    palette.chunks.swapAt(1, 2)
    #expect(try decoded(palette).isOpaque)
  }

  @Test("an index beyond the palette is black") func beyondPalette() throws {
    var palette = PNGWriter(width: 2, height: 1, depth: 8, colorType: 3, filtered: [0, 0, 200])
    palette.insert("PLTE", [255, 255, 255], before: "IDAT")
    try expect(decoded(palette).pixels, equals: [SIMD4(repeating: .max), SIMD4(0, 0, 0, .max)])
  }

  @Test("excess image data are ignored") func tooMuchData() throws {
    let filtered: [UInt8] = [0, 90, 0, 91]
    let plain = PNGWriter(width: 1, height: 2, depth: 8, colorType: 0, filtered: filtered)
    let more = PNGWriter(
      width: 1, height: 2, depth: 8, colorType: 0, filtered: filtered + Array(repeating: 1, count: 9000))
    try expect(decoded(more), equals: decoded(plain))
    var trailing = plain
    trailing.chunks[1].content += [1, 2, 3, 4, 5]
    try expect(decoded(trailing), equals: decoded(plain))
  }

  @Test("interlaced pictures of every small size equal non-interlaced ones") func interlaced() throws {
    for width in 1...9 {
      for height in 1...9 {
        let value = { (column: Int, row: Int) in UInt8(column * 16 + row) }
        let plain = (0..<height).flatMap { row -> [UInt8] in [0] + (0..<width).map { value($0, row) } }
        // The passes of the specification (8.2): each digit is the pass of a pixel.
        let pattern = [
          "16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777",
        ].map { Array($0) }
        var filtered: [UInt8] = []
        for pass in "1234567" {
          for row in 0..<height {
            let columns = (0..<width).filter { pattern[row % 8][$0 % 8] == pass }
            if !columns.isEmpty { filtered += [0] + columns.map { value($0, row) } }
          }
        }
        let expected = try decoded(PNGWriter(width: width, height: height, depth: 8, colorType: 0, filtered: plain))
        let actual = PNGWriter(
          width: width, height: height, depth: 8, colorType: 0, interlaced: true, filtered: filtered)
        try expect(decoded(actual), equals: expected)
      }
    }
  }

  @Test("an interlaced picture that would need too much memory is refused") func memory() throws {
    let bytes = try Fixtures.bytes("good/png-rgba-interlaced.png")
    let image = try EncodedImage(bytes, limits: DecodingLimits(maxWorkingBytes: 45 * 31 * 4 - 1))
    #expect(throws: ImageError.outOfMemory(format: "PNG")) { try image.decode(scaledTo: size(45, 31)) }
    #expect(throws: ImageError.outOfMemory(format: "PNG")) { try image.decode(scaledTo: size(9, 6)) }
  }

  @Test(
    "an interlaced picture is scaled like a plain one",
    arguments: [(0, 8), (2, 8), (4, 8), (6, 8), (2, 16), (6, 16)] as [(UInt8, UInt8)])
  func scaledInterlaced(colorType: UInt8, depth: UInt8) throws {
    var random = SplitMix64(seed: 12)
    let stride = [0: 1, 2: 3, 4: 2, 6: 4][colorType, default: 1] * Int(depth) / 8
    for (width, height) in [(64, 48), (61, 47), (7, 100), (100, 5)] {
      let pixels: [[UInt8]] = (0..<width * height).map { _ in
        (0..<stride).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      let plain: [UInt8] = (0..<height).flatMap { row -> [UInt8] in
        [0] + pixels[row * width..<(row + 1) * width].joined()
      }
      let steps = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
      ]
      var passes: [UInt8] = []
      for (column, row, across, down) in steps where column < width && row < height {
        for y in Swift.stride(from: row, to: height, by: down) {
          passes.append(0)
          for x in Swift.stride(from: column, to: width, by: across) { passes += pixels[y * width + x] }
        }
      }
      let expected = try EncodedImage(
        PNGWriter(width: width, height: height, depth: depth, colorType: colorType, filtered: plain).bytes)
      let actual = try EncodedImage(
        PNGWriter(
          width: width, height: height, depth: depth, colorType: colorType, interlaced: true, filtered: passes
        ).bytes)
      for target in [size(1, 1), size(3, 2), size(5, 4), size(6, 3), size(7, 1)] {
        try expect(actual.decode(scaledTo: target), equals: expected.decode(scaledTo: target))
      }
    }
  }

  @Test("a cancelled task stops decoding") func cancelled() async throws {
    let image = try EncodedImage(Fixtures.bytes("good/png-rgb.png"))
    let task = Task { () -> ImageError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(ImageError) {
        _ = try image.decode(scaledTo: size(9, 6))
        return nil
      } catch { return error }
    }
    task.cancel()
    await expect(task.value, equals: .cancelled)
  }
}
