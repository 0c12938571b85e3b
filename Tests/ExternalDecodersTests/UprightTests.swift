import Bitmaps
import Decks
import Decoding
import ExternalDecoders
import Glibc
import Imaging
import LibraryCodecs
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// The orientation and the colors of pictures that external programs decode.
struct UprightTests {
  private let programs = DecoderPrograms()
  private static let canWriteTIFF = has(.magick)

  /// ImageMagick's names for the orientations, in the order of the tag's values.
  private static let names = [
    "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom",
  ]

  @Test(.enabled(if: canWriteTIFF, "needs ImageMagick"), arguments: 1...8)
  func `a TIFF is rotated and mirrored as its orientation tag says`(orientation: Int) throws {
    let file = try Pattern.converted(to: "tiff", ["-orient", Self.names[orientation - 1]])
    let picture = try programs.picture(file)
    let isTurned = orientation > 4
    expect(picture.naturalSize, equals: PixelSize(width: isTurned ? 16 : 24, height: isTurned ? 24 : 16))
    let theirs = try output(of: .magick, ["tiff:-", "-auto-orient", "-depth", "8", "rgba:-"], input: file)
    expect(picture.bitmap.difference(from: theirs), equals: 0)
  }

  @Test(.enabled(if: canWriteTIFF, "needs ImageMagick"))
  func `a rotated TIFF is fitted by its upright shape`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.tiff", try Pattern.converted(to: "tiff", ["-orient", "RightTop"]))
    let loaded = try PictureLoader(decoder: InProcessDecoder(codecs: LibraryCodecs.all)).load(
      PictureKey(location: .file(folder("a.tiff")), shape: shape(32, 48, across: 2)))
    expect(loaded.grid, equals: PixelSize(width: 32, height: 48))
    expect(loaded.bitmap.size, equals: PixelSize(width: 64, height: 48))
    expect(loaded.naturalSize, equals: PixelSize(width: 16, height: 24))
  }

  @Test(
    .enabled(if: canWriteTIFF, "needs ImageMagick"),
    arguments: [
      ["-depth", "8"], ["-depth", "16"], ["-compress", "lzw", "-endian", "MSB"],
      ["-define", "tiff:tile-geometry=16x16"],
    ])
  func `a TIFF's color profile is applied`(options: [String]) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("p3.icc", ICCWriter.displayP3)
    folder.file("srgb.icc", ICCWriter.sRGB)
    let paths = ["p3.icc", "srgb.icc"].map { String(decoding: folder($0).bytes, as: UTF8.self) }
    for hasAlpha in [false, true] {
      let file = try Pattern.converted(to: "tiff", ["-profile", paths[0]] + options, hasAlpha: hasAlpha)
      let bitmap = try programs.picture(file).bitmap
      let plain = hasAlpha ? Pattern.bytes(hasAlpha: true) : Pattern.bytes().withAlpha
      #expect(bitmap.difference(from: plain) > 20)
      // The same as our own decoder, which is tested against lcms2.
      let png = try Pattern.converted(to: "png", ["-profile", paths[0]], hasAlpha: hasAlpha)
      let image = try EncodedImage(png)
      #expect(bitmap.difference(from: try image.decode(scaledTo: image.size).encoded) <= 1)
      // The same as ImageMagick's conversion; both profiles have the same curve.
      guard !hasAlpha else { continue }
      let theirs = try output(
        of: .magick, ["tiff:-", "-profile", paths[1], "-depth", "8", "rgba:-"], input: file)
      let back = zip(theirs, bitmap.encoded).map { abs(power(Int($0)) - Int($1)) }
      #expect((back.max() ?? 255) <= 3)
    }
  }

  @Test(
    .enabled(if: canWriteTIFF, "needs ImageMagick"),
    arguments: [
      ["-depth", "8"], ["-depth", "16"], ["-orient", "BottomRight"], ["-define", "tiff:tile-geometry=16x16"],
    ])
  func `a CMYK TIFF's color profile is applied`(options: [String]) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("inks.icc", ICCWriter.inks)
    let profile = String(decoding: folder("inks.icc").bytes, as: UTF8.self)
    // Cyan and magenta as commonly defined.
    let pam =
      Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n".utf8) + [0, 255, 255, 255, 0, 255]
    func tiff(_ more: [String], _ options: [String] = options) throws -> [UInt8] {
      try output(of: .magick, ["pam:-", "-colorspace", "CMYK"] + more + options + ["tiff:-"], input: pam)
    }
    let isTurned = options.contains("BottomRight")
    let pixels = try programs.picture(tiff(["-profile", profile])).bitmap.encoded
    let (first, second) = (Array(pixels[..<4]), Array(pixels[4...]))
    let (red, blue) = isTurned ? (second, first) : (first, second)
    #expect(red[0] > 240 && red[1] < 40 && red[2] < 40 && red[3] == 255, "\(red)")
    #expect(blue[0] < 60 && blue[1] < 60 && blue[2] > 230 && blue[3] == 255, "\(blue)")
    // Without a profile they have their common colors.
    let plain = try programs.picture(tiff([])).bitmap.encoded
    let (cyan, magenta): ([UInt8], [UInt8]) = ([0, 255, 255, 255], [255, 0, 255, 255])
    expect(plain, equals: (isTurned ? magenta + cyan : cyan + magenta))
  }

  @Test(.enabled(if: canWriteTIFF, "needs ImageMagick"))
  func `a CMYK TIFF with an invalid profile is decoded without it`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("inks.icc", ICCWriter.inks)
    let profile = String(decoding: folder("inks.icc").bytes, as: UTF8.self)
    let pam = Array("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n".utf8) + [0, 255, 255]
    var file = try output(of: .magick, ["pam:-", "-colorspace", "CMYK", "-profile", profile, "tiff:-"], input: pam)
    let mark = try #require(file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("acsp".utf8) })
    file[mark] = 0
    try expect(programs.picture(file).bitmap.encoded, equals: [0, 255, 255, 255])
  }

  /// Converts a sample with a power curve of 563/256 to sRGB's encoding.
  private func power(_ sample: Int) -> Int {
    Int(SRGB.encoded(UInt16((pow(Double(sample) / 255, 563 / 256) * 65_535).rounded())))
  }
}
