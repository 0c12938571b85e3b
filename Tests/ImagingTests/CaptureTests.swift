@testable import Imaging
import TestSupport
import Testing

/// How, when and where photographs were taken, as files of each format record it.
@Suite("Facts about photographs")
struct CaptureTests {
  private func writer(isBigEndian: Bool = true) -> ExifWriter {
    var writer = ExifWriter(isBigEndian: isBigEndian)
    writer.picture = [
      writer.text(271, "NIKON CORPORATION"), writer.text(272, "NIKON Z 8"), writer.text(306, "2026:03:20 00:00:00"),
    ]
    writer.capture = [
      writer.fractions(33_434, [(1, 250)]), writer.fractions(33_437, [(28, 10)]), writer.short(34_855, 400),
      writer.text(36_867, "2026:03:14 15:09:26"), writer.fractions(37_386, [(350, 10)]),
      writer.text(42_036, "NIKKOR Z 35mm f/1.8 S"),
    ]
    writer.location = [
      writer.text(1, "N"), writer.fractions(2, [(48, 1), (51, 1), (3024, 100)]), writer.text(3, "E"),
      writer.fractions(4, [(2, 1), (17, 1), (0, 1)]),
    ]
    return writer
  }

  private func expectFacts(of metadata: ImageMetadata, _ name: String) {
    expect(metadata.camera, equals: "NIKON Z 8", "\(name)")
    expect(metadata.lens, equals: "NIKKOR Z 35mm f/1.8 S", "\(name)")
    expect(metadata.exposure, equals: "1/250 s, f/2.8", "\(name)")
    expect(metadata.speed, equals: "ISO 400", "\(name)")
    expect(metadata.focalLength, equals: "35 mm", "\(name)")
    expect(metadata.date, equals: "2026-03-14", "\(name)")
    expect(metadata.time, equals: "15:09:26", "\(name)")
    expect(metadata.location, equals: "48.8584 N, 2.2833 E", "\(name)")
  }

  private func metadata(of file: [UInt8]) -> ImageMetadata {
    ImageMetadata { Array(file.dropFirst($0).prefix($1)) }
  }

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let length = UInt32(content.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(type.utf8) + content
  }

  private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
  }

  @Test func `gain maps are announced by UltraHDR's XMP, by ISO 21496-1 and by Apple's auxiliary pictures`() throws {
    func jpeg(_ marker: UInt8, _ content: String) throws -> Bool {
      let bytes = Array(content.utf8)
      var file = try Fixtures.bytes("good/jpeg-420.jpg")
      file.insert(contentsOf: [0xFF, marker] + number(bytes.count + 2, 2) + bytes, at: 2)
      return try EncodedImage(file).metadata.hasGainMap
    }
    try expect(jpeg(0xE2, "urn:iso:std:iso:ts:21496:-1\0\0\0\0\0"), equals: true)
    let xmp =
      "http://ns.adobe.com/xap/1.0/\0<rdf xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'/>"
    try expect(jpeg(0xE1, xmp), equals: true)
    try expect(jpeg(0xE2, "MPF\0"), equals: false)
    let start = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
    let entry = box("infe", [2, 0, 0, 0] + number(7, 2) + [0, 0] + Array("tmap".utf8) + [0])
    let items = box("meta", [0, 0, 0, 0] + box("iinf", [0, 0, 0, 0] + number(1, 2) + entry))
    expect(metadata(of: start + items).hasGainMap, equals: true)
    let kind = box("auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
    let properties = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", kind)))
    expect(metadata(of: start + properties).hasGainMap, equals: true)
    expect(metadata(of: heif([], isInMetadata: true)).hasGainMap, equals: false)
  }

  /// A HEIF file with one item, its Exif, in the file's data or in the metadata's.
  private func heif(_ exif: [UInt8], isInMetadata: Bool) -> [UInt8] {
    let content = number(6, 4) + Array("Exif".utf8) + [0, 0] + exif
    let start = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
    let entry = box("infe", [2, 0, 0, 0] + number(7, 2) + [0, 0] + Array("Exif".utf8) + [0])
    let information = box("iinf", [0, 0, 0, 0] + number(1, 2) + entry)
    func file(dataAt: Int) -> [UInt8] {
      let method = isInMetadata ? number(1, 2) : number(0, 2)
      let item = number(7, 2) + method + [0, 0] + number(1, 2) + number(dataAt, 4) + number(content.count, 4)
      let location = box("iloc", [1, 0, 0, 0, 0x44, 0] + number(1, 2) + item)
      let data = isInMetadata ? box("idat", content) : []
      let meta = box("meta", [0, 0, 0, 0] + information + location + data)
      return start + meta + (isInMetadata ? [] : box("mdat", content))
    }
    let whole = file(dataAt: 0)
    return isInMetadata ? whole : file(dataAt: whole.count - content.count)
  }

  @Test func `camera, lens, exposure, time and place are read from JPEG, PNG, WebP, TIFF, HEIF and JPEG XL`() throws {
    for isBigEndian in [true, false] {
      let exif = writer(isBigEndian: isBigEndian).bytes
      expectFacts(of: TIFFTags(exif: exif).metadata, "Exif")
      let jpeg = inserting(exif: exif, into: try Fixtures.bytes("good/jpeg-420.jpg"))
      expectFacts(of: try EncodedImage(jpeg).metadata, "a decoded JPEG")
      let png = try Fixtures.bytes("good/png-rgb.png")
      var riff = Array("WEBP".utf8)
      for (name, content) in [("VP8X", Array(repeating: 0, count: 9)), ("EXIF", exif)] {
        riff += Array(name.utf8) + number(content.count, 4).reversed() + content
        if content.count % 2 == 1 { riff.append(0) }
      }
      let files: [(String, [UInt8])] = [
        ("JPEG", jpeg), ("PNG", inserting(exif: exif, intoPNG: png)),
        ("PNG with Exif at its end", inserting(exif: exif, intoPNG: png, before: "IEND")),
        ("WebP", Array("RIFF".utf8) + number(riff.count, 4).reversed() + riff), ("TIFF", exif),
        ("HEIF", heif(exif, isInMetadata: false)), ("HEIF with Exif in its metadata", heif(exif, isInMetadata: true)),
        (
          "JPEG XL",
          box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0])
            + box("Exif", [0, 0, 0, 0] + exif)
        ),
      ]
      for (name, file) in files { expectFacts(of: metadata(of: file), name) }
    }
  }

  @Test func `unknown and impossible facts are left out`() {
    var writer = ExifWriter()
    writer.capture = [
      writer.fractions(33_434, [(1, 0)]), writer.fractions(33_437, [(0, 10)]), writer.fractions(37_386, [(350, 0)]),
      writer.short(34_855, 0), writer.text(42_036, "   "),
    ]
    writer.location = [writer.text(1, "N"), writer.fractions(2, [(91, 1), (0, 1), (0, 1)])]
    for metadata in [TIFFTags(exif: writer.bytes).metadata, metadata(of: writer.bytes)] {
      expect(metadata, equals: ImageMetadata())
    }
  }

  @Test func `a file with any byte changed or cut off gives facts or none`() {
    let file = heif(writer().bytes, isInMetadata: true)
    for index in file.indices {
      var bytes = file
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        bytes[index] = value
        _ = metadata(of: bytes)
      }
      _ = metadata(of: Array(file[..<index]))
    }
    let tiff = writer().bytes
    for index in tiff.indices {
      var bytes = tiff
      bytes[index] = 0xFF
      _ = metadata(of: bytes)
      _ = metadata(of: Array(tiff[..<index]))
    }
  }

  @Test func `a list of locations that takes no bytes ends at once`() {
    let location = box("iloc", [1, 0, 0, 0, 0, 0] + Array(repeating: 0xFF, count: 4000))
    let meta = box("meta", [0, 0, 0, 0] + location)
    expect(metadata(of: box("ftyp", Array("heic".utf8)) + meta), equals: ImageMetadata())
  }
}
