import Bitmaps
@testable import Imaging
import TestSupport
import Testing

/// Reading must end, and soon; any result is accepted.
@Suite("Bad Exif")
struct BadExifTests {
  private static var whole: ExifWriter {
    var writer = ExifWriter()
    writer.picture = [
      writer.text(270, "Föhn over the lake"), writer.text(271, "Canon"), writer.short(274, 6),
      writer.text(306, "2026:03:20 00:00:00"),
    ]
    writer.capture = [
      writer.text(36_867, "2026:03:14 15:09:26"), writer.text(37_500, Array(0...200), type: 7),
      writer.text(37_510, Array("UNICODE\0abcd".utf8), type: 7),
    ]
    return writer
  }

  @Test("Exif truncated at any byte is read as far as it goes") func truncated() {
    let bytes = Self.whole.bytes
    for count in 0..<bytes.count {
      let metadata = TIFFTags(exif: bytes[..<count]).metadata
      #expect([.upright, .quarterTurn].contains(metadata.orientation))
    }
  }

  @Test(
    "Exif with changed bytes has a description of bounded length or none",
    arguments: ["Canon", "NIKON", "OLYMPUS", "PENTAX", "FUJIFILM", "Apple"])
  func mutated(maker: String) {
    var writer = Self.whole
    writer.picture[1] = writer.text(271, maker)
    // Maker notes with plausible beginnings, each mutated.
    let notes: [[UInt8]] = [
      Array("Nikon\0\u{2}\u{10}\0\0MM\0*\0\0\0\u{8}\0\u{3}".utf8), Array("OLYMP\0\u{1}\0".utf8),
      Array("OLYMPUS\0II\u{3}\0".utf8), Array("FUJIFILM\u{c}\0\0\0".utf8), Array("AOC\0MM\0\u{3}".utf8),
      Array("Apple iOS\0\0\u{1}MM\0\u{3}".utf8), [0, 3],
    ]
    var random = SplitMix64(seed: 44)
    for note in notes {
      writer.capture[1] = writer.text(37_500, note + (0..<150).map { UInt8($0 % 13) }, type: 7)
      let sound = writer.bytes
      for _ in 0..<300 {
        var bytes = sound
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let metadata = TIFFTags(exif: bytes).metadata
        #expect((metadata.description?.count ?? 0) <= 1000)
      }
    }
  }

  @Test("random bytes are read as Exif without a crash", arguments: 0..<20) func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let start = Array("II*\0".utf8) + [8, 0, 0, 0, UInt8.random(in: 0...40, using: &random), 0]
      _ = TIFFTags(exif: bytes).metadata
      _ = TIFFTags(exif: start + bytes).metadata
    }
  }

  @Test("cyclic directories do not hang the reader") func loops() {
    for target in [0, 4, 8, 10, 22, 34, 46, 58] as [UInt32] {
      var writer = ExifWriter()
      writer.picture = [writer.short(274, 3)]
      for tag in [34_665, 34_853, 40_965, 34_665, 330] as [UInt16] {
        writer.picture.append(ExifWriter.Entry(tag: tag, type: 4, count: 1, content: writer.number(target)))
      }
      writer.capture = writer.picture
      // The last four bytes of a directory lead to the next one.
      for next in [0, 8, 200] as [UInt32] {
        var bytes = writer.bytes
        let offset = 8 + 2 + 12 * (writer.picture.count + 1)
        bytes.replaceSubrange(offset..<offset + 4, with: writer.number(next))
        expect(TIFFTags(exif: bytes).metadata.orientation, equals: .halfTurn)
      }
    }
  }

  @Test("thousands of entries with overlapping values are read") func overlapping() {
    for (tag, count) in [(270, 5000), (37_500, 5000), (34_665, 5000), (0xEEEE, 5000)] as [(UInt16, Int)] {
      var writer = ExifWriter()
      writer.picture = (0..<count).map { index in
        ExifWriter.Entry(tag: tag &+ UInt16(index % 200), type: 7, count: 60_000, content: [], offset: 100)
      }
      expect(TIFFTags(exif: writer.bytes).metadata.orientation, equals: .upright)
    }
  }

  @Test("impossible value counts do not crash the reader") func hugeCounts() {
    for count in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x4000_0000, 0x2000_0001] as [UInt32] {
      for type in 0...13 as ClosedRange<UInt16> {
        for offset in [nil, 0, 8, 0xFFFF_FFFF, 0x7FFF_FFFF] as [UInt32?] {
          var writer = ExifWriter()
          for tag in [270, 271, 274, 306] as [UInt16] {
            writer.picture.append(
              ExifWriter.Entry(tag: tag, type: type, count: count, content: [0, 1, 0, 0], offset: offset))
          }
          _ = TIFFTags(exif: writer.bytes).metadata
        }
      }
    }
  }

  @Test("the orientation is read from an Exif chunk of many megabytes") func long() {
    let exif = ExifWriter.oriented(6) + [UInt8](repeating: 7, count: 8 << 20)
    expect(TIFFTags(exif: exif).metadata.orientation, equals: .quarterTurn)
  }

  @Test("a picture with invalid Exif is shown as stored") func picture() throws {
    let jpeg = try Fixtures.bytes("good/jpeg-420.jpg")
    let size = PixelSize(width: 45, height: 31)
    let expected = try EncodedImage(jpeg).decode(scaledTo: size)
    for exif in [[], [0], Array("MM\0*".utf8), [UInt8](repeating: 0xFF, count: 65_000)] as [[UInt8]] {
      try expect(EncodedImage(inserting(exif: exif, into: jpeg)).decode(scaledTo: size), equals: expected)
    }
  }
}
