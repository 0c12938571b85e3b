import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// The metadata read from Exif with these entries, with and without the "Exif" signature.
private func metadata(
  of writer: ExifWriter, _ picture: [ExifWriter.Entry] = [], capture: [ExifWriter.Entry] = []
) -> ImageMetadata {
  var writer = writer
  writer.picture += picture
  writer.capture += capture
  let metadata = TIFFTags(exif: writer.bytes).metadata
  expect(TIFFTags(exif: Array("Exif".utf8) + [0, 0] + writer.bytes).metadata, equals: metadata)
  return metadata
}

@Suite("Metadata")
struct MetadataTests {
  private let writers = [ExifWriter(isBigEndian: true), ExifWriter(isBigEndian: false)]

  @Test("orientation, date and description are read") func all() throws {
    for writer in writers {
      let metadata = metadata(
        of: writer,
        [writer.text(270, "Föhn over the lake"), writer.short(274, 6), writer.text(306, "2026:03:20 00:00:00")],
        capture: [writer.text(36_867, "2026:03:14 15:09:26")])
      expect(
        metadata,
        equals: ImageMetadata(
          orientation: .quarterTurn, date: "2026-03-14", time: "15:09:26", description: "Föhn over the lake"))
    }
  }

  @Test(
    "the first date of a set clock counts: when the picture was taken, digitized, changed",
    arguments: [
      ("2026:03:14 15:09:26", "2026:03:15 00:00:00", "2026-03-14"),
      ("0000:00:00 00:00:00", "2026:03:15 00:00:00", "2026-03-15"), ("    :  :     :  :  ", "", "2026-03-20"),
      ("", "2026:03:15 00:00:00", "2026-03-15"),
    ])
  func dates(taken: String, digitized: String, expected: String) {
    for writer in writers {
      let metadata = metadata(
        of: writer, [writer.text(306, "2026:03:20 00:00:00")],
        capture: [writer.text(36_867, taken), writer.text(36_868, digitized)])
      expect(metadata.date, equals: expected)
      #expect(metadata.time != nil)
      var exif = writer
      exif.picture = [writer.text(306, "2026:03:20 00:00:00")]
      exif.capture = [writer.text(36_867, taken), writer.text(36_868, digitized)]
      let bytes = exif.bytes
      expect(TIFFTags { Array(bytes.dropFirst($0).prefix($1)) }.metadata.date, equals: expected)
    }
  }

  @Test("Exif in JPEG 2000 and in a PSD is read") func containers() {
    let exif = ExifWriter.oriented(6)
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) } }
    let signature = number(12, 4) + Array("jP  ".utf8) + [13, 10, 0x87, 10]
    let identifier = Array("JpgTiffExif->JP2".utf8)
    let box = number(24 + exif.count, 4) + Array("uuid".utf8) + identifier + exif
    let resource = Array("8BIM".utf8) + number(1058, 2) + [0, 0] + number(exif.count, 4) + exif
    let psd =
      Array("8BPS".utf8) + [UInt8](repeating: 0, count: 22) + number(0, 4) + number(resource.count, 4) + resource
    for file in [signature + number(8, 4) + Array("free".utf8) + box, psd] {
      let metadata = ImageMetadata { Array(file.dropFirst($0).prefix($1)) }
      expect(metadata.orientation, equals: .quarterTurn)
    }
  }

  @Test("Exif in a JPEG or a PNG becomes the picture's metadata") func pictures() throws {
    let writer = ExifWriter()
    var exif = writer
    exif.picture = [writer.text(270, "Föhn"), writer.text(306, "2026:03:20 00:00:00")]
    let expected = ImageMetadata(date: "2026-03-20", time: "00:00:00", description: "Föhn")
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let png = try Fixtures.bytes("good/png-rgb.png")
    try expect(EncodedImage(inserting(exif: exif.bytes, into: jpeg)).metadata, equals: expected)
    try expect(EncodedImage(inserting(exif: exif.bytes, intoPNG: png)).metadata, equals: expected)
    try expect(EncodedImage(jpeg).metadata, equals: ImageMetadata())
    try expect(EncodedImage(png).metadata, equals: ImageMetadata())
  }

  @Test("the first of two Exif blocks counts; one with a wrong checksum is ignored") func several() throws {
    let (first, second) = (ExifWriter.oriented(3), ExifWriter.oriented(6))
    let jpeg = inserting(exif: first, into: inserting(exif: second, into: try Fixtures.bytes("good/jpeg-420.jpg")))
    try expect(EncodedImage(jpeg).metadata.orientation, equals: .halfTurn)
    let png = try Fixtures.bytes("good/png-rgb.png")
    var writer = PNGWriter(reading: inserting(exif: first, intoPNG: inserting(exif: second, intoPNG: png)))
    // Each is inserted directly before the data, so the second comes first.
    try expect(EncodedImage(writer.bytes).metadata.orientation, equals: .quarterTurn)
    let index = try #require(writer.chunks.firstIndex { $0.name == "eXIf" })
    writer.chunks[index].checksum = 1
    try expect(EncodedImage(writer.bytes).metadata.orientation, equals: .halfTurn)
  }

  @Test("XMP, which shares Exif's marker, is skipped") func xmp() throws {
    let jpeg = inserting(exif: ExifWriter.oriented(8), into: try Fixtures.bytes("good/jpeg-420.jpg"))
    let both = inserting([(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)), (0xE1, [])], into: jpeg)
    try expect(EncodedImage(both).metadata.orientation, equals: .threeQuarterTurn)
  }

  @Test("an invalid orientation means upright", arguments: [0, 9, 255, 65_535] as [UInt16])
  func noOrientation(value: UInt16) {
    expect(TIFFTags(exif: ExifWriter.oriented(value)).metadata.orientation, equals: .upright)
  }

  @Test("an orientation is read from integers of any size") func longOrientation() {
    for writer in writers {
      let long = ExifWriter.Entry(tag: 274, type: 4, count: 1, content: writer.number(8 as UInt32))
      expect(metadata(of: writer, [long]).orientation, equals: .threeQuarterTurn)
      let byte = ExifWriter.Entry(tag: 274, type: 1, count: 1, content: [3])
      expect(metadata(of: writer, [byte]).orientation, equals: .halfTurn)
      expect(metadata(of: writer, [writer.text(274, "6")]).orientation, equals: .upright)
    }
  }

  @Test(
    "an invalid date is ignored",
    arguments: [
      "0000:00:00 00:00:00", "2026:13:01 00:00:00", "2026:01:32 00:00:00", "    :  :     :  :  ", "2026", "",
      "20260:3:14 00:00:00", "2026:3:014 00:00:00",
    ])
  func noDay(text: String) {
    let writer = ExifWriter()
    expect(metadata(of: writer, [writer.text(306, text)]).date, equals: nil)
  }

  @Test("a date is read with any separators") func days() {
    let writer = ExifWriter()
    for text in ["2026:03:14 15:09:26", "2026-03-14T15:09:26", "2026/03/14", "2026:03:14"] {
      expect(metadata(of: writer, [writer.text(306, text)]).date, equals: "2026-03-14")
    }
  }

  @Test(
    "the time of day is read; an invalid one is ignored",
    arguments: [
      ("2026:03:14 15:09:26", "15:09:26"), ("2026-03-14T15:09:26", "15:09:26"), ("2026:03:14 23:59:60", "23:59:60"),
      ("2026:03:14", nil), ("2026:03:14 24:00:00", nil), ("2026:03:14 15:60:00", nil), ("2026:03:14   :  :  ", nil),
      ("0000:00:00 15:09:26", nil), ("2026:03:14 1:009:26", nil),
    ] as [(String, String?)])
  func times(text: String, time: String?) {
    let writer = ExifWriter()
    expect(metadata(of: writer, [writer.text(306, text)]).time, equals: time)
  }

  @Test("a description ends at its null byte and is trimmed") func description() {
    let writer = ExifWriter()
    let read = { (bytes: [UInt8]) in metadata(of: writer, [writer.text(270, bytes)]).description }
    expect(read(Array("  a lake \0 and more".utf8)), equals: "a lake")
    expect(read(Array("no end mark".utf8)), equals: "no end mark")
    expect(read(Array("                   \0".utf8)), equals: nil)
    expect(read([0, 0, 0, 0, 0]), equals: nil)
  }

  @Test("invalid UTF-8 becomes the replacement character") func invalid() {
    let writer = ExifWriter()
    expect(metadata(of: writer, [writer.text(270, [0x46, 0xF6, 0x68, 0x6E, 0])]).description, equals: "F\u{FFFD}hn")
  }

  @Test("a description is truncated to a thousand characters") func long() {
    let writer = ExifWriter()
    let text = String(repeating: "é", count: 20_000)
    expect(metadata(of: writer, [writer.text(270, text)]).description, equals: String(text.prefix(1000)))
  }

  @Test("a user comment replaces a missing description, in ASCII or Unicode") func comment() {
    for writer in writers {
      let ascii = writer.text(37_510, Array("ASCII\0\0\0by the lake\0\0".utf8), type: 7)
      expect(metadata(of: writer, capture: [ascii]).description, equals: "by the lake")
      let units = "Föhn 山".utf16.flatMap { writer.number($0) }
      let unicode = writer.text(37_510, Array("UNICODE\0".utf8) + units, type: 7)
      expect(metadata(of: writer, capture: [unicode]).description, equals: "Föhn 山")
      expect(metadata(of: writer, [writer.text(270, "first")], capture: [unicode]).description, equals: "first")
      let unknown = writer.text(37_510, Array(repeating: 0, count: 8) + Array("what".utf8), type: 7)
      expect(metadata(of: writer, capture: [unknown]).description, equals: nil)
      for count in 0..<9 {
        expect(
          metadata(of: writer, capture: [writer.text(37_510, Array(repeating: 65, count: count), type: 7)]).description,
          equals: nil)
      }
    }
  }
}
