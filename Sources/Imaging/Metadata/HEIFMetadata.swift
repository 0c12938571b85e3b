/// The metadata box of a HEIF or AVIF file (ISO/IEC 14496-12, 8.11), read in one piece.
struct HEIFMetadata {
  /// A picture or another item of the file (8.11.6).
  struct Item {
    let id: Int
    /// The four letters of its kind, such as "hvc1" or "Exif".
    let type: String
  }

  /// The content of the box, which begins with a version and flags.
  let bytes: [UInt8]
  /// The offset of the content in the file.
  let start: Int
  /// The boxes in the metadata.
  let parts: [MediaBoxes.Box]

  /// The maximum size of the metadata, in bytes. A picture with 1024 tiles has about 40 kB.
  private static let maxBytes = 1 << 20

  /// Reads a file's metadata; nil if it has none, or too much.
  ///
  /// - Parameters:
  ///   - length: The length of the file, in bytes, if it is known.
  ///   - read: Returns up to `count` bytes of the file from an offset.
  init?(length: Int = .max / 2, reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let box = MediaBoxes.boxes(in: 0..<length, reading: read).first(where: { $0.type == "meta" }),
      box.content.count <= HEIFMetadata.maxBytes
    else { return nil }
    bytes = read(box.content.lowerBound, box.content.count)
    start = box.content.lowerBound
    parts = HEIFMetadata.boxes(in: 4..<max(4, bytes.count), of: bytes)
  }

  /// The first box of a type in the metadata; nil if there is none.
  func part(_ type: String) -> MediaBoxes.Box? { parts.first { $0.type == type } }

  private static func boxes(in range: Range<Int>, of bytes: [UInt8]) -> [MediaBoxes.Box] {
    MediaBoxes.boxes(in: range) { Array(bytes.dropFirst($0).prefix($1)) }
  }

  /// The items. Earlier versions of their entries have no types, and are omitted.
  var items: [Item] {
    guard let list = part("iinf"), let version = bytes[list.content].first else { return [] }
    // The version, flags and the number of items come first.
    let first = min(list.content.lowerBound + (version == 0 ? 6 : 8), list.content.upperBound)
    return HEIFMetadata.boxes(in: first..<list.content.upperBound, of: bytes).compactMap { entry in
      var fields = NumberReader(bytes[entry.content])
      // The identifier is followed by the index of a protection.
      guard entry.type == "infe", let version = fields.number(1), 2...3 ~= version, fields.number(3) != nil,
        let id = fields.number(version == 2 ? 2 : 4), fields.number(2) != nil, fields.rest.count >= 4
      else { return nil }
      return Item(id: id, type: String(decoding: fields.rest.prefix(4), as: UTF8.self))
    }
  }
}

/// Reads big-endian numbers one after another.
struct NumberReader {
  /// The bytes that have not been read.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next number of 0…8 bytes; no bytes are 0. Nil if there are too few bytes, or it is 2⁴⁸ or more, beyond the size
  /// of any file.
  mutating func number(_ bytes: Int) -> Int? {
    guard bytes <= 8, rest.count >= bytes else { return nil }
    let number = MediaBoxes.number(rest.prefix(bytes))
    rest = rest.dropFirst(bytes)
    return number < 1 << 48 ? number : nil
  }
}
