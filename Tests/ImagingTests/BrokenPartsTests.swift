import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Pictures of which a part is broken that other decoders do without.
struct BrokenPartsTests {
  private let size = PixelSize(width: 45, height: 31)

  /// The offsets of a JPEG's markers of a kind.
  private func offsets(of marker: UInt8, in bytes: [UInt8]) -> [Int] {
    var reader = JPEGMarkerReader(bytes)
    var offsets: [Int] = []
    while let segment = try? reader.next(), segment.marker != 0xD9 {
      if segment.marker == marker { offsets.append(segment.start) }
    }
    return offsets
  }

  private func difference(_ first: Bitmap, _ second: Bitmap) -> Double {
    let sum = zip(first.pixels, second.pixels).reduce(0.0) { sum, pair in
      (0..<3).reduce(sum) { $0 + abs(Double(SRGB.encoded(pair.0[$1])) - Double(SRGB.encoded(pair.1[$1]))) }
    }
    return sum / Double(first.pixels.count * 3)
  }

  @Test func `a progressive JPEG with a broken late scan shows the scans before it, marked as damaged`() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    let whole = try EncodedImage(bytes).picture(scaledTo: size).bitmap
    let scan = try #require(offsets(of: 0xDA, in: bytes).last)
    var broken = bytes
    // The number of components.
    broken[scan + 4] = 9
    let picture = try EncodedImage(broken).picture(scaledTo: size)
    expect(picture.defect, equals: .damaged)
    #expect(difference(picture.bitmap, whole) < 8)
  }

  @Test func `a progressive JPEG with a broken late table shows the scans before it, marked as damaged`() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    let whole = try EncodedImage(bytes).picture(scaledTo: size).bitmap
    let table = try #require(offsets(of: 0xC4, in: bytes).last)
    var broken = bytes
    // More codes of one bit than there can be.
    broken[table + 5] = 200
    let picture = try EncodedImage(broken).picture(scaledTo: size)
    expect(picture.defect, equals: .damaged)
    #expect(difference(picture.bitmap, whole) < 8)
    // Without any scan before it, there is nothing to show.
    broken[try #require(offsets(of: 0xC4, in: bytes).first) + 5] = 200
    #expect(throws: ImageError.self) { try EncodedImage(broken).picture(scaledTo: size) }
  }

  /// Two by two pixels: red and green above blue and half-transparent gray, which is premultiplied.
  @Test func `Apple's PNGs are decoded`() throws {
    let rows: [UInt8] = [0, 0, 0, 255, 255, 0, 255, 0, 255, 0, 255, 0, 0, 255, 64, 64, 64, 128]
    // A stored block of deflate: its length, the complement, and the bytes.
    let stored: [UInt8] = [1, UInt8(rows.count), 0, ~UInt8(rows.count), 255] + rows
    var writer = PNGWriter()
    writer.add("CgBI", [0x50, 0, 0x20, 2])
    writer.add("IHDR", PNGWriter.header(2, 2, 8, 6))
    writer.add("IDAT", stored)
    writer.add("IEND", [])
    let image = try EncodedImage(writer.bytes)
    let two = PixelSize(width: 2, height: 2)
    expect(image.size, equals: two)
    expect(image.format, equals: .png)
    let pixels = try image.decode(scaledTo: two).pixels
    let (maximum, half) = (UInt16.max, UInt16(32_896))
    #expect(
      pixels[..<3] == [SIMD4(maximum, 0, 0, maximum), SIMD4(0, maximum, 0, maximum), SIMD4(0, 0, maximum, maximum)]
        && pixels[3].w == half
    )
    expect(SRGB.encoded(UInt16(min(65_535, UInt32(pixels[3].x) * 65_535 / UInt32(half)))), equals: 128)
    for count in 12..<writer.bytes.count - 16 {
      #expect(throws: ImageError.self) { try EncodedImage(Array(writer.bytes.prefix(count))) }
    }
  }

  @Test func `a PNG of which only the header's checksum is wrong is shown with a warning`() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let whole = try EncodedImage(bytes).picture(scaledTo: size).bitmap
    var writer = PNGWriter(reading: bytes)
    writer.chunks[0].checksum = 1
    func image(_ writer: PNGWriter) throws -> EncodedImage { try EncodedImage(writer.bytes) }
    try expect(image(writer).picture(scaledTo: size), equals: DecodedPicture(whole, defect: .checksum))
    // With another height, the data do not have the right length.
    for height in [20, 40] as [UInt8] {
      writer.chunks[0].content[7] = height
      #expect(throws: ImageError.corrupt(format: "PNG", reason: "it has a wrong checksum")) {
        try image(writer).picture(scaledTo: size)
      }
    }
  }
}
