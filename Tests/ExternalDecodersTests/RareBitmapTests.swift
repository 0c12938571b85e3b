import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import Testing

/// Kinds of bitmaps that few programs write, as bytes.
struct RareBitmapTests {
  private let programs = DecoderPrograms()
  /// No programs are found.
  private static let bare = DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere"))

  /// 2×2 pixels: red and green above blue and white, stored as BGR in rows of 8 bytes, from the bottom.
  private static let rows: [UInt8] = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]
  private static let pixels = [Samples.red, Samples.green, Samples.blue, Samples.white]

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a BMP with a hot spot is decoded`() throws {
    let header: [UInt8] = [40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0] + Array(repeating: 0, count: 24)
    let file = Array("BM".utf8) + [70, 0, 0, 0, 7, 0, 9, 0, 54, 0, 0, 0] + header + Self.rows
    #expect(try programs.picture(file).bitmap.pixels == Self.pixels)
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `the first bitmap of an OS/2 bitmap array is shown`() throws {
    let core: [UInt8] = [12, 0, 0, 0, 2, 0, 2, 0, 1, 0, 24, 0]
    let bitmap = Array("BM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0] + core + Self.rows
    let file = Array("BA".utf8) + [40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + bitmap
    #expect(try programs.picture(file).bitmap.pixels == Self.pixels)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"), arguments: [0, 1])
  func `a 16-bit SGI keeps its precision`(kind: UInt8) throws {
    // One grey pixel, 0x8001, at offset 512: plain, or run-length encoded after its table.
    let header: [UInt8] = [1, 0xDA, kind, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let plain: [UInt8] = [0x80, 0x01]
    let packed: [UInt8] = [0, 0, 2, 8, 0, 0, 0, 6, 0, 0x81, 0x80, 0x01, 0, 0]
    let file = header + Array(repeating: 0, count: 512 - header.count) + (kind == 0 ? plain : packed)
    let light = UInt16((SRGB.linear(Double(0x8001) / 65_535) * 65_535).rounded())
    #expect(try programs.picture(file).bitmap.pixels == [SIMD4(light, light, light, .max)])
  }

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"))
  func `a PCX's declared pixel aspect ratio is ignored`() throws {
    var file = try Pattern.converted(to: "pcx")
    file.replaceSubrange(12..<16, with: [200, 0, 100, 0])
    file[64] = 1
    let picture = try programs.picture(file)
    #expect(picture.naturalSize == Pattern.size)
    #expect(picture.bitmap.difference(from: Pattern.bytes().withAlpha) == 0)
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a WBMP's ones are white and its zeros black`() throws {
    let picture = try programs.picture([0, 0, 4, 2, 0b1010_0000, 0b0101_0000], named: "wbmp")
    let (black, white) = (Samples.black, Samples.white)
    #expect(picture.bitmap.pixels == [white, black, white, black, black, white, black, white])
  }

  @Test(arguments: [(kind: 3, descriptor: 0x28), (3, 0x08), (11, 0x28), (11, 0x08), (3, 0x38)])
  func `a grey TGA with alpha is decoded without a program`(kind: UInt8, descriptor: UInt8) throws {
    // White and black above half-transparent grey and a transparent pixel.
    let top: [UInt8] = [255, 255, 0, 255]
    let bottom: [UInt8] = [188, 128, 255, 0]
    let isFromTop = descriptor & 0x20 != 0
    var stored = isFromTop ? top + bottom : bottom + top
    if descriptor & 0x10 != 0 { stored = [0, 255, 255, 255, 255, 0, 188, 128] }
    // A raw packet of two pixels, a run of one, and a raw packet of one.
    if kind == 11 {
      let (first, second, third) = (stored[..<4], stored[4..<6], stored[6...])
      stored = [1]
      stored += first
      stored.append(0x80)
      stored += second
      stored.append(0)
      stored += third
    }
    let header: [UInt8] = [2, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 16, descriptor, 0x68, 0x69]
    let picture = try Self.bare.picture(header + stored, named: "tga")
    let samples = picture.bitmap.encoded
    #expect(samples == [255, 255, 255, 255, 0, 0, 0, 255, 188, 188, 188, 128, 0, 0, 0, 0])
  }

  @Test func `a truncated or oversized grey TGA with alpha reports the reason`() {
    let header: [UInt8] = [0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 16, 8]
    #expect(throws: ExternalDecodeError.image(.truncated(format: "TGA"))) {
      try Self.bare.picture(header + [1, 255, 255, 0, 255], named: "tga")
    }
    let large: [UInt8] = [0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 16, 8]
    let size = PixelSize(width: 65_535, height: 65_535)
    #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) {
      try Self.bare.picture(large + [0xFF, 255, 255], named: "tga")
    }
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `an FLC shows its first frame`() throws {
    // Eight pixels in two colours: a chunk with 256 colours, and one with pixels.
    let colors = [255, 0, 0, 0, 0, 255] + [UInt8](repeating: 0, count: 762)
    let palette: [UInt8] = [0x0A, 0x03, 0, 0, 4, 0, 1, 0, 0, 0] + colors
    let pixels: [UInt8] = [14, 0, 0, 0, 16, 0, 0, 1, 1, 0, 1, 0, 0, 1]
    let content = palette + pixels
    let count = 16 + content.count
    let frame = [UInt8(count & 0xFF), UInt8(count >> 8), 0, 0, 0xFA, 0xF1, 2, 0] + [UInt8](repeating: 0, count: 8)
    var header: [UInt8] = [0, 4, 0, 0, 0x12, 0xAF, 1, 0, 4, 0, 2, 0, 8, 0, 3, 0, 100, 0, 0, 0]
    header += [UInt8](repeating: 0, count: 128 - header.count)
    (header[80], header[84]) = (128, 128)
    let picture = try programs.picture(header + frame + content)
    let (red, blue) = (Samples.red, Samples.blue)
    #expect(picture.bitmap.pixels == [red, blue, blue, red, blue, red, red, blue])
  }
}
