import Bitmaps
@testable import Imaging
import TestSupport
import Testing

@Suite("GIF")
struct GIFTests {
  @Test(
    "every frame matches ImageMagick's output", .enabled(if: Program.magick != nil, "ImageMagick is not installed"),
    // ImageMagick does not remove a first frame whose disposal is to restore the previous one.
    arguments: Fixtures.gifs.filter { $0 != "good/gif-restore-first.gif" })
  func magick(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    expect(image.format, equals: .gif)
    let samples = try #require(Program.magick).output(
      [Fixtures.path(name), "-coalesce", "-set", "colorspace", "sRGB", "-depth", "16", "-endian", "MSB", "RGBA:-"])
    let expected = Reference.all(size: image.size, straight16: samples)
    let frames = try play(image)
    expect(frames.count, equals: expected.count)
    for (index, pair) in zip(expected, frames).enumerated() {
      #expect(pair.0.difference(from: pair.1.bitmap) <= 1, "frame \(index)")
    }
    try expect(image.decode(scaledTo: image.size), equals: frames[0].bitmap)
  }

  @Test(
    "every frame matches gif2webp's output",
    .enabled(if: Program.gif2webp != nil, "gif2webp is not installed (webp)"), arguments: Fixtures.gifs)
  func gif2webp(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    let folder = try ScratchFolder()
    _ = try #require(Program.gif2webp).output(["-quiet", Fixtures.path(name), "-o", "\(folder.path)/out.webp"])
    let expected = try webPFrames(try folder.read("out.webp")).frames
    let frames = try play(image)
    expect(frames.count, equals: expected.count)
    for (index, pair) in zip(expected, frames).enumerated() {
      #expect(pair.0.difference(from: pair.1.bitmap) <= 1, "frame \(index)")
    }
  }

  private func frames(_ bytes: [UInt8]) throws -> [AnimationFrame] { try play(EncodedImage(bytes)) }

  /// A bitmap of palette indices; nil is transparent.
  private func bitmap(_ width: Int, _ indices: [Int?]) -> Bitmap {
    let pixels = indices.map { index -> SIMD4<UInt16> in
      guard let index else { return .zero }
      let color = GIFWriter.palette[3 * index..<3 * index + 3].map { SRGB.linear16($0) }
      return SIMD4(color[0], color[1], color[2], .max)
    }
    return Bitmap(
      size: PixelSize(width: width, height: indices.count / width), pixels: pixels,
      isOpaque: !indices.contains(nil))
  }

  @Test("a frame is clipped at the screen's edges") func beyond() throws {
    let played = try frames(
      GIFWriter.file(
        3, 2, GIFWriter.image(3, 2, [0, 1, 2, 3, 4, 5]), GIFWriter.control(),
        GIFWriter.image(4, 3, at: (1, 1), [6, 7, 8, 9, 6, 6, 6, 6, 6, 6, 6, 6]), GIFWriter.control(),
        GIFWriter.image(2, 1, at: (7, 0), [9, 9])))
    let cut = bitmap(3, [0, 1, 2, 3, 6, 7])
    expect(played.map(\.bitmap), equals: [bitmap(3, [0, 1, 2, 3, 4, 5]), cut, cut])
  }

  @Test("empty images before the first picture are skipped; later ones count as frames")
  func empty() throws {
    let none = GIFWriter.image(2, 0, [])
    let still = GIFWriter.file(2, 1, none, GIFWriter.image(2, 1, [1, 2]))
    try expect(EncodedImage(still).animation, equals: nil)
    let image = try EncodedImage(still)
    try expect(image.decode(scaledTo: image.size), equals: bitmap(2, [1, 2]))
    let moving = GIFWriter.file(2, 1, none, GIFWriter.image(2, 1, [1, 2]), none, GIFWriter.image(1, 1, [3]))
    try expect(frames(moving).map(\.bitmap), equals: [bitmap(2, [1, 2]), bitmap(2, [1, 2]), bitmap(2, [3, 2])])
  }

  @Test("a screen smaller than its first image takes that image's size", arguments: [0, 1])
  func screen(side: Int) throws {
    let bytes = GIFWriter.file(
      side, side, GIFWriter.image(2, 2, at: (5, 5), [1, 2, 3, 4]), GIFWriter.image(1, 1, at: (1, 0), [9]))
    try expect(EncodedImage(bytes).size, equals: PixelSize(width: 2, height: 2))
    try expect(frames(bytes).map(\.bitmap), equals: [bitmap(2, [1, 2, 3, 4]), bitmap(2, [1, 9, 3, 4])])
  }

  @Test("without a palette, grays are used; an index beyond a palette is transparent") func palettes()
    throws
  {
    let none = try frames(GIFWriter.file(4, 1, palette: [], GIFWriter.image(4, 1, [0, 1, 2, 127])))[0].bitmap
    let encoded = none.pixels.map { SRGB.encoded($0.x) }
    expect(encoded, equals: [0, 255, 2, 127])
    #expect(none.isOpaque)
    let short = try frames(GIFWriter.file(2, 1, GIFWriter.image(2, 1, [15, 16])))[0].bitmap
    expect(short, equals: bitmap(2, [15, nil]))
  }

  @Test("short image data leave the rest transparent; excess data are ignored")
  func shortData() throws {
    let expected = bitmap(2, [1, 2, nil, nil])
    try expect(frames(GIFWriter.file(2, 2, GIFWriter.image(2, 2, [1, 2])))[0].bitmap, equals: expected)
    let long = GIFWriter.file(
      2, 1, GIFWriter.image(2, 1, Array(repeating: 3, count: 900)), [0, 0], GIFWriter.image(1, 1, [4]))
    try expect(frames(long).map(\.bitmap), equals: [bitmap(2, [3, 3]), bitmap(2, [4, 3])])
  }

  @Test("bytes between the blocks are skipped") func strayBytes() throws {
    let bytes = GIFWriter.file(
      2, 1, Array("stray".utf8), GIFWriter.image(2, 1, [1, 2]), [0, 7, 0xFF], GIFWriter.control(), [1],
      GIFWriter.image(1, 1, [4]))
    try expect(frames(bytes).map(\.bitmap), equals: [bitmap(2, [1, 2]), bitmap(2, [4, 2])])
  }

  @Test("a file without its last bytes is complete if all its pixels are present") func withoutEnd() throws {
    let bytes = GIFWriter.file(2, 1, GIFWriter.image(2, 1, [1, 2]))
    for cut in 1...3 { try expect(frames(bytes.dropLast(cut)).map(\.bitmap), equals: [bitmap(2, [1, 2])]) }
    #expect(throws: ImageError.truncated(format: "GIF")) { try frames(bytes.dropLast(4)) }
  }

  @Test("an image that the file cuts off within a block has all rows before its end", arguments: [1, 40, 99, 150])
  func cutBlock(kept: Int) throws {
    // Two blocks of codes of a byte each, which begin with one that clears the table, as does every hundredth.
    let indices = (0..<400).map { UInt8($0 % 16) }
    let bytes = GIFWriter.file(10, 40, GIFWriter.image(10, 40, indices))
    let blocks = try #require(bytes.indices.first { bytes[$0...].starts(with: [7, 255, 128]) }) + 1
    let image = try EncodedImage(Array(bytes[..<(blocks + 1 + kept)]))
    let rows = (kept - (kept > 101 ? 2 : 1)) / 10
    guard rows > 0 else {
      #expect(throws: ImageError.truncated(format: "GIF")) { try image.picture(scaledTo: image.size) }
      return
    }
    let picture = try image.picture(scaledTo: image.size)
    expect(picture.defect, equals: .truncated)
    expect(
      picture.bitmap.pixels.prefix(rows * 10), equals: bitmap(10, indices.prefix(rows * 10).map { Int($0) }).pixels[...]
    )
    expect(picture.bitmap.pixels[rows * 10], equals: DecodedPicture.missing)
  }

  @Test("a code size larger than the indices need is accepted", arguments: 2...8) func longCodes(size: Int) throws {
    let indices = (0..<300).map { UInt8($0 % 4) }
    let (still, other) = (
      GIFWriter.image(20, 15, codeSize: size, indices), GIFWriter.image(20, 15, codeSize: 10 - size, indices.reversed())
    )
    let played = try frames(GIFWriter.file(20, 15, still, GIFWriter.control(), other))
    expect(
      played.map(\.bitmap),
      equals: [bitmap(20, indices.map { Int($0) }), bitmap(20, indices.reversed().map { Int($0) })])
  }

  @Test(
    "disposal 4 restores the previous frame as 3 does; 5 and above keep the frame",
    arguments: [(3, 0), (4, 0), (5, 5), (7, 5)])
  func disposal(code: UInt8, left: Int) throws {
    let played = try frames(
      GIFWriter.file(
        2, 1, GIFWriter.image(2, 1, [0, 0]), GIFWriter.control(dispose: code), GIFWriter.image(1, 1, [5]),
        GIFWriter.control(transparent: 9), GIFWriter.image(2, 1, [9, 7])))
    expect(played.map(\.bitmap), equals: [bitmap(2, [0, 0]), bitmap(2, [5, 0]), bitmap(2, [left, 7])])
  }

  @Test("a GIF plays once, once more than its repeat count, or forever", arguments: [0, 1, 5, 65_535])
  func loops(count: Int) throws {
    let image = GIFWriter.image(1, 1, [1])
    let expected = Animation(loopCount: count == 0 ? 0 : count + 1)
    try expect(EncodedImage(GIFWriter.file(1, 1, GIFWriter.loops(count), image, image)).animation, equals: expected)
    try expect(EncodedImage(GIFWriter.file(1, 1, image, GIFWriter.loops(count), image)).animation, equals: expected)
    try expect(EncodedImage(GIFWriter.file(1, 1, image, image)).animation, equals: Animation(loopCount: 1))
    try expect(EncodedImage(GIFWriter.file(1, 1, GIFWriter.loops(count), image)).animation, equals: nil)
  }

  @Test("delays are hundredths of a second; 0 and 1 mean 100 ms") func delays() throws {
    let blocks = [0, 1, 2, 7, 300].flatMap { GIFWriter.control(delay: $0) + GIFWriter.image(1, 1, [1]) }
    let delays = try frames(GIFWriter.file(1, 1, blocks, GIFWriter.image(1, 1, [2]))).map(\.delay)
    expect(delays, equals: [100, 100, 20, 70, 3000, 100].map { .milliseconds($0) })
  }

  @Test("playback ends before a frame that exceeds the limits") func largeFrame() throws {
    let bytes = GIFWriter.file(
      1, 1, GIFWriter.image(1, 1, [1]), GIFWriter.image(60_000, 60_000, [2]), GIFWriter.image(1, 1, [3]))
    try expect(frames(bytes).map(\.bitmap), equals: [bitmap(1, [1])])
  }

  @Test("a file with a million frames starts without reading them all") func million() throws {
    let frame = GIFWriter.control() + GIFWriter.image(1, 1, [1])
    var frames: [UInt8] = []
    for _ in 0..<1_000_000 { frames += frame }
    // The clock is read once for every record.
    let clock = SteppingClock()
    let image = try EncodedImage(
      GIFWriter.file(1, 1, frames), limits: DecodingLimits(maxDuration: .seconds(1000)), clock: clock)
    expect(image.animation, equals: Animation(loopCount: 1))
    let source = try image.makeFrameSource(scaledTo: image.size)
    for _ in 0..<3 { #expect(try source.next() != nil) }
    #expect(clock.count < 100)
  }
}
