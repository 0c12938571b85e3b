import Bitmaps
import Imaging
import TestSupport
import Testing

/// A picture of letters: each pixel's red value is its letter's code.
private func picture(_ rows: String...) -> Bitmap {
  let pixels = rows.joined().unicodeScalars.map { SIMD4<UInt16>(UInt16($0.value), 0, 0, .max) }
  return Bitmap(size: PixelSize(width: rows[0].count, height: rows.count), pixels: pixels, isOpaque: true)
}

private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

@Suite("Orientation")
struct OrientationTests {
  @Test("each of the eight orientations puts every pixel in its place") func pixels() {
    let stored = picture("abc", "def")
    expect(stored.oriented(.upright), equals: stored)
    expect(stored.oriented(.mirrored), equals: picture("cba", "fed"))
    expect(stored.oriented(.halfTurn), equals: picture("fed", "cba"))
    expect(stored.oriented(.flipped), equals: picture("def", "abc"))
    expect(stored.oriented(.transposed), equals: picture("ad", "be", "cf"))
    expect(stored.oriented(.quarterTurn), equals: picture("da", "eb", "fc"))
    expect(stored.oriented(.transversed), equals: picture("fc", "eb", "da"))
    expect(stored.oriented(.threeQuarterTurn), equals: picture("cf", "be", "ad"))
  }

  @Test("a single row or column is oriented", arguments: Orientation.allCases) func thin(orientation: Orientation) {
    expect(picture("abc").oriented(orientation).size, equals: orientation.applied(to: size(3, 1)))
    expect(picture("a", "b").oriented(orientation).size, equals: orientation.applied(to: size(1, 2)))
    expect(picture("a").oriented(orientation), equals: picture("a"))
  }

  @Test("a picture stored in any orientation is shown upright", arguments: Orientation.allCases)
  func upright(orientation: Orientation) throws {
    let upright = try Fixtures.bytes("good/png-rgb.png")
    let expected = try EncodedImage(upright).decode(scaledTo: size(45, 31))
    // The inverse orientation: quarter turns undo three-quarter turns, and all others undo themselves.
    let back: Orientation =
      switch orientation {
      case .quarterTurn: .threeQuarterTurn
      case .threeQuarterTurn: .quarterTurn
      case .upright, .mirrored, .halfTurn, .flipped, .transposed, .transversed: orientation
      }
    let stored = expected.oriented(back)
    let rows = (0..<stored.size.height).flatMap { row -> [UInt8] in
      [0]
        + stored.pixels[row * stored.size.width..<(row + 1) * stored.size.width].flatMap { pixel in
          (0..<3).map { SRGB.encoded(pixel[$0]) }
        }
    }
    let png = PNGWriter(
      width: stored.size.width, height: stored.size.height, depth: 8, colorType: 2, filtered: rows
    ).bytes
    for chunk in ["IDAT", "IEND"] {
      let image = try EncodedImage(
        inserting(exif: ExifWriter.oriented(UInt16(orientation.rawValue)), intoPNG: png, before: chunk))
      expect(image.size, equals: size(45, 31))
      expect(image.metadata, equals: ImageMetadata(orientation: orientation))
      try expect(image.decode(scaledTo: image.size), equals: expected)
    }
  }

  @Test("a JPEG is scaled as stored, then oriented", arguments: Orientation.allCases)
  func scaled(orientation: Orientation) throws {
    let plain = try Fixtures.bytes("good/jpeg-420.jpg")
    let turned = try EncodedImage(
      inserting(exif: ExifWriter.oriented(UInt16(orientation.rawValue), isBigEndian: false), into: plain))
    expect(turned.size, equals: orientation.applied(to: size(45, 31)))
    for target in [size(45, 31), size(31, 45), size(20, 9), size(3, 2), size(60, 70)] {
      let stored = try EncodedImage(plain).decode(scaledTo: orientation.applied(to: target))
      let bitmap = try turned.decode(scaledTo: target)
      expect(bitmap, equals: stored.oriented(orientation))
      expect(bitmap.size, equals: target)
    }
  }

  @Test("a rotated picture is fitted by its upright shape") func fitting() throws {
    let bytes = inserting(exif: ExifWriter.oriented(6), into: try Fixtures.bytes("good/jpeg-420.jpg"))
    let fit = Fit(box: size(100, 20), sampleAspect: 0.5)
    try expect(fit.target(for: EncodedImage(bytes).size), equals: fit.target(for: size(31, 45)))
  }

  @Test(
    "ImageMagick orients pictures the same way",
    .enabled(if: Program.magick != nil, "ImageMagick is not installed"), arguments: Orientation.allCases)
  func magick(orientation: Orientation) throws {
    let png = try Fixtures.bytes("good/png-rgba-interlaced.png")
    let bitmap = try EncodedImage(
      inserting(exif: ExifWriter.oriented(UInt16(orientation.rawValue)), intoPNG: png)
    ).decode(scaledTo: orientation.applied(to: size(45, 31)))
    let folder = try ScratchFolder()
    let path = try folder.write(png, as: "stored.png")
    let names = [
      "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom",
    ]
    let samples = try #require(Program.magick).output([
      path, "-orient", names[Int(orientation.rawValue) - 1], "-auto-orient", "-set", "colorspace", "sRGB", "-depth",
      "16", "-endian", "MSB", "RGBA:-",
    ])
    #expect(Reference(size: bitmap.size, straight16: samples[...]).difference(from: bitmap) <= 1)
  }
}
