import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Orientations outside of Exif's usual place: in XMP, in a PNG's texts, and as signed numbers.
struct OrientationSourcesTests {
  private func packet(_ property: String) -> [UInt8] {
    Array(
      #"<x:xmpmeta><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \#(property)</rdf:Description>"#.utf8)
  }

  private func jpeg(_ xmp: [UInt8]) throws -> [UInt8] {
    let marked = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp
    return inserting([(0xE1, marked)], into: try Fixtures.bytes("good/jpeg-420.jpg"))
  }

  private func png(_ chunk: String, _ content: [UInt8]) throws -> [UInt8] {
    var writer = PNGWriter(reading: try Fixtures.bytes("good/png-rgb.png"))
    writer.insert(chunk, content, before: "IEND")
    return writer.bytes
  }

  /// A profile as ImageMagick writes it.
  private func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\n\(name)\n      \(bytes.count)\n".utf8)
    for (index, byte) in bytes.enumerated() {
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      if index % 36 == 35 { text.append(10) }
    }
    return text + [10]
  }

  @Test(arguments: [
    (#"tiff:Orientation="6">"#, Orientation.quarterTurn), (#"tiff:Orientation = '3' />"#, .halfTurn),
    ("><tiff:Orientation>8</tiff:Orientation>", .threeQuarterTurn),
    ("><tiff:Orientation>\n 5\n</tiff:Orientation>", .transposed), (#"tiff:Orientation="9">"#, .upright),
    (#"tiff:Orientation="66">"#, .upright), (#"tiff:Orientation="">"#, .upright), ("tiff:Orientation=", .upright),
    (#"tiff:OrientationX="6" tiff:Orientation="2">"#, .mirrored),
  ])
  func `XMP's orientation is read from a JPEG, a PNG, a WebP and a TIFF`(
    property: String, orientation: Orientation
  ) throws {
    let xmp = packet(property)
    try expect(EncodedImage(jpeg(xmp)).metadata.orientation, equals: orientation)
    let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp
    try expect(EncodedImage(png("iTXt", text)).metadata.orientation, equals: orientation)
    let compressed = Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0] + PNGWriter.compressed(xmp)
    try expect(EncodedImage(png("iTXt", compressed)).metadata.orientation, equals: orientation)
    let still = try Fixtures.bytes("good/webp-lossless.webp")
    let sides: [UInt8] = [44, 0, 0, 30, 0, 0]
    let webp = RIFFWriter.file(
      RIFFWriter.chunk("VP8X", [4, 0, 0, 0] + sides), RIFFWriter.picture(of: still), RIFFWriter.chunk("XMP ", xmp))
    try expect(EncodedImage(webp).metadata.orientation, equals: orientation)
    let offset = UInt8(8 + 2 + 12 + 4)
    let tiff: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0xBC, 0x02, 1, 0, UInt8(xmp.count & 255), UInt8(xmp.count >> 8), 0, 0]
      + [offset, 0, 0, 0, 0, 0, 0, 0] + xmp
    let tags = TIFFTags { Array(tiff.dropFirst($0).prefix($1)) }
    expect(tags.metadata.orientation, equals: orientation)
  }

  @Test func `an invalid orientation in a TIFF leaves XMP's, as in other formats`() {
    let xmp = packet(#"tiff:Orientation="6">"#)
    func tiff(orientation: UInt8) -> [UInt8] {
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
        + [0xBC, 0x02, 1, 0, UInt8(xmp.count & 255), UInt8(xmp.count >> 8), 0, 0, 38, 0, 0, 0, 0, 0, 0, 0] + xmp
    }
    func orientation(_ bytes: [UInt8]) -> Orientation {
      TIFFTags { Array(bytes.dropFirst($0).prefix($1)) }.metadata.orientation
    }
    expect(orientation(tiff(orientation: 3)), equals: .halfTurn)
    expect(orientation(tiff(orientation: 9)), equals: .quarterTurn)
  }

  @Test func `Exif's orientation overrides XMP's, and one that it does not declare leaves XMP's`() throws {
    let turned = try jpeg(packet(#"tiff:Orientation="6">"#))
    let exif = inserting(exif: ExifWriter.oriented(1), into: turned)
    try expect(EncodedImage(exif).metadata.orientation, equals: .upright)
    var writer = ExifWriter()
    writer.picture = [writer.text(270, "Föhn")]
    let described = try EncodedImage(inserting(exif: writer.bytes, into: turned)).metadata
    expect(described.orientation, equals: .quarterTurn)
    expect(described.description, equals: "Föhn")
    try expect(EncodedImage(turned).size, equals: PixelSize(width: 31, height: 45))
  }

  @Test(arguments: ["Raw profile type exif", "Raw profile type APP1"])
  func `Exif is read from a PNG's texts, compressed or not`(keyword: String) throws {
    let text = profile("exif", Array("Exif\0\0".utf8) + ExifWriter.oriented(6))
    let name = Array("\(keyword)\0".utf8)
    let files = try [png("tEXt", name + text), png("zTXt", name + [0] + PNGWriter.compressed(text))]
    for file in files {
      try expect(EncodedImage(file).metadata.orientation, equals: .quarterTurn)
      try expect(EncodedImage(file).size, equals: PixelSize(width: 31, height: 45))
    }
    // The chunk for Exif counts, if there is one.
    let both = inserting(exif: ExifWriter.oriented(3), intoPNG: files[0])
    try expect(EncodedImage(both).metadata.orientation, equals: .halfTurn)
  }

  @Test func `damaged texts in a PNG are ignored`() throws {
    let good = profile("exif", ExifWriter.oriented(6))
    let texts: [[UInt8]] = [
      [], [0], Array("Raw profile type exif".utf8), Array("Raw profile type exif\0".utf8),
      Array("Raw profile type exif\0\n\n\n\n".utf8), Array("Raw profile type exif\0\nexif\n99999\n00\n".utf8),
      Array("Raw profile type exif\0\nexif\n-1\n00\n".utf8), Array("XML:com.adobe.xmp\0\0".utf8),
      Array("Raw profile type exif\0".utf8) + Array(good.prefix(30)),
    ]
    for text in texts {
      for kind in ["tEXt", "zTXt", "iTXt"] {
        try expect(EncodedImage(png(kind, text)).metadata.orientation, equals: .upright)
      }
    }
  }

  @Test(arguments: [(type: 8, size: 2), (9, 4)] as [(type: UInt16, size: Int)])
  func `an orientation may be a signed number`(type: UInt16, size: Int) throws {
    for isBigEndian in [false, true] {
      var writer = ExifWriter(isBigEndian: isBigEndian)
      func entry(_ value: Int32) -> ExifWriter.Entry {
        let content = size == 2 ? writer.number(Int16(value)) : writer.number(value)
        return ExifWriter.Entry(tag: 274, type: type, count: 1, content: content)
      }
      writer.picture = [entry(6)]
      let tiff = writer.bytes
      expect(TIFFTags(exif: tiff).metadata.orientation, equals: .quarterTurn)
      expect(TIFFTags { Array(tiff.dropFirst($0).prefix($1)) }.metadata.orientation, equals: .quarterTurn)
      writer.picture = [entry(-6)]
      expect(TIFFTags(exif: writer.bytes).metadata.orientation, equals: .upright)
    }
  }
}
