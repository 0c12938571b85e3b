import Bitmaps
import Imaging
import TestSupport
import Testing

/// Animations have the colors of their stills: composed in encoded values, converted when they are scaled.
@Suite("Colors of animations")
struct AnimationColorTests {
  /// A color chunk of a PNG, and the color types for which it is valid.
  struct Saying: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isForGray = false
    var chunk: @Sendable () throws -> PNGWriter.Chunk

    static let all = [
      Saying(testDescription: "Display P3 by a profile") {
        .init(name: "iCCP", content: PNGProfiles.chunk(try Profiles.displayP3Profile()))
      },
      Saying(testDescription: "a profile of tables") {
        .init(name: "iCCP", content: PNGProfiles.chunk(try Profiles.table(isCMYK: false)))
      },
      Saying(testDescription: "a profile of gray", isForGray: true) {
        .init(name: "iCCP", content: PNGProfiles.chunk(try Profiles.gray(gamma: 1)))
      },
      Saying(testDescription: "Display P3 by codes") { .init(name: "cICP", content: [12, 13, 0, 1]) },
      Saying(testDescription: "linear light by gAMA", isForGray: true) {
        .init(name: "gAMA", content: PNGWriter.bigEndian(100_000))
      },
      Saying(testDescription: "a red that is green by cHRM") {
        let places: [UInt32] = [31_270, 32_900, 30_000, 60_000, 64_000, 33_000, 15_000, 6000]
        return .init(name: "cHRM", content: places.flatMap(PNGWriter.bigEndian))
      },
    ]
  }

  @Test("an APNG's first frame has the colors of a still with the same color chunk", arguments: Saying.all)
  func firstFrame(saying: Saying) throws {
    let chunk = try saying.chunk()
    for colorType in (saying.isForGray ? [0, 4] : [2, 3, 6]) as [UInt8] {
      let kind = APNGWriter.Kind(colorType: colorType, depth: 8, interlaced: false)
      let frames = kind.frames(seed: 8)
      var (moving, still) = (kind.animation(frames), kind.still(frames[0]))
      let plain = try play(EncodedImage(moving.bytes))[0].bitmap
      moving.chunks.insert(chunk, at: 1)
      still.chunks.insert(chunk, at: 1)
      let image = try EncodedImage(moving.bytes)
      let shown = try play(image)[0].bitmap
      let expected = try EncodedImage(still.bytes).decode(scaledTo: image.size)
      #expect(difference(shown, expected) <= 2, "color type \(colorType)")
      #expect(difference(shown, plain) > 5000, "color type \(colorType)")
    }
  }

  @Test("a 16-bit APNG has its still's colors, within the eight bits of its canvas") func wide() throws {
    for saying in [Saying.all[0], Saying.all[3]] {
      let kind = APNGWriter.Kind(colorType: 2, depth: 16, interlaced: true)
      let frames = kind.frames(seed: 8)
      var (moving, still) = (kind.animation(frames), kind.still(frames[0]))
      moving.chunks.insert(try saying.chunk(), at: 1)
      still.chunks.insert(try saying.chunk(), at: 1)
      let image = try EncodedImage(moving.bytes)
      let expected = try EncodedImage(still.bytes).decode(scaledTo: image.size)
      // Half an 8-bit step at the bright end, scaled by the color matrix.
      #expect(difference(try play(image)[0].bitmap, expected) <= 500)
    }
  }

  @Test(
    "translucent frames are blended in encoded values, then converted to linear light",
    arguments: Saying.all.filter { !$0.isForGray })
  func composed(saying: Saying) throws {
    let first = (0..<24 as Range<UInt8>).flatMap { (step: UInt8) -> [UInt8] in [10 * step, 240 - 10 * step, 90, 255] }
    let second = (0..<6 as Range<UInt8>).flatMap { (step: UInt8) -> [UInt8] in
      [40 * step, 200, 255 - 40 * step, 60 + 30 * step]
    }
    var writer = APNGWriter.file(
      header: PNGWriter.header(6, 4, 8, 6),
      frames: [
        .init(width: 6, height: 4, filtered: rows(first, bytes: 24)),
        .init(x: 2, y: 1, width: 3, height: 2, blend: 1, filtered: rows(second, bytes: 12)),
      ])
    let plain = try play(EncodedImage(writer.bytes))
    writer.chunks.insert(try saying.chunk(), at: 1)
    try expectTwin(of: plain, in: play(EncodedImage(writer.bytes)), saying: saying.chunk())
  }

  @Test("an animated WebP's profile applies to all its frames", arguments: [false, true]) func webp(isTable: Bool)
    throws
  {
    let profile = try isTable ? Profiles.table(isCMYK: false) : Profiles.displayP3Profile()
    let pictures = try ["good/webp-lossless.webp", "good/webp-lossless-alpha.webp"].map {
      RIFFWriter.picture(of: try Fixtures.bytes($0))
    }
    func animation(_ chunks: [UInt8]) -> [UInt8] {
      RIFFWriter.file(
        RIFFWriter.animated(45, 31), chunks, RIFFWriter.loops(0), RIFFWriter.frame(0, 0, 45, 31, pictures[0]),
        RIFFWriter.frame(0, 0, 45, 31, pictures[1]))
    }
    let moving = try EncodedImage(animation(RIFFWriter.chunk("ICCP", profile)))
    let frames = try play(moving)
    let still = RIFFWriter.file(
      RIFFWriter.chunk("VP8X", [0x20, 0, 0, 0, 44, 0, 0, 30, 0, 0]), RIFFWriter.chunk("ICCP", profile), pictures[0])
    #expect(difference(frames[0].bitmap, try EncodedImage(still).decode(scaledTo: moving.size)) <= 2)
    try expect(moving.decode(scaledTo: moving.size), equals: frames[0].bitmap)
    try expectTwin(
      of: play(EncodedImage(animation([]))), in: frames,
      saying: .init(name: "iCCP", content: PNGProfiles.chunk(profile)))
  }

  @Test("a GIF's profile applies to all its frames", arguments: [false, true]) func gif(isTable: Bool) throws {
    let profile = try isTable ? Profiles.table(isCMYK: false) : Profiles.displayP3Profile()
    let images =
      GIFWriter.control() + GIFWriter.image(6, 4, (0..<24).map { $0 % 16 }) + GIFWriter.control(transparent: 3)
      + GIFWriter.image(3, 2, at: (2, 1), [9, 3, 14, 0, 15, 3])
    let moving = try EncodedImage(GIFWriter.file(6, 4, GIFWriter.profile(profile), images))
    let frames = try play(moving)
    expect(frames.count, equals: 2)
    // The still that is shown while the animation does not play.
    #expect(difference(frames[0].bitmap, try moving.decode(scaledTo: moving.size)) <= 2)
    try expectTwin(
      of: play(EncodedImage(GIFWriter.file(6, 4, images))), in: frames,
      saying: .init(name: "iCCP", content: PNGProfiles.chunk(profile)))
  }

  @Test("an animation's invalid or oversized profile is ignored", arguments: 0..<5) func nonsense(way: Int) throws {
    let profile: [UInt8] =
      switch way {
      case 0: []
      case 1: Array("nonsense".utf8)
      case 2: try Profiles.table(isCMYK: true)
      case 3: Array(try Profiles.displayP3Profile().dropLast(100))
      default: try Profiles.displayP3Profile() + [UInt8](repeating: 0, count: 5 << 20)
      }
    let pictures = try MovingPictures()
    // Five megabytes of zeros take long if every memory access is checked.
    let patient = DecodingLimits(maxDuration: .seconds(600))
    let plain = try pictures.all(profile: nil).map { try play(EncodedImage($0, limits: patient)) }
    let shown = try pictures.all(profile: profile).map { try play(EncodedImage($0, limits: patient)) }
    expect(plain.map(\.count), equals: [8, 2, 2])
    // In a PNG, the profile's own length field ends it, and bytes after it are ignored.
    #expect(shown.count == 3 && (way == 4 ? shown[1...] == plain[1...] : shown[...] == plain[...]))
  }

  /// Compares each frame with a still PNG that has the color chunk and the samples of the frame composed without it.
  private func expectTwin(
    of plain: [AnimationFrame], in frames: [AnimationFrame], saying: PNGWriter.Chunk
  ) throws {
    expect(plain.count, equals: frames.count)
    for (index, pair) in zip(plain, frames).enumerated() {
      let size = pair.0.bitmap.size
      try #require(pair.0.bitmap.isOpaque)
      let samples = pair.0.bitmap.pixels.flatMap { (pixel: SIMD4<UInt16>) -> [UInt8] in
        [SRGB.encoded(pixel.x), SRGB.encoded(pixel.y), SRGB.encoded(pixel.z)]
      }
      var still = PNGWriter(
        width: size.width, height: size.height, depth: 8, colorType: 2, filtered: rows(samples, bytes: 3 * size.width))
      still.chunks.insert(saying, at: 1)
      let expected = try EncodedImage(still.bytes).decode(scaledTo: size)
      #expect(difference(pair.1.bitmap, expected) <= 2, "frame \(index)")
      #expect(difference(pair.1.bitmap, pair.0.bitmap) > 1000, "frame \(index)")
    }
  }

  /// Unfiltered rows of `bytes` bytes each.
  private func rows(_ samples: [UInt8], bytes: Int) -> [UInt8] {
    stride(from: 0, to: samples.count, by: bytes).reduce(into: []) { rows, start in
      rows.append(0)
      rows += samples[start..<start + bytes]
    }
  }

  /// The greatest difference in any channel, in 1/65535.
  private func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
    guard one.size == other.size else { return .max }
    return zip(one.pixels, other.pixels).reduce(0) { maximum, pair in
      (0..<4).reduce(maximum) { max($0, abs(Int(pair.0[$1]) - Int(pair.1[$1]))) }
    }
  }
}
