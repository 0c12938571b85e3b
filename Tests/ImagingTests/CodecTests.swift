import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// The table of codecs.
struct CodecTests {
  @Test(arguments: Fixtures.good) func `exactly one codec recognizes a file by its first bytes`(name: String) throws {
    let head = try Fixtures.bytes(name).prefix(64)
    let formats = Codecs.linked.table.filter { $0.recognizes(head) }.map { $0.format }
    try expect(formats, equals: [EncodedImage(Fixtures.bytes(name)).format])
  }

  @Test func `each format has a name of its own, and is found by it`() {
    expect(Codecs.linked.table.map { $0.format.name }, equals: ["JPEG", "PNG", "WebP", "GIF"])
    for codec in Codecs.linked.table { expect(Codecs.linked.codec(of: codec.format)?.format, equals: codec.format) }
  }

  @Test func `bytes after a JPEG's first marker belong to a JPEG only if a header follows`() throws {
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let filled = Array(jpeg[..<2]) + [1, 2, 3] + Array(jpeg[2...])
    try expect(EncodedImage(filled).format, equals: .jpeg)
    #expect(throws: ImageError.notAPicture) { try EncodedImage([0xFF, 0xD8, 1, 2, 3, 4]) }
    #expect(PictureFormat(beginning: [0xFF, 0xD8, 1, 2, 3, 4]) == nil)
  }

  @Test func `only GIFs of some size may be read in pieces`() throws {
    func mayStream(_ name: String, _ limits: DecodingLimits) throws -> Bool {
      EncodedImage.mayStream(InMemorySource(try Fixtures.bytes(name)), limits: limits)
    }
    let small = DecodingLimits(maxHeldBytes: 16)
    for (name, limits, expected) in [
      ("good/gif-keep.gif", DecodingLimits(), false), ("good/gif-keep.gif", small, true),
      ("good/jpeg-420.jpg", small, false), ("good/webp-lossless.webp", small, false),
      ("good/png-rgb.png", small, false),
    ] {
      try expect(mayStream(name, limits), equals: expected, "\(name)")
    }
  }
}
