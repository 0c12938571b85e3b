import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Pictures that are incomplete or slightly damaged, and are shown nevertheless.
@Suite("Defects")
struct DefectTests {
  private let size = PixelSize(width: 45, height: 31)
  private let small = PixelSize(width: 9, height: 6)

  /// The picture, or nil if decoding throws an error.
  private func picture(
    _ bytes: [UInt8], _ target: PixelSize, limits: DecodingLimits = DecodingLimits()
  ) -> DecodedPicture? {
    try? EncodedImage(bytes, limits: limits).picture(scaledTo: target)
  }

  @Test("a file cut off at any byte is shown, marked as truncated, or an error", arguments: Fixtures.good)
  func anywhere(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let image = try EncodedImage(bytes)
    let whole = try image.decode(scaledTo: small)
    var isShown = false
    for count in 2..<bytes.count where bytes.count < 1000 || count % 11 == 0 || count < 60 {
      do throws(ImageError) {
        let picture = try EncodedImage(Array(bytes[..<count])).picture(scaledTo: small)
        // An animation plays its complete frames.
        #expect(
          picture.defect == .truncated || picture.defect == .unfinished || picture.bitmap == whole, "\(count) bytes")
        expect(picture.bitmap.size, equals: small)
        isShown = true
      } catch {
        #expect(error == .truncated(format: image.format.name) || count < 12, "\(count) bytes: \(error)")
        // If fewer bytes gave a picture, more bytes do, too.
        #expect(!isShown, "\(count) bytes: \(error)")
      }
    }
    #expect(isShown)
  }

  @Test(
    "a truncated file's first rows are exact and its end is gray",
    arguments: [
      "png-rgb.png", "png-gray-alpha.png", "png-palette.png", "png-rgba-16-bit.png", "gif-still.gif", "jpeg-420.jpg",
      "jpeg-gray.jpg", "jpeg-422-restart.jpg", "webp-lossless.webp", "webp-lossless-alpha.webp", "webp-lossy.webp",
    ])
  func rows(name: String) throws {
    let bytes = try Fixtures.bytes("good/\(name)")
    let whole = try EncodedImage(bytes).decode(scaledTo: size)
    let picture = try EncodedImage(Array(bytes[..<(bytes.count * 3 / 4)])).picture(scaledTo: size)
    expect(picture.defect, equals: .truncated)
    expect(picture.bitmap.pixels[..<(45 * 4)], equals: whole.pixels[..<(45 * 4)])
    expect(picture.bitmap.pixels.last, equals: DecodedPicture.missing)
  }

  @Test("a truncated progressive JPEG shows the whole picture, less sharp") func progressive() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    let whole = Reference(
      size: size, pixels: try EncodedImage(bytes).decode(scaledTo: size).pixels.map { SIMD4<Double>($0) / 65_535 })
    let picture = try EncodedImage(Array(bytes[..<(bytes.count * 2 / 3)])).picture(scaledTo: size)
    expect(picture.defect, equals: .unfinished)
    #expect(whole.meanDifference(from: picture.bitmap) < 0.1 * 65_535)
    #expect(!picture.bitmap.pixels.suffix(45).allSatisfy { $0 == DecodedPicture.missing })
  }

  @Test(
    "a truncated file has the same defect at every size, whole or streamed", arguments: Fixtures.pngs + Fixtures.jpegs)
  func consistent(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let pieces = DecodingLimits(maxInflatedBytes: 0)
    for count in stride(from: 40, to: bytes.count, by: 37) {
      let cut = Array(bytes[..<count])
      let defects = [small, size, PixelSize(width: 2, height: 1), PixelSize(width: 100, height: 90)].flatMap { target in
        [picture(cut, target), picture(cut, target, limits: pieces)].map { $0.map(\.defect) }
      }
      expect(Set(defects).count, equals: 1, "\(count) bytes: \(defects)")
    }
  }

  @Test(
    "a truncated interlaced PNG of one color has it wherever a pixel was decoded",
    arguments: [(45, 31), (9, 6), (1, 1)])
  func interlaced(width: Int, height: Int) throws {
    let kind = APNGWriter.Kind(colorType: 2, depth: 8, interlaced: true)
    var random = SplitMix64(seed: 1)
    // Black, unfiltered.
    let rows = kind.rows(45, 31, using: &random).map { _ in 0 as UInt8 }
    var writer = PNGWriter(width: 45, height: 31, depth: 8, colorType: 2, interlaced: true, filtered: rows)
    let target = PixelSize(width: width, height: height)
    let data = rows.count
    for share in [1, 2, 5, 10, 30, 63] {
      writer.chunks[1].content = PNGWriter.compressed(Array(rows[..<(data * share / 64)]))
      guard let picture = picture(writer.bytes, target) else {
        expect(share, equals: 1)
        continue
      }
      expect(picture.defect, equals: share > 1 ? .unfinished : .truncated)
      let black = SIMD4<UInt16>(0, 0, 0, .max)
      // In a smaller picture, black may be mixed with the gray of missing rows.
      if width == 45 {
        #expect(picture.bitmap.pixels.allSatisfy { $0 == black || $0 == DecodedPicture.missing }, "\(share)")
        expect(picture.bitmap.pixels.first, equals: black)
      }
      // Once the first pass is complete, its pixels cover the whole picture.
      if share > 2 { #expect(picture.bitmap.pixels.allSatisfy { $0 == black }, "\(share)") }
    }
  }

  @Test("image data with a wrong chunk checksum but a valid zlib checksum have a warning")
  func checksum() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let whole = try EncodedImage(bytes).decode(scaledTo: small)
    var writer = PNGWriter(reading: bytes)
    let data = writer.chunks[1].content
    writer.chunks[1].content = Array(data[..<100])
    writer.chunks[1].checksum = 7
    writer.insert("IDAT", Array(data[100...]), before: "IEND")
    let expected = DecodedPicture(whole, defect: .checksum)
    expect(picture(writer.bytes, small), equals: expected)
    // Damaged data give no picture, and neither does a truncated copy of them.
    writer.chunks[1].content[60] ^= 4
    expect(picture(writer.bytes, small), equals: nil)
    expect(picture(Array(writer.bytes.dropLast(600)), small), equals: nil)
  }

  @Test("an animated PNG with an impossible frame count is a still", arguments: [0, 1 << 31, UInt32.max])
  func frameCount(count: UInt32) throws {
    var writer = PNGWriter(reading: try Fixtures.bytes("good/apng-rgb.png"))
    let still = try EncodedImage(writer.bytes)
    #expect(still.animation != nil)
    let index = try #require(writer.chunks.firstIndex { $0.name == "acTL" })
    writer.chunks[index].content.replaceSubrange(0..<4, with: PNGWriter.bigEndian(count))
    let image = try EncodedImage(writer.bytes)
    expect(image.animation, equals: nil)
    try expect(image.picture(scaledTo: small), equals: DecodedPicture(still.decode(scaledTo: small)))
  }

  @Test("a JPEG with damaged codes is marked as damaged") func damagedCodes() throws {
    var bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    // An end-of-image marker in the middle of the picture: the data after it are not read.
    let middle = bytes.count - 300
    bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, 0xD9])
    let picture = try EncodedImage(bytes).picture(scaledTo: size)
    expect(picture.defect, equals: .damaged)
    expect(picture.bitmap.pixels.last, equals: DecodedPicture.missing)
  }
}
