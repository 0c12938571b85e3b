import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
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
    try expect(programs.picture(file).bitmap.pixels, equals: Self.pixels)
  }

  /// A BMP of a row, with masks after the first 40 bytes of its header.
  private func masked(bits: Int, _ masks: [UInt32], headerBytes: Int = 40, width: Int, _ row: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    var info = number(headerBytes, 4) + number(width, 4) + number(1, 4) + [1, 0] + number(bits, 2)
    info += number(masks.isEmpty ? 0 : 3, 4) + Array(repeating: 0, count: 20)
    info += masks.flatMap { number(Int($0), 4) }
    info += Array(repeating: 0, count: max(0, headerBytes - info.count))
    return Array("BM".utf8) + number(0, 8) + number(14 + info.count, 4) + info + row
  }

  @Test func `a BMP's masks may be in any order and of any width`() throws {
    // 3 bits of red at the bottom, 7 of blue, 6 of green.
    let odd = masked(bits: 16, [0x7, 0xFC00, 0x3F8], width: 2, [0x07, 0x00, 0xF8, 0xFF])
    try expect(Self.bare.picture(odd).bitmap.encoded, equals: [255, 0, 0, 255, 0, 255, 255, 255])
    // Ten bits a color.
    let deep = masked(bits: 32, [0x3FF0_0000, 0xF_FC00, 0x3FF], width: 1, [0xFF, 0x03, 0x00, 0x20])
    try expect(Self.bare.picture(deep).bitmap.encoded, equals: [128, 0, 255, 255])
  }

  @Test func `a BMP's alpha in 16 bits is read, unless it is all zero`() throws {
    let masks: [UInt32] = [0xF00, 0xF0, 0xF, 0xF000]
    let row: [UInt8] = [0x00, 0x8F, 0xF0, 0xF0]
    let alpha = masked(bits: 16, masks, headerBytes: 56, width: 2, row)
    try expect(Self.bare.picture(alpha).bitmap.encoded, equals: [255, 0, 0, 136, 0, 255, 0, 255])
    let zero = masked(bits: 16, masks, headerBytes: 56, width: 2, [0x00, 0x0F, 0xF0, 0x00])
    try expect(Self.bare.picture(zero).bitmap.encoded, equals: [255, 0, 0, 255, 0, 255, 0, 255])
  }

  @Test func `a BMP of two bits per pixel is decoded`() throws {
    var file = masked(bits: 2, [], width: 4, [])
    for color in [[0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255]] as [[UInt8]] { file += color + [0] }
    file[10] = UInt8(file.count)
    file += [0b0001_1011, 0, 0, 0]
    try expect(Self.bare.picture(file).bitmap.pixels, equals: Self.pixels)
    #expect(throws: ExternalDecodeError.self) { try Self.bare.picture(Array(file.dropLast())) }
  }

  /// A DDS of one block of 4×4 pixels.
  private func surface(_ format: UInt8, _ block: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let header = [124, 0x1007, 4, 4, 16, 0, 1].flatMap { number($0) } + Array(repeating: 0, count: 44)
    let kind = number(32) + number(4) + Array("DX10".utf8) + Array(repeating: 0, count: 20)
    let extra = number(Int(format)) + number(3) + number(0) + number(1) + number(0)
    return Array("DDS ".utf8) + header + kind + number(0x1000) + Array(repeating: 0, count: 16) + extra + block
  }

  /// A block of numbers of some bits each, lowest first; the rest is zero.
  private func block(_ numbers: [(value: Int, bits: Int)]) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.bits).map { number.value >> $0 & 1 } }
    let all = bits + Array(repeating: 0, count: 128 - bits.count)
    return stride(from: 0, to: 128, by: 8).map { start in
      UInt8((0..<8).reduce(0) { $0 | all[start + $1] << $1 })
    }
  }

  @Test(.enabled(if: has(.oiiotool), "needs oiiotool"))
  func `a DDS compressed by BC7 or BC6H is decoded`() throws {
    // BC7's mode 6: red, green, blue and alpha twice, seven bits each, and the lowest bits.
    let ends = [255, 101, 1, 255].flatMap { [(value: $0 >> 1, bits: 7), ($0 >> 1, 7)] }
    let bc7 = try programs.picture(surface(98, block([(value: 64, bits: 7)] + ends + [(1, 1), (1, 1)])))
    expect(bc7.naturalSize, equals: PixelSize(width: 4, height: 4))
    expect(Array(bc7.bitmap.encoded[..<4]), equals: [255, 101, 1, 255])
    // BC6H's mode 11: two colors, ten bits a channel; 0.379 of green light.
    let colors = [0x1EF, 0x1BE, 0, 0x1EF, 0x1BE, 0].map { (value: $0, bits: 10) }
    let bc6h = try programs.picture(surface(95, block([(value: 3, bits: 5)] + colors)))
    #expect(abs(Int(bc6h.bitmap.encoded[1]) - 166) <= 1 && bc6h.bitmap.encoded[0] == 255, "\(bc6h.bitmap.encoded)")
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `both channels of a DDS compressed by BC5 are shown, as red and green`() throws {
    // Two equal ends of a range for each channel.
    let block: [UInt8] = [30, 30, 0, 0, 0, 0, 0, 0, 60, 60, 0, 0, 0, 0, 0, 0]
    let picture = try programs.picture(surface(83, block))
    #expect(Array(picture.bitmap.encoded[..<2]) == [30, 60] && picture.bitmap.isOpaque)
  }

  @Test func `a DDS compressed by BC7 names the program that it needs`() {
    #expect(throws: ExternalDecodeError.program(.missing(format: "DDS", program: .oiiotool))) {
      try Self.bare.picture(surface(98, block([])))
    }
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `the first bitmap of an OS/2 bitmap array is shown`() throws {
    let core: [UInt8] = [12, 0, 0, 0, 2, 0, 2, 0, 1, 0, 24, 0]
    let bitmap = Array("BM".utf8) + [56, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0] + core + Self.rows
    let file = Array("BA".utf8) + [40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + bitmap
    try expect(programs.picture(file).bitmap.pixels, equals: Self.pixels)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"), arguments: [0, 1])
  func `a 16-bit SGI keeps its precision`(kind: UInt8) throws {
    // One gray pixel, 0x8001, at offset 512: plain, or run-length encoded after its table.
    let header: [UInt8] = [1, 0xDA, kind, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let plain: [UInt8] = [0x80, 0x01]
    let packed: [UInt8] = [0, 0, 2, 8, 0, 0, 0, 6, 0, 0x81, 0x80, 0x01, 0, 0]
    let file = header + Array(repeating: 0, count: 512 - header.count) + (kind == 0 ? plain : packed)
    let light = UInt16((SRGB.linear(Double(0x8001) / 65_535) * 65_535).rounded())
    try expect(programs.picture(file).bitmap.pixels, equals: [SIMD4(light, light, light, .max)])
  }

  @Test(.enabled(if: has(.ffmpeg, .magick), "needs ffmpeg and ImageMagick"))
  func `a PCX's declared pixel aspect ratio is ignored`() throws {
    var file = try Pattern.converted(to: "pcx")
    file.replaceSubrange(12..<16, with: [200, 0, 100, 0])
    file[64] = 1
    let picture = try programs.picture(file)
    expect(picture.naturalSize, equals: Pattern.size)
    expect(picture.bitmap.difference(from: Pattern.bytes().withAlpha), equals: 0)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a WBMP's ones are white and its zeros black`() throws {
    let picture = try programs.picture([0, 0, 4, 2, 0b1010_0000, 0b0101_0000], named: "wbmp")
    let (black, white) = (Samples.black, Samples.white)
    expect(picture.bitmap.pixels, equals: [white, black, white, black, black, white, black, white])
  }

  @Test(arguments: [(kind: 3, descriptor: 0x28), (3, 0x08), (11, 0x28), (11, 0x08), (3, 0x38)])
  func `a gray TGA with alpha is decoded without a program`(kind: UInt8, descriptor: UInt8) throws {
    // White and black above half-transparent gray and a transparent pixel.
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
    expect(samples, equals: [255, 255, 255, 255, 0, 0, 0, 255, 188, 188, 188, 128, 0, 0, 0, 0])
  }

  @Test func `a truncated or oversized gray TGA with alpha reports the reason`() {
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
    // Eight pixels in two colors: a chunk with 256 colors, and one with pixels.
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
    expect(picture.bitmap.pixels, equals: [red, blue, blue, red, blue, red, red, blue])
  }
}
