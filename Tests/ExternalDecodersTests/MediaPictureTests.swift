import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// HEIF and AVIF files, whose declared size is checked before a program decodes them.
struct MediaPictureTests {
  /// No programs are found: oversized files are refused before one would be started.
  private static let bare = DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere"))

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let count = content.count + 8
    return [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + Array(type.utf8) + content
  }

  private static func sized(_ width: Int, _ height: Int) -> [UInt8] {
    let sides = [width, height].flatMap { (side: Int) -> [UInt8] in
      [24, 16, 8, 0].map { (shift: Int) -> UInt8 in UInt8(truncatingIfNeeded: side >> shift) }
    }
    return box("ispe", [0, 0, 0, 0] + sides)
  }

  private static func file(_ brand: String, _ properties: [UInt8], before: [UInt8] = []) -> [UInt8] {
    let meta = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", properties)))
    return box("ftyp", Array("\(brand)\0\0\0\0mif1".utf8)) + before + meta + box("mdat", [0, 0, 0, 0])
  }

  @Test(arguments: ["heic", "avif"])
  func `a picture that declares too many pixels is refused before a program starts`(brand: String) {
    let size = PixelSize(width: 17_000, height: 17_000)
    for properties in [
      Self.sized(17_000, 17_000), Self.sized(512, 512) + Self.sized(17_000, 17_000) + Self.sized(9, 9),
    ] {
      #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) {
        try Self.bare.picture(Self.file(brand, properties))
      }
    }
    let long = PixelSize(width: 70_000, height: 2)
    #expect(throws: ExternalDecodeError.image(.tooLong(long, limit: 65_535))) {
      try Self.bare.picture(Self.file(brand, Self.sized(70_000, 2)))
    }
    expect(
      LoadError.image(.tooLarge(size, limit: 200_000_000)).description,
      equals: "too large: 17000×17000 pixels, the limit is 200 million")
    // Metadata after the picture, preceded by a box with a 64-bit length.
    let wide: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 4]
    #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) {
      try Self.bare.picture(Self.file(brand, Self.sized(17_000, 17_000), before: wide))
    }
    // A file of an allowed size needs its program.
    #expect(
      throws: ExternalDecodeError.program(
        .missing(format: brand.uppercased(), program: brand == "heic" ? .heifConvert : .ffmpeg))
    ) {
      try Self.bare.picture(Self.file(brand, Self.sized(4000, 3000)))
    }
  }

  /// Two small pictures, encoded by heif-enc, of which the given one is declared the primary.
  private func pair(primary: UInt8) throws -> [UInt8] {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.ppm", Array("P6 64 64 255\n".utf8) + Array(repeatElement([255, 0, 0], count: 64 * 64).joined()))
    folder.file("b.ppm", Array("P6 64 64 255\n".utf8) + Array(repeatElement([0, 0, 255], count: 64 * 64).joined()))
    let names = ["a", "b"].map { String(decoding: folder("\($0).png").bytes, as: UTF8.self) }
    for name in ["a", "b"] {
      let png = try output(
        of: .magick, ["ppm:\(String(decoding: folder("\(name).ppm").bytes, as: UTF8.self))", "png24:-"])
      folder.file("\(name).png", png)
    }
    let out = String(decoding: folder("c.heic").bytes, as: UTF8.self)
    var invocation = ProgramInvocation(try #require(Self.encoder), names + ["-o", out])
    invocation.fileLimit = 1 << 20
    invocation.timeLimit = .seconds(120)
    let run = try ProgramRun(invocation)
    _ = try run.readAll()
    var bytes = try FileBytes.read(folder("c.heic"), limit: 1 << 20)
    let pitm = try #require((0..<bytes.count - 10).first { bytes[$0...].starts(with: "pitm".utf8) })
    let first = try #require((0..<bytes.count - 10).first { bytes[$0...].starts(with: "infe".utf8) })
    // The identifiers follow each other.
    bytes[pitm + 9] = bytes[first + 9] + primary
    return bytes
  }

  private static let encoder = ProgramFinder.standard.path(of: "heif-enc")

  @Test(.enabled(if: has(.heifConvert, .magick) && encoder != nil, "needs heif-convert, heif-enc and ImageMagick"))
  func `of a HEIC with several pictures, the primary one is shown`() throws {
    let red = try DecoderPrograms().picture(try pair(primary: 0)).bitmap.encoded
    #expect(red[0] > 245 && red[1] < 10 && red[2] < 10)
    let blue = try DecoderPrograms().picture(try pair(primary: 1)).bitmap.encoded
    #expect(blue[0] < 10 && blue[1] < 10 && blue[2] > 245)
  }

  @Test func `truncated and corrupted boxes cause no crash`() throws {
    var dice = SplitMix64(seed: 11)
    let whole = Self.file("avif", Self.sized(4000, 3000) + Self.box("av1C", [0x81, 0, 0x1C, 0]))
    for length in 12..<whole.count { _ = try? Self.bare.picture(Array(whole.prefix(length))) }
    for _ in 0..<1000 {
      var bytes = whole
      for _ in 0..<2 { bytes[Int.random(in: 12..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice) }
      _ = try? Self.bare.picture(bytes)
    }
  }

  /// Sixteen grays from black to white, 17 apart, in the limited range of 16…235, encoded by libavif.
  private static let monochrome = Samples.decoded(
    """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAHmls\
    b2MAAAAARAAAAQABAAAAAQAAAQ0AAAAzAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGhpcHJwAAAASWlwY28AAAAUaXNwZQAAAAAA\
    AAAQAAAACAAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAE2NvbHJuY2x4AAEADQAGAAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAO21kYXQSAAoIGAy/sMBD\
    QYgyJRAA3XRIWR3QjejJdPkUsld0/K6e8dAv7TWhMpADaA8AcNhgaqw=
    """)

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a monochrome AVIF of limited range spans black to white`() throws {
    let samples = try DecoderPrograms().picture(Self.monochrome).bitmap.encoded
    let grays = stride(from: 0, to: 64, by: 4).map { Int(samples[$0]) }
    #expect(zip(grays, 0..<16).allSatisfy { abs($0 - 17 * $1) <= 1 }, "\(grays)")
  }
}
