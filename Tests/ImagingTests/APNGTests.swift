import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

@Suite("APNG")
struct APNGTests {
  private typealias Kind = APNGWriter.Kind

  @Test(
    "frames of every kind are composed as specified, with ImageMagick's pixels",
    .enabled(if: Program.magick != nil, "ImageMagick is not installed"), arguments: APNGWriter.Kind.all)
  func frames(kind: APNGWriter.Kind) throws {
    let folder = try ScratchFolder()
    let frames = kind.frames(seed: 5)
    let stills = try frames.enumerated().map { try folder.write(kind.still($1).bytes, as: "\($0).png") }
    var samples = try #require(Program.magick).output(
      stills + ["-set", "colorspace", "sRGB", "-depth", "16", "-endian", "MSB", "RGBA:-"])[...]
    var canvas = ReferenceCanvas(size: Kind.size)
    let image = try EncodedImage(kind.animation(frames).bytes)
    let played = try play(image)
    expect(played.count, equals: frames.count)
    for (index, pair) in zip(frames, played).enumerated() {
      let count = pair.0.width * pair.0.height * 8
      let drawn = stride(from: samples.startIndex, to: samples.startIndex + count, by: 8).map {
        (pixel: Int) -> SIMD4<Double> in
        var channels: SIMD4<Double> = .zero
        for channel in 0..<4 {
          let first = pixel + 2 * channel
          channels[channel] = Double(UInt16(samples[first]) << 8 | UInt16(samples[first + 1])) / 65_535
        }
        return channels
      }
      samples = samples.dropFirst(count)
      let expected = canvas.show(pair.0, drawn)
      // One 8-bit step at the bright end, for rounding from 16 bits to eight or after blending.
      #expect(expected.difference(from: pair.1.bitmap) <= 600, "frame \(index)")
      #expect(expected.meanDifference(from: pair.1.bitmap) <= 70, "frame \(index)")
    }
  }

  /// The kinds that ffmpeg composes correctly: it clears to transparency only if every pixel has an alpha value.
  @Test(
    "every frame matches ffmpeg's output", .enabled(if: Program.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [(6, false), (6, true), (3, false), (3, true), (4, false)] as [(UInt8, Bool)])
  func ffmpeg(colorType: UInt8, interlaced: Bool) throws {
    let kind = Kind(colorType: colorType, depth: 8, interlaced: interlaced)
    let folder = try ScratchFolder()
    let bytes = kind.animation(kind.frames(seed: 6)).bytes
    let path = try folder.write(bytes, as: "animation.png")
    let samples = try #require(Program.ffmpeg).output(
      ["-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
    let count = Kind.size.width * Kind.size.height * 4
    let frames = try play(EncodedImage(bytes))
    expect(samples.count, equals: frames.count * count)
    for (index, frame) in frames.enumerated() {
      let expected = Reference(size: Kind.size, straight8: samples[index * count..<(index + 1) * count])
      #expect(expected.difference(from: frame.bitmap) <= 1200, "frame \(index)")
      #expect(expected.meanDifference(from: frame.bitmap) <= 30, "frame \(index)")
    }
  }

  @Test("the header gives the frame count and the loop count") func header() throws {
    let kind = Kind(colorType: 6, depth: 8, interlaced: false)
    let frames = kind.frames(seed: 1)
    try expect(
      EncodedImage(kind.animation(frames, loops: 4).bytes).animation, equals: Animation(loopCount: 4, frameCount: 8))
    try expect(EncodedImage(kind.animation([frames[0]]).bytes).animation, equals: nil)
    try expect(EncodedImage(kind.still(frames[0]).bytes).animation, equals: nil)
  }

  @Test("a default image outside the animation is not shown") func apart() throws {
    let kind = Kind(colorType: 2, depth: 8, interlaced: false)
    let frames = kind.frames(seed: 2)
    let bytes = kind.animation(frames, still: kind.frames(seed: 3)[0].filtered).bytes
    let image = try EncodedImage(bytes)
    let played = try play(image)
    expect(played, equals: (try play(EncodedImage(kind.animation(frames).bytes))))
    try expect(image.decode(scaledTo: image.size), equals: played[0].bitmap)
  }

  @Test("an APNG with invalid or misplaced animation chunks is a still", arguments: 0..<7) func broken(way: Int)
    throws
  {
    let kind = Kind(colorType: 2, depth: 8, interlaced: false)
    let frames = kind.frames(seed: 4)
    var writer = kind.animation(frames)
    switch way {
    case 0: writer.chunks[1].content = [0, 0, 0, 0, 0, 0, 0, 0]
    case 1: writer.chunks[1].content = [0, 0, 0, 2]
    case 2: writer.insert("acTL", writer.chunks[1].content, before: "IDAT")
    case 3: writer.chunks[3].content[3] = 1
    case 4: writer.chunks[3].content[7] = 1
    case 5: writer.insert("fcTL", writer.chunks[3].content, before: "IDAT")
    default: writer.chunks.append(writer.chunks.remove(at: 1))
    }
    let image = try EncodedImage(writer.bytes)
    expect(image.animation, equals: nil)
    let still = try EncodedImage(kind.still(frames[0]).bytes)
    try expect(image.decode(scaledTo: image.size), equals: still.decode(scaledTo: image.size))
    try expect(play(image).count, equals: 1)
  }

  @Test("playback ends before a damaged frame", arguments: 0..<8) func damaged(way: Int)
    throws
  {
    let kind = Kind(colorType: 6, depth: 8, interlaced: false)
    let frames = kind.frames(seed: 4)
    let sound = kind.animation(frames)
    var writer = sound
    // The index of the third frame's fcTL chunk; its fdAT chunks follow.
    let control = try #require(writer.chunks.indices.filter { writer.chunks[$0].name == "fcTL" }.dropFirst(2).first)
    switch way {
    case 0: writer.chunks[control].content[3] += 1
    case 1: writer.chunks[control].content[24] = 3
    case 2: writer.chunks[control].content[25] = 2
    case 3: writer.chunks[control].content[15] = 200
    case 4: writer.chunks[control + 1].content[3] += 1
    case 5: writer.chunks[control + 2].checksum = 7
    case 6: writer.chunks.removeSubrange((control + 2)...)
    default: writer.chunks[control + 1].content.replaceSubrange(4..<8, with: [1, 2, 3, 4])
    }
    let whole = try play(EncodedImage(sound.bytes))
    try expect(play(EncodedImage(writer.bytes)), equals: Array(whole[..<2]))
  }

  @Test("an APNG with a damaged first frame shows its default image") func noBeginning() throws {
    let kind = Kind(colorType: 6, depth: 8, interlaced: false)
    let frames = kind.frames(seed: 4)
    var writer = kind.animation(frames, still: frames[0].filtered)
    let control = try #require(writer.chunks.firstIndex { $0.name == "fcTL" })
    writer.chunks[control + 1].content[3] += 1
    let image = try EncodedImage(writer.bytes)
    let still = try EncodedImage(kind.still(frames[0]).bytes).decode(scaledTo: image.size)
    try expect(play(image).map(\.bitmap), equals: [still])
    try expect(image.decode(scaledTo: image.size), equals: still)
  }

  @Test("delays are fractions of a second; a denominator of 0 means 100") func delays() throws {
    let kind = Kind(colorType: 0, depth: 8, interlaced: false)
    var frames = kind.frames(seed: 4)
    for (index, delay) in [(1, 4), (7, 0), (1, 1000), (0, 0)].enumerated() {
      frames[index].delay = (UInt16(delay.0), UInt16(delay.1))
    }
    let played = try play(EncodedImage(kind.animation(frames).bytes))
    expect(played[..<4].map(\.delay), equals: [250, 70, 100, 100].map { .milliseconds($0) })
  }
}
