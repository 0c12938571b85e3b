import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Files are encoded by libwebp.
@Suite("Lossless WebP")
struct LosslessWebPTests {
  private static let deadline = DecodeDeadline(ContinuousClock(), limit: .seconds(600))

  /// The file's pixels: red, green, blue and alpha.
  private func pixels(
    _ file: [UInt8], _ deadline: DecodeDeadline = Self.deadline
  ) throws(ImageError) -> [SIMD4<UInt8>] {
    let picture = WebPPicture(file, file.indices, features: try LibWebP.features(file[...]))
    var pixels: [SIMD4<UInt8>] = []
    try picture.decode(into: &pixels, deadline)
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

  @Test("a stream is decoded after other chunks, in a frame, and in part when truncated")
  func container() throws {
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

  @Test("a decode that exceeds its deadline fails") func slow() throws {
    // Noise does not compress: more than a megabyte, of which libwebp gets a quarter at a time.
    let file = try LibWebPCodec.lossless(Subject.noise.pixels(700, 600), width: 700, method: 0, quality: 0)
    #expect(file.count > 1 << 20)
    let deadline = DecodeDeadline(SteppingClock(), limit: .seconds(3))
    #expect(throws: ImageError.tookTooLong(limit: .seconds(3))) { try pixels(file, deadline) }
  }

  @Test("a picture that needs more memory than the limits allow is refused") func memory()
    throws
  {
    let file = try LibWebPCodec.lossless(Subject.flat.pixels(1000, 1000), width: 1000, method: 0, quality: 0)
    func picture(_ target: PixelSize, _ limits: DecodingLimits) throws -> Bitmap {
      try EncodedImage(file, limits: limits).decode(scaledTo: target)
    }
    let small = PixelSize(width: 10, height: 10)
    // libwebp holds four bytes a pixel, and the picture is decoded with four more.
    #expect(throws: ImageError.outOfMemory(format: "WebP")) {
      try picture(small, DecodingLimits(maxWorkingBytes: 7_900_000))
    }
    #expect(throws: Never.self) { try picture(small, DecodingLimits(maxWorkingBytes: 8_100_000)) }
    // Very large pictures are scaled by libwebp.
    let limits = DecodingLimits(maxWorkingBytes: 4_100_000, maxInflatedBytes: 1_000_000)
    let bitmap = try picture(small, limits)
    let color = [12, 34, 56].map { SRGB.linear16($0) }
    expect(bitmap, equals: .solid(SIMD4(color[0], color[1], color[2], .max), size: small))
    #expect(throws: ImageError.outOfMemory(format: "WebP")) {
      try picture(PixelSize(width: 500, height: 500), limits)
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
