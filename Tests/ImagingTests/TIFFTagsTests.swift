import Bitmaps
import Imaging
import TestSupport
import Testing

/// Writes TIFFs with one directory.
private struct TIFFWriter {
  var isBigEndian = false
  var isBig = false
  /// The directory's entries; their counts follow from the values.
  var entries: [(tag: Int, type: Int, value: [UInt8])] = []

  func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }

  /// The values first and the directory after them, as most programs write it.
  var bytes: [UInt8] {
    let wide = isBig ? 8 : 4
    var values: [UInt8] = []
    let start = isBig ? 16 : 8
    var directory = number(entries.count, isBig ? 8 : 2)
    for (tag, type, value) in entries {
      let count = type == 3 ? value.count / 2 : value.count
      directory += number(tag, 2) + number(type, 2) + number(count, wide)
      if value.count <= wide {
        directory += value + Array(repeating: 0, count: wide - value.count)
      } else {
        directory += number(start + values.count, wide)
        values += value
      }
    }
    let mark: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    let head = isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2)
    return mark + head + number(start + values.count, wide) + values + directory + number(0, wide)
  }
}

/// Reads tags from bytes, and checks that each request is within bounds.
private func tags(_ bytes: [UInt8]) -> TIFFTags {
  TIFFTags { offset, count in
    #expect(offset >= 0 && count >= 0 && count <= (4 << 20) + 1)
    return Array(bytes.dropFirst(offset).prefix(count))
  }
}

@Suite("TIFF tags")
struct TIFFTagsTests {
  private static let profile = (0..<300).map { UInt8(truncatingIfNeeded: $0) }

  @Test("a profile that a directory names a thousand times is read once") func repeated() {
    let bytes = TIFFWriter(entries: Array(repeating: (34_675, 7, Self.profile), count: 1000)).bytes
    var reads = 0
    let tags = TIFFTags { offset, count in
      if count == Self.profile.count { reads += 1 }
      return Array(bytes.dropFirst(offset).prefix(count))
    }
    expect(tags.profile, equals: Self.profile)
    let without = TIFFTags(readsProfile: false) { Array(bytes.dropFirst($0).prefix($1)) }
    expect(without.profile, equals: nil)
    expect(reads, equals: 1)
  }

  @Test("a pointer to Exif may have the type of directories") func directoryType() throws {
    let metadata = tags(try Fixtures.bytes("strange/exif-pointer-ifd.tif")).metadata
    expect(metadata.date, equals: "2021-05-06")
    expect(metadata.exposure, equals: "1/125 s, f/2.8")
  }

  @Test("the profile of a TIFF is named") func profileName() throws {
    expect(tags(try Fixtures.bytes("strange/with-profile.tif")).metadata.profile, equals: "sRGB built-in")
  }

  private func writer(isBigEndian: Bool, isBig: Bool) -> TIFFWriter {
    var writer = TIFFWriter(isBigEndian: isBigEndian, isBig: isBig)
    writer.entries = [
      (256, 3, writer.number(7, 2)), (270, 2, Array("A boat\0".utf8)), (274, 3, writer.number(6, 2)),
      (306, 2, Array("2026:03:14 15:09:26\0".utf8)), (34_675, 7, Self.profile),
    ]
    return writer
  }

  @Test("all tags are read in both byte orders, from TIFF and BigTIFF", arguments: 0..<4)
  func reading(kind: Int) {
    let read = tags(writer(isBigEndian: kind & 1 == 1, isBig: kind & 2 == 2).bytes)
    expect(
      read.metadata,
      equals: ImageMetadata(
        orientation: .quarterTurn, date: "2026-03-14", time: "15:09:26", description: "A boat"))
    expect(read.profile, equals: Self.profile)
  }

  @Test("missing tags give no metadata") func nothing() {
    expect(tags([]), equals: tags(Array("no TIFF at all, at all".utf8)))
    expect(tags(TIFFWriter().bytes).metadata, equals: ImageMetadata())
  }

  @Test("an invalid orientation means upright", arguments: [0, 9, 256 + 6]) func wrongOrientation(number: Int) {
    var writer = TIFFWriter()
    writer.entries = [(274, 3, writer.number(number, 2))]
    expect(tags(writer.bytes).metadata.orientation, equals: .upright)
    // Text is not a number.
    writer.entries = [(274, 2, [6, 0])]
    expect(tags(writer.bytes).metadata.orientation, equals: .upright)
  }

  @Test("values that are too long or beyond the end of the file are ignored") func lies() {
    var bytes = writer(isBigEndian: false, isBig: false).bytes
    // The profile's entry is the last: its count, then its offset.
    let offset = bytes.count - 8
    bytes.replaceSubrange(offset - 4..<offset, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(tags(bytes).profile == nil)
    expect(tags(bytes).metadata.orientation, equals: .quarterTurn)
    bytes.replaceSubrange(offset..<offset + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    expect(tags(bytes).profile, equals: nil)
  }

  @Test("truncated and changed files give a bounded profile or none", arguments: 0..<4) func damaged(kind: Int) {
    let bytes = writer(isBigEndian: kind & 1 == 1, isBig: kind & 2 == 2).bytes
    for length in bytes.indices {
      expect((tags(Array(bytes[..<length])).profile ?? Self.profile), equals: Self.profile)
    }
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        #expect((tags(changed).profile?.count ?? 0) <= changed.count)
      }
    }
  }
}
