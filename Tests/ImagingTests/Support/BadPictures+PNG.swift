import Bitmaps
import Imaging

/// A valid PNG with its chunks changed.
private func png(
  _ name: String = "png-rgb.png", _ change: @Sendable @escaping (inout PNGWriter) throws -> Void
) -> @Sendable () throws -> [UInt8] {
  {
    var writer = PNGWriter(reading: try Fixtures.bytes("good/\(name)"))
    try change(&writer)
    return writer.bytes
  }
}

/// A gray 4×4 PNG with the given image data.
private func gray(_ data: [UInt8]) -> @Sendable () throws -> [UInt8] {
  {
    var writer = PNGWriter()
    writer.add("IHDR", PNGWriter.header(4, 4, 8, 0))
    writer.add("IDAT", data)
    writer.add("IEND", [])
    return writer.bytes
  }
}

private func header(_ index: Int, _ value: UInt8) -> @Sendable () throws -> [UInt8] {
  png { $0.chunks[0].content[index] = value }
}

private func bad(_ reason: String) -> ImageError { .corrupt(format: "PNG", reason: reason) }

extension BadPicture {
  static let pngs = [
    BadPicture(name: "cut-in-signature.png", error: .truncated(format: "PNG")) { Array(PNGWriter.signature[..<5]) },
    BadPicture(name: "line-ends-changed.png", error: bad("its signature was changed")) {
      var bytes = try Fixtures.bytes("good/png-palette.png")
      bytes.remove(at: 4)
      return bytes
    },
    BadPicture(name: "width-zero.png", error: bad("invalid size 0×31"), make: header(3, 0)),
    BadPicture(name: "height-zero.png", error: bad("invalid size 45×0"), make: header(7, 0)),
    BadPicture(name: "width-2147483693.png", error: bad("invalid size 2147483693×31"), make: header(0, 0x80)),
    BadPicture(
      name: "size-60000x60000.png", error: .tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000),
      make: png {
        $0.chunks[0].content = PNGWriter.header(60_000, 60_000, 8, 2)
        // Five kilobytes that decompress to five million bytes, of ten billion declared.
        $0.chunks[1].content = PNGWriter.compressed(Array(repeating: 0, count: 5_000_000))
      }),
    BadPicture(
      name: "side-100000.png", error: .tooLong(PixelSize(width: 100_000, height: 1), limit: 65_535),
      make: png { $0.chunks[0].content = PNGWriter.header(100_000, 1, 1, 0, true) }),
    BadPicture(
      name: "side-1000001.png", error: .tooLong(PixelSize(width: 1_000_001, height: 1), limit: 1_000_000),
      make: png { $0.chunks[0].content = PNGWriter.header(1_000_001, 1, 1, 0) }),
    BadPicture(
      name: "depth-3.png", error: bad("invalid bit depth 3 for color type 2"), make: header(8, 3)),
    BadPicture(
      name: "depth-4-of-rgb.png", error: bad("invalid bit depth 4 for color type 2"), make: header(8, 4)),
    BadPicture(name: "color-type-5.png", error: bad("invalid color type 5"), make: header(9, 5)),
    BadPicture(name: "compression-1.png", error: bad("invalid compression method 1"), make: header(10, 1)),
    BadPicture(name: "filter-method-1.png", error: bad("invalid filter method 1"), make: header(11, 1)),
    BadPicture(name: "interlace-2.png", error: bad("invalid interlace method 2"), make: header(12, 2)),
    BadPicture(
      name: "header-too-short.png", error: bad("it has no header"),
      make: png { $0.chunks[0].content.removeLast() }),
    BadPicture(
      name: "header-not-first.png", error: bad("it has no header"),
      make: png { $0.insert("tEXt", [65, 0, 66], before: "IHDR") }),
    BadPicture(
      name: "two-headers.png", error: bad("it has two headers"),
      make: png { $0.insert("IHDR", $0.chunks[0].content, before: "IDAT") }),
    BadPicture(
      name: "data-checksum.png", error: bad("it has a wrong checksum"),
      make: png {
        $0.chunks[1].content[200] ^= 1
        $0.chunks[1].checksum = 1
      }),
    BadPicture(
      name: "data-missing.png", error: bad("it has no image data"), make: png { $0.chunks.remove(at: 1) }),
    BadPicture(
      name: "data-apart.png", error: bad("other chunks lie between its image data"),
      make: png {
        let data = $0.chunks[1].content
        $0.chunks[1].content = Array(data[..<50])
        $0.insert("tEXt", [65, 0, 66], before: "IEND")
        $0.insert("IDAT", Array(data[50...]), before: "IEND")
      }),
    BadPicture(
      name: "palette-missing.png", error: bad("it has no palette"),
      make: png("png-palette.png") { $0.chunks.removeAll { $0.name == "PLTE" } }),
    BadPicture(
      name: "palette-of-4-bytes.png", error: bad("its palette has 4 bytes"),
      make: png("png-palette.png") { $0.chunks[1].content = [1, 2, 3, 4] }),
    BadPicture(
      name: "palette-of-257.png", error: bad("its palette has 771 bytes"),
      make: png("png-palette.png") { $0.chunks[1].content = Array(repeating: 9, count: 771) }),
    BadPicture(
      name: "palette-after-data.png", error: bad("its palette is misplaced"),
      make: png { $0.insert("PLTE", [1, 2, 3], before: "IEND") }),
    BadPicture(
      name: "unknown-critical-chunk.png", error: .unsupported(format: "PNG", reason: "it cannot be shown without NEED"),
      make: png { $0.insert("NEED", [1], before: "IDAT") }),
    BadPicture(
      name: "chunk-without-name.png", error: bad("a chunk has no name"),
      make: png { $0.insert("tE\u{1}t", [1], before: "IDAT") }),
    BadPicture(
      name: "chunk-longer-than-file.png", error: .truncated(format: "PNG"),
      make: {
        let bytes = try Fixtures.bytes("good/png-palette.png")
        return Array(bytes[..<33]) + [0x7F, 0xFF, 0xFF, 0xFF] + bytes[37...]
      }),
    BadPicture(
      name: "chunk-length-negative.png", error: bad("IDAT is too long"),
      make: {
        let bytes = try Fixtures.bytes("good/png-rgb.png")
        return Array(bytes[..<33]) + [0xFF, 0xFF, 0xFF, 0xFF] + bytes[37...]
      }),
    BadPicture(
      name: "filter-5.png", error: bad("invalid filter 5"),
      make: gray(PNGWriter.compressed([0, 1, 1, 1, 1, 5] + Array(repeating: 0, count: 14)))),
    BadPicture(
      name: "no-row.png", error: .truncated(format: "PNG"),
      make: gray(PNGWriter.compressed(Array(repeating: 0, count: 4)))),
    BadPicture(
      name: "data-of-another-kind.png", error: bad("image data: incorrect header check"),
      make: gray(Array("these are not zlib's".utf8))),
    BadPicture(
      name: "data-cut.png", error: .truncated(format: "PNG"),
      make: gray(PNGWriter.compressed((0..<20).map { $0 % 5 == 0 ? 0 : $0 * 11 }).prefix(5).map { $0 })),
    BadPicture(
      name: "data-adler.png", error: bad("image data: incorrect data check"),
      make: gray(PNGWriter.compressed(Array(repeating: 0, count: 20)).dropLast() + [9])),
  ]
}
