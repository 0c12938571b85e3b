import Bitmaps
import Imaging
import TestSupport
import Testing

@Suite("Thumbnails in a photograph's Exif")
struct ThumbnailTests {
  private static let red = SIMD4<Double>(1, 0, 0, 1)
  private static let blue = SIMD4<Double>(0, 0, 1, 1)

  /// The beginning of a photograph with this size, up to its scan, which is missing.
  private func head(_ width: Int, _ height: Int, thumbnail: [UInt8], orientation: UInt16 = 1) throws -> [UInt8] {
    var jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(
      frame + 5..<frame + 9, with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    let scan = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    var writer = ExifWriter()
    writer.picture = [writer.short(274, orientation), writer.text(306, "2026:03:14 15:09:26")]
    writer.thumbnail = thumbnail
    return inserting(exif: writer.bytes, into: Array(jpeg[..<(scan + 20)]))
  }

  private func thumbnail(_ name: String) throws -> [UInt8] { try Fixtures.bytes("thumbnails/\(name)") }

  /// The color of a pixel, channels 0…1.
  private func color(_ bitmap: Bitmap, _ column: Int, _ row: Int) -> SIMD4<Double> {
    SIMD4<Double>(bitmap.pixels[row * bitmap.size.width + column]) / 65_535
  }

  private func isNear(_ color: SIMD4<Double>, _ other: SIMD4<Double>) -> Bool {
    let difference = color - other
    return (difference * difference).sum() < 0.01
  }

  @Test("a thumbnail of the picture's shape is scaled to the requested size") func plain() throws {
    let found = EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: thumbnail("160x107.jpg")))
    let thumbnail = try #require(found)
    expect(thumbnail.pictureSize, equals: PixelSize(width: 6000, height: 4000))
    expect(thumbnail.metadata, equals: ImageMetadata(orientation: .upright, date: "2026-03-14", time: "15:09:26"))
    let bitmap = try #require(try thumbnail.decode(scaledTo: PixelSize(width: 60, height: 40)))
    expect(bitmap.size, equals: PixelSize(width: 60, height: 40))
    #expect(isNear(color(bitmap, 0, 0), Self.red))
    #expect(isNear(color(bitmap, 28, 39), Self.red))
    #expect(isNear(color(bitmap, 31, 0), Self.blue))
    #expect(isNear(color(bitmap, 59, 39), Self.blue))
  }

  @Test("a thumbnail's black bars are cut off", arguments: [(60, 40), (600, 400), (3, 2), (1, 1)])
  func barred(width: Int, height: Int) throws {
    let found = EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: thumbnail("barred-160x120.jpg")))
    let bitmap = try #require(try found?.decode(scaledTo: PixelSize(width: width, height: height)))
    expect(bitmap.size, equals: PixelSize(width: width, height: height))
    guard width > 3 else { return }
    #expect(isNear(color(bitmap, 0, 0), Self.red))
    #expect(isNear(color(bitmap, 0, height - 1), Self.red))
    #expect(isNear(color(bitmap, width - 1, 0), Self.blue))
    #expect(isNear(color(bitmap, width - 1, height - 1), Self.blue))
  }

  @Test("a thumbnail is oriented like its picture") func turned() throws {
    let found = EmbeddedThumbnail(
      head: try head(6000, 4000, thumbnail: thumbnail("barred-160x120.jpg"), orientation: 6))
    let thumbnail = try #require(found)
    expect(thumbnail.pictureSize, equals: PixelSize(width: 4000, height: 6000))
    let bitmap = try #require(try thumbnail.decode(scaledTo: PixelSize(width: 40, height: 60)))
    expect(bitmap.size, equals: PixelSize(width: 40, height: 60))
    // A quarter turn clockwise puts the left edge on top.
    #expect(isNear(color(bitmap, 0, 0), Self.red))
    #expect(isNear(color(bitmap, 39, 0), Self.red))
    #expect(isNear(color(bitmap, 0, 59), Self.blue))
  }

  @Test("a thumbnail of another shape than the picture is not shown") func otherShape() throws {
    let found = EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: thumbnail("160x120.jpg")))
    try expect(found?.decode(scaledTo: PixelSize(width: 60, height: 40)), equals: nil)
    let upright = EmbeddedThumbnail(head: try head(4000, 6000, thumbnail: thumbnail("160x107.jpg")))
    #expect(upright == nil)
    let strip = EmbeddedThumbnail(head: try head(60_000, 40, thumbnail: thumbnail("160x107.jpg")))
    #expect(strip == nil)
  }

  @Test("a missing or invalid thumbnail is ignored") func none() throws {
    #expect(EmbeddedThumbnail(head: []) == nil)
    #expect(EmbeddedThumbnail(head: try Fixtures.bytes("good/jpeg-420.jpg")) == nil)
    #expect(EmbeddedThumbnail(head: try Fixtures.bytes("good/png-rgb.png")) == nil)
    #expect(EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: Array("no picture".utf8))) == nil)
    #expect(EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: Fixtures.bytes("good/png-rgb.png"))) == nil)
  }

  @Test("a huge or tiny thumbnail is ignored") func sizes() throws {
    #expect(
      EmbeddedThumbnail(head: try head(6000, 4000, thumbnail: head(3000, 2000, thumbnail: thumbnail("160x107.jpg"))))
        == nil)
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    #expect(EmbeddedThumbnail(head: try head(4500, 3100, thumbnail: jpeg)) == nil)
  }

  @Test("a truncated or changed thumbnail gives a picture or none") func hostile() throws {
    let whole = try head(6000, 4000, thumbnail: thumbnail("barred-160x120.jpg"))
    let target = PixelSize(width: 30, height: 20)
    for count in stride(from: 0, to: whole.count, by: 7) {
      _ = try? EmbeddedThumbnail(head: Array(whole[..<count]))?.decode(scaledTo: target)
    }
    var random = SplitMix64(seed: 71)
    for _ in 0..<2000 {
      var changed = whole
      changed[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      if let bitmap = try? EmbeddedThumbnail(head: changed)?.decode(scaledTo: target) {
        expect(bitmap.size, equals: target)
      }
    }
  }

  @Test("an incomplete thumbnail is not shown") func cut() throws {
    let bytes = try thumbnail("160x107.jpg")
    let target = PixelSize(width: 60, height: 40)
    #expect(try EmbeddedThumbnail(head: head(6000, 4000, thumbnail: bytes))?.decode(scaledTo: target) != nil)
    for end in [[], [0xFF, 0xD9]] as [[UInt8]] {
      let part = Array(bytes[..<(bytes.count * 2 / 3)]) + end
      try expect(EmbeddedThumbnail(head: head(6000, 4000, thumbnail: part))?.decode(scaledTo: target), equals: nil)
    }
  }
}
