import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// Windows and macOS icons: the largest picture is shown, without a program if it is a bitmap or a PNG.
struct IconTests {
  private static let bare = DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere"))
  private static let pixels = [Samples.red, Samples.green, Samples.blue, Samples.white]
  private static let clear = SIMD4<UInt16>(0, 0, 0, 0)

  /// A file with pictures, each with its width in the directory and its bytes; all are 2 pixels high.
  private static func icon(_ pictures: (width: UInt8, bytes: [UInt8])..., kind: UInt8 = 1) -> [UInt8] {
    var directory: [UInt8] = [0, 0, kind, 0, UInt8(pictures.count), 0]
    var content: [UInt8] = []
    for picture in pictures {
      let offset = 6 + 16 * pictures.count + content.count
      directory += [picture.width, 2, 0, 0, 1, 0, 0, 0]
      directory += [UInt8(picture.bytes.count & 0xFF), UInt8(picture.bytes.count >> 8), 0, 0]
      directory += [UInt8(offset & 0xFF), UInt8(offset >> 8), 0, 0]
      content += picture.bytes
    }
    return directory + content
  }

  private static func bitmap(bits: UInt8, width: UInt8 = 2, colors: [UInt8] = [], _ rows: [UInt8]) -> [UInt8] {
    [40, 0, 0, 0, width, 0, 0, 0, 4, 0, 0, 0, 1, 0, bits, 0] + [UInt8](repeating: 0, count: 16)
      + [UInt8(colors.count / 4), 0, 0, 0, 0, 0, 0, 0] + colors + rows
  }

  /// The pixels of red and transparent above transparent and blue, at each bit depth.
  private static let kinds: [(bits: UInt8, colors: [UInt8], rows: [UInt8])] = [
    (1, [0, 0, 255, 0, 255, 0, 0, 0], [0b0100_0000, 0, 0, 0, 0, 0, 0, 0]),
    (4, [0, 0, 255, 0, 255, 0, 0, 0], [0x01, 0, 0, 0, 0x00, 0, 0, 0]),
    (8, [0, 0, 255, 0, 255, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0]), (16, [], [0, 0, 0x1F, 0, 0, 0x7C, 0, 0]),
    (24, [], [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]),
    (32, [], [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]),
  ]

  @Test(arguments: kinds.indices, [1, 2])
  func `an icon's mask sets its transparency`(index: Int, kind: Int) throws {
    let (bits, colors, rows) = Self.kinds[index]
    let mask: [UInt8] = [0b1000_0000, 0, 0, 0, 0b0100_0000, 0, 0, 0]
    let file = Self.icon((2, Self.bitmap(bits: bits, colors: colors, rows + mask)), kind: UInt8(kind))
    let picture = try Self.bare.picture(file)
    expect(picture.bitmap.pixels, equals: [Samples.red, Self.clear, Self.clear, Samples.blue])
  }

  @Test func `an icon with alpha needs no mask; with neither it is opaque`() throws {
    let rows: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 0, 255, 0, 0]
    let picture = try Self.bare.picture(Self.icon((2, Self.bitmap(bits: 32, rows))))
    expect(picture.bitmap.pixels, equals: [Samples.red, Self.clear, Self.clear, Samples.blue])
    // An icon with neither is opaque.
    let plain = try Self.bare.picture(Self.icon((2, Self.bitmap(bits: 24, [UInt8](repeating: 255, count: 16)))))
    expect(plain.bitmap.pixels, equals: Array(repeating: Samples.white, count: 4))
  }

  @Test func `an icon's largest complete picture is shown, bitmap or PNG`() throws {
    let small = Self.bitmap(bits: 24, [UInt8](repeating: 0, count: 16))
    let large = Self.bitmap(bits: 24, width: 3, [UInt8](repeating: 255, count: 24))
    let picture = try Self.bare.picture(Self.icon((2, small), (3, large), (2, small)))
    expect(picture.naturalSize, equals: PixelSize(width: 3, height: 2))
    expect(picture.bitmap.pixels, equals: Array(repeating: Samples.white, count: 6))
    let png = try Self.bare.picture(Self.icon((2, small), (0, Samples.png)))
    expect(png.bitmap.pixels, equals: Self.pixels)
    // A truncated picture is skipped.
    let cut = try Self.bare.picture(Array(Self.icon((2, small), (3, large)).dropLast(1)))
    expect(cut.naturalSize, equals: PixelSize(width: 2, height: 2))
  }

  @Test func `truncated and corrupted icons cause no crash`() throws {
    var dice = SplitMix64(seed: 3)
    let whole = Self.icon(
      (2, Self.bitmap(bits: 8, colors: Self.kinds[2].colors, Self.kinds[2].rows)),
      (3, Self.bitmap(bits: 24, Self.kinds[4].rows)))
    for length in 22..<whole.count { _ = try? Self.bare.picture(Array(whole.prefix(length))) }
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int.random(in: 4..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice) }
      _ = try? Self.bare.picture(bytes)
    }
  }

  private static func entry(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count + 8
    return Array(type.utf8) + [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
  }

  private static func icns(_ entries: [UInt8]...) -> [UInt8] {
    Array("icns".utf8) + [0, 0, 1, 0] + entries.joined()
  }

  @Test func `an ICNS shows its largest picture`() throws {
    let file = Self.icns(Self.entry("TOC ", []), Self.entry("ic11", Samples.png), Self.entry("name", [1, 2]))
    try expect(Self.bare.picture(file).bitmap.pixels, equals: Self.pixels)
    // Run-length encoded planes of red, green and blue, 256 pixels each, with an alpha mask.
    let run: [UInt8] = [0xFF, 255, 0xFB, 255] + [0xFF, 0, 0xFB, 0] + [0xFF, 0, 0xFA, 0, 0, 255]
    let alpha = [UInt8](repeating: 255, count: 255) + [0]
    let old = try Self.bare.picture(Self.icns(Self.entry("is32", run), Self.entry("s8mk", alpha)))
    expect(old.naturalSize, equals: PixelSize(width: 16, height: 16))
    expect(old.bitmap.pixels.dropLast(), equals: Array(repeating: Samples.red, count: 255)[...])
    expect(old.bitmap.pixels.last, equals: Self.clear)
    // The larger of the two, without its mask.
    let both = Self.icns(Self.entry("ic11", Samples.png), Self.entry("is32", run))
    try expect(Self.bare.picture(both).naturalSize, equals: PixelSize(width: 16, height: 16))
    // The planes are alpha, red, green and blue.
    let argb = Array("ARGB".utf8) + [0xFF, 255, 0xFB, 255] + run
    try expect(Self.bare.picture(Self.icns(Self.entry("ic04", argb))).bitmap.pixels.first, equals: Samples.red)
  }

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"))
  func `a JPEG 2000 in an ICNS is decoded by an external program`() throws {
    let file = Self.icns(Self.entry("ic08", try Pattern.converted(to: "jp2", ["-quality", "0"])))
    let picture = try DecoderPrograms().picture(file)
    expect(picture.naturalSize, equals: Pattern.size)
    #expect(picture.bitmap.difference(from: Pattern.bytes().withAlpha) <= 40)
  }

  @Test func `truncated and corrupted ICNS files cause no crash`() throws {
    var dice = SplitMix64(seed: 5)
    let whole = Self.icns(Self.entry("is32", [0xFF, 255, 0, 1]), Self.entry("ic11", Samples.png))
    for length in 4..<whole.count { _ = try? Self.bare.picture(Array(whole.prefix(length))) }
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int.random(in: 4..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice) }
      _ = try? Self.bare.picture(bytes)
    }
  }
}
