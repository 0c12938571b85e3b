import Bitmaps
import Imaging
import TestSupport
import Testing

@Suite("WebP metadata")
struct WebPMetadataTests {
  /// A WebP as an extended file, with a chunk added after its others.
  private func webp(_ still: [UInt8], adding name: String, _ content: [UInt8], flag: UInt8) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let length = UInt32(content.count)
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
      return Array(name.utf8) + bytes + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }
    let size = (try? EncodedImage(still).size) ?? PixelSize(width: 1, height: 1)
    let (width, height) = (UInt32(size.width - 1), UInt32(size.height - 1))
    let canvas = [width, height].flatMap { side in (0..<3).map { UInt8(truncatingIfNeeded: side >> (8 * UInt32($0))) } }
    let chunks =
      chunk("VP8X", [flag, 0, 0, 0] + canvas) + Array(still.dropFirst(12)) + chunk(name, content)
    return chunk("RIFF", Array("WEBP".utf8) + chunks)
  }

  /// Exif that contains only an orientation.
  private func exif(orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  @Test("A WebP's Exif orientation is applied")
  func orientation() throws {
    let still = try Fixtures.bytes("good/webp-lossless.webp")
    let plain = try EncodedImage(still)
    let turned = try EncodedImage(webp(still, adding: "EXIF", exif(orientation: 6), flag: 8))
    expect(turned.metadata.orientation.rawValue, equals: 6)
    expect(turned.size, equals: PixelSize(width: plain.size.height, height: plain.size.width))
    let pixels = try plain.decode(scaledTo: plain.size)
    let upright = try turned.decode(scaledTo: turned.size)
    // A quarter turn clockwise: the lower left corner moves to the upper left.
    expect(upright.pixels[0], equals: pixels.pixels[(plain.size.height - 1) * plain.size.width])
  }

  @Test("A WebP's invalid profile is ignored")
  func badProfile() throws {
    let still = try Fixtures.bytes("good/webp-lossless.webp")
    let plain = try EncodedImage(still)
    let odd = try EncodedImage(webp(still, adding: "ICCP", Array("nonsense".utf8), flag: 32))
    try expect(odd.decode(scaledTo: plain.size), equals: plain.decode(scaledTo: plain.size))
  }
}
