import Bitmaps
import ExternalDecoders
import Foundation
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// AVIF as libavif's own program decodes it.
struct AVIFTests {
  private let folder = TemporaryFolder()

  private func encoded(_ png: [UInt8], _ options: [String] = []) throws -> [UInt8] {
    try folder.converted(png, from: "png", to: "avif", by: "avifenc", options + ["IN", "OUT"])
  }

  private func reference(_ bytes: [UInt8]) throws -> [UInt8] {
    try samples(ofPNG: folder.converted(bytes, from: "avif", to: "png", by: "avifdec", ["IN", "OUT"]))
  }

  /// Options of avifenc for each kind of picture.
  static let encodings: [[String]] = [
    [], ["-y", "420"], ["-y", "422"], ["-y", "420", "-r", "limited"], ["-y", "400"], ["-d", "10"],
    ["-d", "12", "-y", "420"], ["-d", "10", "-y", "400"], ["-p"], ["-l"],
  ]

  @Test(arguments: encodings.indices, Kinds.all.indices)
  func `pictures match avifdec's`(encoding: Int, kind: Int) throws {
    let options = Self.encodings[encoding]
    let file = try encoded(Kinds.png(kind), options)
    try expect(opened(file).format.name, equals: "AVIF")
    let bitmap = try decoded(file)
    #expect(bitmap.isOpaque == !Kinds.all[kind].hasAlpha)
    // avifdec writes 16-bit samples of deep pictures, which are rounded once more here.
    let isDeep = options.contains("-d") || Kinds.all[kind].name == "16 bits"
    #expect(bitmap.difference(from: try reference(file)) <= (isDeep ? 1 : 0))
  }

  @Test func `grays of limited range have all of it`() throws {
    let gray = try output(of: .magick, ["-size", "256x4", "gradient:", "-rotate", "90", "-depth", "8", "png8:-"])
    let image = try EncodedImage(gray)
    // avifdec writes the samples as they are stored.
    let file = try encoded(gray, ["-y", "400", "-r", "limited", "--min", "0", "--max", "0"])
    #expect(try decoded(file).difference(from: image.decode(scaledTo: image.size).encoded) <= 2)
  }

  @Test func `rows that are converted apart from others have the same colors`() throws {
    let png = try Pattern.converted(to: "png", ["-resize", "131x219!"])
    for options in [["-y", "420"], ["-d", "10", "-y", "420"]] {
      let file = try encoded(png, options)
      #expect(try decoded(file).difference(from: reference(file)) <= 1)
      let image = try opened(file)
      let whole = try image.decode(scaledTo: image.size)
      let area = PixelRect(x: 5, y: 37, width: 90, height: 101)
      let region = try #require(ScaledRegion(area, of: image.size))
      let part = try image.picture(of: region).bitmap
      for row in 0..<area.height {
        let start = (row + area.y) * image.size.width + area.x
        expect(
          Array(part.pixels[row * area.width..<(row + 1) * area.width]),
          equals: Array(whole.pixels[start..<start + area.width]))
      }
      let decode = try #require(SampleDecode(image, for: region))
      try expect(decode.run { true }.picture(of: region).bitmap, equals: part)
      // Much smaller, it has the averages of its pixels.
      let small = try image.decode(scaledTo: PixelSize(width: 16, height: 27))
      let exact = try EncodedImage(png).decode(scaledTo: PixelSize(width: 16, height: 27))
      #expect(small.meanDifference(from: exact.encoded) < 2)
    }
  }

  @Test func `a grid of pictures is one picture`() throws {
    let png = try Pattern.converted(to: "png", ["-resize", "128x128!"])
    let file = try encoded(png, ["-g", "2x2"])
    try expect(opened(file).size, equals: PixelSize(width: 128, height: 128))
    #expect(try decoded(file).difference(from: reference(file)) == 0)
  }

  @Test func `a profile defines the colors and is named`() throws {
    folder.file("p3.icc", ICCWriter.displayP3)
    let png = try Pattern.converted(to: "png", ["-profile", folder.text("p3.icc")])
    let image = try EncodedImage(png)
    let file = try encoded(png, ["-l"])
    #expect(try decoded(file).difference(from: image.decode(scaledTo: image.size).encoded) <= 1)
    try #expect(opened(file).metadata.profile != nil)
  }

  @Test func `codes define the colors where there is no profile`() throws {
    let png = try Kinds.png(0)
    let plain = try decoded(encoded(png, ["-l"])).encoded
    let wide = try encoded(png, ["-l", "--cicp", "9/13/0"])
    #expect(try decoded(wide).difference(from: plain) > 10)
    // Perceptual quantization: light beyond white is compressed, and what is exposed less is not.
    let bright = try encoded(png, ["-d", "10", "--cicp", "9/16/9"])
    let image = try opened(bright)
    var region = ScaledRegion(whole: image.size)
    let shown = try image.picture(of: region).bitmap
    region.exposure = Exposure(thirds: -6)
    let darker = try image.picture(of: region).bitmap
    #expect(zip(shown.pixels, darker.pixels).allSatisfy { $0.y >= $1.y })
    #expect(shown.pixels != darker.pixels)
  }

  @Test(
    arguments: [
      ["--irot", "1"], ["--irot", "2"], ["--irot", "3"], ["--imir", "0"], ["--imir", "1"],
      ["--irot", "1", "--imir", "0"], ["--irot", "3", "--imir", "1"],
    ])
  func `a picture is oriented once, by its own boxes`(options: [String]) throws {
    let file = try encoded(Kinds.png(0), options + ["-l"])
    let isTurned = ["1", "3"].contains(options[1]) && options[0] == "--irot"
    try expect(opened(file).size, equals: PixelSize(width: isTurned ? 16 : 24, height: isTurned ? 24 : 16))
    // libheif turns pictures itself.
    let turned = try samples(ofPNG: folder.converted(file, from: "avif", to: "png", by: "heif-convert", ["IN", "OUT"]))
    #expect(try decoded(file).difference(from: turned) <= 1)
  }

  @Test func `only the clean aperture is shown`() throws {
    let whole = try decoded(encoded(Kinds.png(0), ["-l"]))
    let file = try encoded(Kinds.png(0), ["-l", "--crop", "4,2,12,10"])
    let image = try opened(file)
    expect(image.size, equals: PixelSize(width: 12, height: 10))
    let part = try image.decode(scaledTo: image.size)
    for row in 0..<10 {
      let start = (row + 2) * 24 + 4
      expect(Array(part.pixels[row * 12..<row * 12 + 12]), equals: Array(whole.pixels[start..<start + 12]))
    }
  }

  @Test func `limits and missing bytes are reported`() throws {
    try checkLimits(encoded(Kinds.png(0)), "AVIF")
  }

  // MARK: Sequences

  @Test func `a sequence has its frames and delays`() throws {
    for (name, color) in [("a.png", "red"), ("b.png", "lime")] {
      folder.file(name, try output(of: .magick, ["-size", "8x8", "xc:\(color)", "png24:-"]))
    }
    let durations = ["--timescale", "100", "--duration", "20", folder.text("a.png"), "--duration", "50"]
    try folder.run("avifenc", ["-l"] + durations + [folder.text("b.png"), folder.text("c.avif")])
    let image = try opened(folder.bytes("c.avif"))
    expect(image.animation, equals: Animation(loopCount: 0, frameCount: 2))
    try checkRedAndGreen(image)
    // Shown as a still, it is its first frame.
    try expect(image.decode(scaledTo: PixelSize(width: 1, height: 1)).pixels, equals: [Samples.red])
  }

  /// Two frames that are played three times, by avifenc 1.4 --repetition-count 2, with an edit list at byte 524.
  private static let repeated = Array(
    Data(
      base64Encoded: """
        AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA\
        AAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPtAAAAJgAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBy\
        cAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEABAAGgAAAABdpcG1hAAAAAAAA\
        AAEAAQQBAoMEAAACzm1vb3YAAAB4bXZoZAEAAAAAAAAA5zDR9QAAAADnMNH1AAAAZAAAAAAAAADSAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAA\
        AQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAJOdHJhawAAAGh0a2hkAQAAAQAAAADnMNH1AAAAAOcw0fUAAAABAAAA\
        AAAAAAAAAADSAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAIAAAACAAAAAAALGVkdHMAAAAkZWxzdAEAAAEA\
        AAABAAAAAAAAAEYAAAAAAAAAAAABAAAAAAGybWRpYQAAACxtZGhkAQAAAAAAAADnMNH1AAAAAOcw0fUAAABkAAAAAAAAAEZVxAAAAAAAIWhkbHIAAAAAAAAA\
        AHBpY3QAAAAAAAAAAAAAAAAAAAABXW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAR1zdGJs\
        AAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAgACABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAGP//AAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEABAAGgAAAABBjY3N0AAAAAHwAAAAAAAAgc3R0cwAAAAAAAAACAAAAAQAAABQAAAABAAAA\
        MgAAABxzdHNjAAAAAAAAAAEAAAABAAAAAgAAAAEAAAAcc3RzegAAAAAAAAAAAAAAAgAAACYAAAAeAAAAFHN0Y28AAAAAAAAAAQAAA+0AAAAUc3RzcwAAAAAA\
        AAABAAAAAQAAAExtZGF0EgAKDCAAAAEX5tfNAQQGkDIUEADAAAACgAACA1LuEm6KJ1qOkEASADIaMAPAgAAAOwAAAAoAAAIAAAXF1+hg4E3+8oA=
        """) ?? Data())

  @Test func `a sequence is repeated as its edit list says`() throws {
    expect(try opened(Self.repeated).animation, equals: Animation(loopCount: 3, frameCount: 2))
    var file = Self.repeated
    // The flag for repetitions.
    let list = try #require(file.indices.first { file[$0...].starts(with: "elst".utf8) })
    file[list + 7] = 0
    expect(try opened(file).animation?.loopCount, equals: 1)
    // A track without end.
    file = Self.repeated
    let header = try #require(file.indices.first { file[$0...].starts(with: "tkhd".utf8) })
    for index in header + 32..<header + 40 { file[index] = 0xFF }
    expect(try opened(file).animation?.loopCount, equals: 0)
  }

  @Test func `of a damaged sequence, the frames before the damage are shown`() throws {
    let file = Self.repeated.dropLast(20) + Array(repeating: 0xFF, count: 20)
    let image = try opened(Array(file))
    let source = try image.frames(of: ScaledRegion(whole: PixelSize(width: 1, height: 1)))
    try #expect(source.next() != nil)
    try expect(source.next() == nil, equals: true)
  }
}
