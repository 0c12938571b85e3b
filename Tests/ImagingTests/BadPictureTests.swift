import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

@Suite("Bad pictures")
struct BadPictureTests {
  private func decode(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ImageError) -> Bitmap {
    try EncodedImage(bytes, limits: limits).decode(scaledTo: PixelSize(width: 5, height: 4))
  }

  @Test("each bad picture is rejected with its specific error", arguments: BadPicture.all) func refused(
    picture: BadPicture
  ) throws {
    // IMAGING_RECORD=1 rewrites the files.
    if ProcessInfo.processInfo.environment["IMAGING_RECORD"] != nil {
      try Data(picture.make()).write(to: URL(fileURLWithPath: Fixtures.path("bad/\(picture.name)")))
    }
    let bytes = try Fixtures.bytes("bad/\(picture.name)")
    #expect(throws: picture.error) { try decode(bytes) }
    #expect(throws: picture.error) { try decode(bytes, limits: DecodingLimits(maxInflatedBytes: 0)) }
  }

  @Test("the bad fixtures are exactly the generated ones") func allKept() {
    expect(Fixtures.names(in: "bad"), equals: BadPicture.all.map(\.name).sorted())
  }

  @Test("a picture beyond the limits is refused before it is decoded") func limits() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let size = PixelSize(width: 45, height: 31)
    #expect(throws: ImageError.tooLarge(size, limit: 45 * 31 - 1)) {
      try decode(bytes, limits: DecodingLimits(maxPixels: 45 * 31 - 1))
    }
    #expect(throws: ImageError.tooLong(size, limit: 44)) { try decode(bytes, limits: DecodingLimits(maxSide: 44)) }
    #expect(throws: ImageError.outOfMemory(format: "PNG")) {
      try decode(bytes, limits: DecodingLimits(maxFileBytes: bytes.count - 1))
    }
    let exact = DecodingLimits(maxPixels: 45 * 31, maxSide: 45, maxFileBytes: bytes.count)
    #expect(throws: Never.self) { try decode(bytes, limits: exact) }
  }

  @Test("errors are described in short phrases") func phrases() {
    let size = PixelSize(width: 60_000, height: 50_000)
    expect(
      ImageError.tooLarge(size, limit: 200_000_000).description,
      equals: "too large: 60000×50000 pixels, the limit is 200 million")
    expect(
      ImageError.tooLarge(size, limit: 5000).description, equals: "too large: 60000×50000 pixels, the limit is 5000")
    expect(
      ImageError.tooLong(size, limit: 44).description,
      equals: "too large: 60000×50000 pixels, the limit is 44 on a side")
    expect(ImageError.truncated(format: "JPEG").description, equals: "truncated JPEG")
    expect(
      ImageError.corrupt(format: "PNG", reason: "it has no palette").description,
      equals: "damaged PNG: it has no palette")
    expect(ImageError.empty.description, equals: "empty file")
    expect(ImageError.notAPicture.description, equals: "not a picture")
  }
}

/// Decoding must end; any result or error is accepted.
@Suite("Mutations")
struct MutationTests {
  private func survives(_ bytes: [UInt8]) {
    let limits = DecodingLimits(maxPixels: 100_000)
    guard let image = try? EncodedImage(bytes, limits: limits) else { return }
    for target in [PixelSize(width: 5, height: 4), PixelSize(width: 2, height: 1)] {
      guard let bitmap = try? image.decode(scaledTo: target) else { return }
      expect(bitmap.size, equals: target)
    }
  }

  @Test("a file with changed bytes yields a picture or an error", arguments: Fixtures.good) func bytes(name: String)
    throws
  {
    let sound = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 42)
    for _ in 0..<Rounds.count(150) {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      survives(bytes)
    }
  }

  @Test("a file with any header byte changed yields a picture or an error", arguments: Fixtures.good) func headers(
    name: String
  ) throws {
    let sound = try Fixtures.bytes(name)
    for index in 0..<min(sound.count, 200) {
      let values: [UInt8] = [0, 0xFF, 1, 0x7F]
      for value in values.prefix(Rounds.count(16)) {
        var bytes = sound
        bytes[index] = value
        survives(bytes)
      }
    }
  }

  @Test(
    "a PNG with changed chunks and valid checksums yields a picture or an error",
    arguments: Fixtures.pngs + Fixtures.apngs)
  func chunks(name: String) throws {
    let sound = PNGWriter(reading: try Fixtures.bytes(name))
    var random = SplitMix64(seed: 43)
    for _ in 0..<Rounds.count(150) {
      var writer = sound
      let chunk = Int.random(in: 0..<writer.chunks.count, using: &random)
      guard !writer.chunks[chunk].content.isEmpty else { continue }
      let index = Int.random(in: 0..<writer.chunks[chunk].content.count, using: &random)
      writer.chunks[chunk].content[index] = UInt8.random(in: 0...255, using: &random)
      survives(writer.bytes)
    }
  }

  @Test("a PNG with random data and any declared size yields a picture or an error", arguments: Rounds.seeds(40))
  func rows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let kinds: [(UInt8, [UInt8])] = [
        (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
      ]
      let (colorType, depths) = try #require(kinds.randomElement(using: &random))
      let depth = try #require(depths.randomElement(using: &random))
      let count = Int.random(in: 0...600, using: &random)
      // Bytes of 0…4, all of which are valid filter types.
      let data = (0..<count).map { _ in UInt8.random(in: 0...4, using: &random) }
      var writer = PNGWriter(
        width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...12, using: &random), depth: depth,
        colorType: colorType, interlaced: Bool.random(using: &random), filtered: data)
      if colorType == 3 { writer.insert("PLTE", [9, 8, 7], before: "IDAT") }
      if Bool.random(using: &random) {
        let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        writer.insert("tRNS", bytes, before: "IDAT")
      }
      survives(writer.bytes)
    }
  }
}
