import Bitmaps
import Imaging
import PictureTestSupport
import TestSupport
import Testing

/// The pages of a TIFF.
struct TIFFPageTests {
  private let folder = TemporaryFolder()

  private func file(_ arguments: String...) throws -> [UInt8] {
    try folder.run("convert", arguments + ["tif:" + folder.text("a.tif")])
    return try folder.bytes("a.tif")
  }

  private func places(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
    bytes.indices.dropLast(part.count).filter { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  @Test func `each picture is a page, of its own size and orientation`() throws {
    var bytes = try file("-size", "4x3", "xc:red", "-size", "5x2", "xc:lime", "-size", "6x1", "xc:blue")
    let orientations = places(of: [18, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0], in: bytes)
    bytes[orientations[1] + 8] = 6
    let image = try opened(bytes)
    expect(image.pageCount, equals: 3)
    let pages = try (1...3).map { try image.page($0) }
    expect(pages.map(\.size.width), equals: [4, 2, 6])
    try expect(
      pages.map { try $0.decode(scaledTo: $0.size).pixels[0] }, equals: [Samples.red, Samples.green, Samples.blue])
    #expect(throws: ImageError.notAPicture) { try image.page(4) }
  }

  @Test func `reduced copies are no pages, and a circle of directories ends`() throws {
    var bytes = try file("-size", "8x8", "xc:red", "xc:lime")
    // The first entry of each directory: NewSubfileType, of which 1 is a reduced copy.
    let kinds = places(of: [254, 0, 4, 0, 1, 0, 0, 0], in: bytes)
    expect(kinds.count, equals: 2)
    bytes[kinds[1] + 8] = 1
    try expect(opened(bytes).pageCount, equals: 1)
    bytes[kinds[1] + 8] = 2
    // Behind the last entry is the offset of the next directory.
    let link = kinds[1] + 12 * Int(bytes[kinds[1] - 2])
    bytes.replaceSubrange(link..<link + 4, with: bytes[4..<8])
    try expect(opened(bytes).pageCount, equals: 2)
  }
}
