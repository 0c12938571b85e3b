import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Compared with libwebp, which encodes the files or decodes random ones.
@Suite("Lossless WebP")
struct LosslessWebPTests {
  private static let deadline = DecodeDeadline(ContinuousClock(), limit: .seconds(600))

  /// The file's pixels: red, green, blue and alpha.
  private func pixels(
    _ file: [UInt8], limits: DecodingLimits = DecodingLimits(), _ deadline: DecodeDeadline = Self.deadline
  ) throws(ImageError) -> [SIMD4<UInt8>] {
    let picture = WebPPicture(file, file.indices, features: try LibWebP.features(file[...]))
    var pixels: [SIMD4<UInt8>] = []
    try picture.decode(into: &pixels, limits, deadline)
    return pixels
  }

  /// Pictures that exercise different transforms and codes of the encoder.
  enum Subject: CaseIterable {
    case photograph, gradient, flat, text, alpha, colors2, colors4, colors16, colors200, noise

    func pixels(_ width: Int, _ height: Int) -> [SIMD4<UInt8>] {
      var random = SplitMix64(seed: 3)
      var pixels: [SIMD4<UInt8>] = []
      for y in 0..<height {
        for x in 0..<width {
          let wave = UInt8((x * x / 7 + 3 * y) / 4 & 255)
          let some = UInt8.random(in: 0...255, using: &random)
          let color: (UInt8, UInt8, UInt8, UInt8) =
            switch self {
            case .photograph: (wave &+ some % 9, wave &+ some % 5, 200 &- wave / 2 &+ some % 7, 255)
            case .gradient: (UInt8(x & 255), UInt8(y & 255), UInt8((x + y) & 255), 255)
            case .flat: (12, 34, 56, 255)
            case .text: (x % 11 * y % 7 == 3 ? (0, 0, 0, 255) : (255, 250, 240, 255))
            case .alpha: (wave, some % 3 * 80, wave ^ 0x55, some % 4 * 85)
            case .colors2: some % 2 == 0 ? (1, 2, 3, 255) : (200, 100, 0, 255)
            case .colors4: (some % 4 * 60, some % 4, wave & 0, 255)
            case .colors16: (some % 16 * 16, 255 - some % 16, 7, 255)
            case .colors200: (some % 200, 255 - some % 200, 9, 255)
            case .noise: (some, UInt8(random.next() & 255), UInt8(random.next() & 255), 255)
            }
          pixels.append(SIMD4(color.0, color.1, color.2, color.3))
        }
      }
      return pixels
    }
  }

  @Test("pictures encoded by libwebp are decoded exactly", arguments: Subject.allCases) func encoded(subject: Subject)
    throws
  {
    let original = subject.pixels(97, 61)
    for (method, quality) in [(0, 0), (0, 100), (2, 50), (4, 75), (6, 100)] as [(Int32, Float)] {
      let file = try LibWebPCodec.lossless(original, width: 97, method: method, quality: quality)
      try expect(pixels(file), equals: original, "method \(method), quality \(quality)")
    }
  }

  @Test(
    "a picture of any shape is decoded exactly",
    arguments: [
      (1, 1), (2, 1), (1, 2), (1, 300), (300, 1), (16_383, 1), (1, 16_383), (255, 128), (256, 128), (257, 128),
      (3, 9000),
    ]) func shapes(width: Int, height: Int) throws
  {
    for subject in [Subject.photograph, .colors2, .alpha] {
      let original = subject.pixels(width, height)
      let file = try LibWebPCodec.lossless(original, width: width, method: 3, quality: 60)
      try expect(pixels(file), equals: original, "\(subject)")
    }
  }

  @Test("random streams decode as in libwebp", arguments: 0..<Rounds.count(40)) func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var pictureCount = 0
    for _ in 0..<8 {
      let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
      let file = VP8LWriter.random(width: width, height: height, using: &random).file
      let ours = try? pixels(file)
      expect(ours, equals: LibWebPCodec.pixels(file), "\(width)×\(height)")
      if ours != nil { pictureCount += 1 }
    }
    // Copies may reach past the end of the picture, so some streams are damaged.
    #expect(pictureCount > 0)
  }

  @Test("changed and truncated streams decode as in libwebp", arguments: Subject.allCases)
  func mutated(subject: Subject) throws {
    let file = try LibWebPCodec.lossless(subject.pixels(33, 29), width: 33, method: 4, quality: 80)
    // libwebp reads past the end of a chunk. If its length is even, no padding follows it.
    let sound = Array(file[20...]) + (file.count % 2 == 1 ? [0] : [])
    func check(_ stream: [UInt8], _ comment: Comment) {
      let file = RIFFWriter.file(RIFFWriter.chunk("VP8L", stream))
      expect((try? pixels(file)), equals: LibWebPCodec.pixels(file), comment)
    }
    check(sound, "unchanged")
    var random = SplitMix64(seed: 5)
    for round in 0..<Rounds.count(200) {
      var stream = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Most of what can fail is at the beginning.
        let end = round % 2 == 0 ? min(stream.count, 100) : stream.count
        stream[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      check(stream, "round \(round)")
    }
    for count in stride(from: 6, to: sound.count, by: 2 * max(1, sound.count / 120)) {
      check(Array(sound[..<count]), "\(count) bytes")
    }
  }

  @Test("copies reach a million pixels back") func far() throws {
    // Noise, with copies from the greatest distance that can be coded: 2²⁰ − 120 pixels.
    let (width, height) = (2048, 1030)
    var random = SplitMix64(seed: 8)
    var writer = VP8LWriter(width: width, height: height)
    writer.write(0, 1)
    writer.writeCacheBits(0)
    writer.write(0, 1)
    // Green values or the longest copies: 255 words of eight bits, two of nine.
    var greens = VP8LWriter.Lengths(repeating: 0, count: 280)
    for green in 0..<255 { greens[green] = 8 }
    greens[255] = 9
    greens[256 + 23] = 9
    writer.writeCode(greens, isShort: true)
    for color in [7, 9, 255] { writer.writeSimpleCode(color) }
    // The greatest distances, whose symbol takes no bits.
    var distances = VP8LWriter.Lengths(repeating: 0, count: 40)
    distances[39] = 1
    writer.writeCode(distances, isShort: true)
    let words = VP8LWriter.codes(greens)
    var expected: [SIMD4<UInt8>] = []
    while expected.count < width * height {
      if expected.count >= 1 << 20, expected.count + 4096 <= width * height, expected.count % 3 == 0 {
        writer.write(words[256 + 23], 9)
        // A length of 3072 plus ten bits; a distance of 786,432 plus 18 bits.
        writer.write(1023, 10)
        writer.write(1 << 18 - 1, 18)
        let start = expected.count - (1 << 20 - 120)
        expected += expected[start..<start + 4096]
      }
      let green = Int.random(in: 0..<255, using: &random)
      writer.write(words[green], 8)
      expected.append(SIMD4(7, UInt8(green), 9, 255))
    }
    let decoded = try pixels(writer.file)
    expect(decoded.count, equals: width * height)
    expect(decoded, equals: expected)
  }

  @Test("a stream is decoded after other chunks, in a frame, and in part when truncated")
  func container() throws {
    // Enough pixels for a separate thread.
    let (width, height) = (230, 190)
    let original = Subject.photograph.pixels(width, height)
    let file = try LibWebPCodec.lossless(original, width: width, method: 3, quality: 60)
    let expected = try EncodedImage(file).decode(scaledTo: PixelSize(width: 115, height: 95))
    let picture = RIFFWriter.picture(of: file)
    // VP8X with the profile flag, and a chunk that is not a valid profile.
    let extended = RIFFWriter.chunk("VP8X", [0x20, 0, 0, 0, 229, 0, 0, 189, 0, 0])
    for count in [3000, 90_000] {
      let profile = RIFFWriter.chunk("ICCP", Array(repeating: 7, count: count))
      let bytes = RIFFWriter.file(extended, profile, picture)
      try expect(pixels(bytes), equals: original, "\(count) bytes")
      try expect(EncodedImage(bytes).decode(scaledTo: expected.size), equals: expected, "\(count) bytes")
    }
    let moving = RIFFWriter.file(
      RIFFWriter.animated(width, height), RIFFWriter.loops(0), RIFFWriter.frame(0, 0, width, height, picture))
    let frame = try #require(try EncodedImage(moving).makeFrameSource(scaledTo: expected.size).next()).bitmap
    expect(frame.pixels, equals: expected.pixels)
    // Without a complete row.
    for count in [30, 100] {
      #expect(throws: ImageError.truncated(format: "WebP"), "\(count) bytes") {
        try EncodedImage(Array(file[..<count])).decode(scaledTo: expected.size)
      }
    }
    for count in [file.count / 2, file.count - 500] {
      let picture = try EncodedImage(Array(file[..<count])).picture(scaledTo: expected.size)
      expect(picture.defect, equals: .truncated, "\(count) bytes")
      // The first rows, and the color of missing pixels at the end.
      expect(picture.bitmap.pixels[..<(115 * 10)], equals: expected.pixels[..<(115 * 10)], "\(count) bytes")
      expect(picture.bitmap.pixels.last, equals: DecodedPicture.missing, "\(count) bytes")
    }
  }

  @Test("damaged streams are rejected with a specific error") func damaged() {
    func error(_ write: (inout VP8LWriter) -> Void) -> ImageError? {
      var writer = VP8LWriter(width: 9, height: 9)
      write(&writer)
      do throws(ImageError) {
        _ = try pixels(writer.file)
        return nil
      } catch {
        return error
      }
    }
    func corrupt(_ reason: String) -> ImageError { .corrupt(format: "WebP", reason: reason) }
    expect(error { $0.write(0, 3) }, equals: .truncated(format: "WebP"))
    expect(
      error { writer in
        for _ in 0..<2 { writer.write(0b101, 3) }
        writer.write(0, 200)
      }, equals: corrupt("it is transformed twice"))
    expect(
      error { writer in
        writer.write(0, 1)
        writer.writeCacheBits(12)
        writer.write(0, 200)
      }, equals: corrupt("its color cache has no size"))
    let incomplete = VP8LWriter.Lengths(repeating: 8, count: 255) + VP8LWriter.Lengths(repeating: 0, count: 25)
    let tooMany = VP8LWriter.Lengths(repeating: 8, count: 257) + VP8LWriter.Lengths(repeating: 0, count: 23)
    for lengths in [incomplete, tooMany] {
      expect(
        error { writer in
          writer.write(0, 3)
          writer.writeCode(lengths, isShort: true)
          writer.write(0, 200)
        }, equals: corrupt("its codes are not in order"))
    }
    expect(
      error { writer in
        writer.write(0, 3)
        // Only copies of one pixel.
        var lengths = VP8LWriter.Lengths(repeating: 0, count: 280)
        lengths[256] = 1
        writer.writeCode(lengths, isShort: false)
        for _ in 0..<4 { writer.writeSimpleCode(0) }
        writer.write(0, 200)
      }, equals: corrupt("it copies pixels that are not there"))
    expect(
      error { writer in
        writer.write(0, 3)
        writer.writeSimpleCode(0)
        for _ in 0..<3 { writer.writeSimpleCode(0) }
        // There are only 40 distances.
        writer.writeSimpleCode(40, 41)
        writer.write(0, 200)
      }, equals: corrupt("its codes are not in order"))
  }

  @Test("codes and tiles that need too much memory are refused") func memory() {
    var writer = VP8LWriter(width: 1024, height: 1024)
    writer.write(0, 1)
    writer.writeCacheBits(0)
    // 65,536 tiles of 4×4 pixels, all of which use the last of 65,536 groups of codes.
    writer.write(1, 1)
    writer.write(0, 3)
    writer.write(0, 1)
    for symbol in [255, 255, 0, 0, 0] { writer.writeSimpleCode(symbol) }
    for _ in 0..<65_536 * 5 { writer.writeSimpleCode(0) }
    let file = writer.file
    // Half of the limit is for the tiles, which take a quarter of a megabyte and memory to decode them in. The other
    // half is for the codes, with 50 bytes per group.
    #expect(throws: ImageError.outOfMemory(format: "WebP")) {
      try pixels(file, limits: DecodingLimits(maxWorkingBytes: 1 << 19))
    }
    #expect(throws: ImageError.outOfMemory(format: "WebP")) {
      try pixels(file, limits: DecodingLimits(maxWorkingBytes: 5 << 20))
    }
    #expect(throws: Never.self) { try pixels(file, limits: DecodingLimits(maxWorkingBytes: 8 << 20)) }
  }

  @Test("a decode that exceeds its deadline fails") func slow() throws {
    let file = try LibWebPCodec.lossless(
      Subject.photograph.pixels(256, 512), width: 256, method: 0, quality: 0)
    let deadline = DecodeDeadline(SteppingClock(), limit: .seconds(3))
    #expect(throws: ImageError.tookTooLong(limit: .seconds(3))) {
      try pixels(file, limits: DecodingLimits(), deadline)
    }
  }

  @Test("a stream that declares its alpha unused is opaque, also in a frame", arguments: [9, 230]) func unusedAlpha(
    width: Int
  ) throws {
    let height = 190
    let original = Subject.alpha.pixels(width, height)
    var file = try LibWebPCodec.lossless(original, width: width, method: 3, quality: 60)
    expect(file[24] & 0x10, equals: 0x10)
    // The bit after the width and the height.
    file[24] &= 0xEF
    let opaque = original.map { SIMD4($0.x, $0.y, $0.z, 255) }
    try expect(pixels(file), equals: opaque)
    let size = PixelSize(width: width, height: height)
    let expected = opaque.map { SIMD4(SRGB.linear16($0.x), SRGB.linear16($0.y), SRGB.linear16($0.z), .max) }
    try expect(EncodedImage(file).decode(scaledTo: size), equals: Bitmap(size: size, pixels: expected, isOpaque: true))
    let moving = RIFFWriter.file(
      RIFFWriter.animated(width, height), RIFFWriter.loops(0),
      RIFFWriter.frame(0, 0, width, height, RIFFWriter.picture(of: file)))
    try expect(EncodedImage(moving).makeFrameSource(scaledTo: size).next()?.bitmap.pixels, equals: expected)
  }
}
