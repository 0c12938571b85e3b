/// A rule that recognizes a file's format by its first bytes.
package enum ContentSignature: Sendable {
  /// The file begins with these bytes.
  case bytes([UInt8])
  /// The file begins with this ASCII text.
  case text(String)
  /// The file has all of these ASCII texts at these offsets.
  case texts(KeyValuePairs<Int, String>)
  /// An ISO base media file (ISO/IEC 14496-12) whose brand, or one of its compatible brands, is one of these.
  case brands([String])
  /// An XML document whose root element has this local name.
  case markup(root: String)
  /// A predicate, if comparing bytes is not enough.
  case check(@Sendable ([UInt8]) -> Bool)
  /// A predicate for formats that the content alone does not identify: the file's name must have the extension, too.
  case named(@Sendable ([UInt8]) -> Bool)

  /// Whether a file's first bytes match.
  ///
  /// - Parameter isNamed: Whether the file's name has the format's extension.
  package func matches(_ head: [UInt8], isNamed: Bool) -> Bool {
    switch self {
    case .bytes(let bytes): head.starts(with: bytes)
    case .text(let text): head.starts(with: text.utf8)
    case .texts(let texts): texts.allSatisfy { offset, text in head.dropFirst(offset).starts(with: text.utf8) }
    case .brands(let brands): !MediaBrands(head).names.isDisjoint(with: brands)
    case .markup(let root): Markup.rootElement(of: head)?.localName.elementsEqual(root.utf8) ?? false
    case .check(let isMatch): isMatch(head)
    case .named(let isMatch): isNamed && isMatch(head)
    }
  }

  /// A bitmap (BMP). Text may begin with "BM", too: the size of the second header must be valid, and the reserved bytes
  /// must be 0, or else the hot spot of a pointer whose planes and depth are valid.
  package static let bmp = ContentSignature.check { head in
    guard head.count >= 18, head.starts(with: "BM".utf8), isHeader(head[14...]) else { return false }
    return head[6..<10].allSatisfy { $0 == 0 } || hasDepth(head[14...])
  }

  /// An OS/2 bitmap array: several bitmaps in one file, of which the first follows the array's header.
  package static let bitmapArray = ContentSignature.check { head in
    head.starts(with: "BA".utf8) && head.dropFirst(14).starts(with: "BM".utf8) && isHeader(head.dropFirst(28))
  }

  /// A bitmap that begins with its second header, as on the Windows clipboard: the file's name must have the extension,
  /// too.
  package static let headlessBitmap = ContentSignature.named { head in
    head.first != 12 && isHeader(head[...]) && hasDepth(head[...])
  }

  /// Whether a bitmap's second header begins here, judged by its size field.
  private static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, [12, 16, 40, 52, 56, 64, 108, 124].contains(first) else { return false }
    return bytes.count >= 4 && bytes.dropFirst().prefix(3).allSatisfy { $0 == 0 }
  }

  /// Whether a second header has one plane and a valid depth.
  private static func hasDepth(_ header: ArraySlice<UInt8>) -> Bool {
    let fields = Array(header.dropFirst(header.first == 12 ? 8 : 12).prefix(4))
    return fields.count == 4 && fields[0] == 1 && fields[1] == 0 && [1, 2, 4, 8, 16, 24, 32].contains(fields[2])
      && fields[3] == 0
  }

  /// A HEIF file with a sequence of HEVC pictures in a track (ISO/IEC 23008-12, B.4), mostly beside a picture.
  package static let heicSequence = ContentSignature.brands(["hevc", "hevx", "hevm", "hevs"])

  /// A JPEG whose first frame header has this marker.
  package static func jpeg(_ marker: UInt8) -> ContentSignature { .check { JPEGFrameMarker.first(in: $0) == marker } }

  /// A JPEG with samples of `bits` bits.
  package static func jpeg(bits: UInt8) -> ContentSignature { .check { JPEGFrameMarker.precision(in: $0) == bits } }

  /// Netpbm: "P" and a digit, followed by white space or a comment.
  package static let netpbm = ContentSignature.check { head in
    guard head.count >= 3, head[0] == UInt8(ascii: "P") else { return false }
    guard head[1] >= UInt8(ascii: "1"), head[1] <= UInt8(ascii: "7") else { return false }
    return [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "#")].contains(head[2])
  }

  /// An icon directory: reserved, type 1 or 2 (cursors), a count, and an entry whose reserved byte is 0.
  package static let icon = ContentSignature.check { head in
    guard head.count >= 22, head[0] == 0, head[1] == 0, head[2] == 1 || head[2] == 2, head[3] == 0 else { return false }
    return head[4] > 0 && head[5] == 0 && head[9] == 0
  }

  /// PC Paintbrush: manufacturer, an existing version, run-length encoding, a depth, and one to four planes. The byte
  /// before the planes should be 0, but some files have another value there.
  package static let pcx = ContentSignature.check { head in
    guard head.count >= 128, head[0] == 0x0A, head[1] <= 5, head[1] != 1, head[2] == 1 else { return false }
    return [1, 2, 4, 8].contains(head[3]) && 1...4 ~= head[65]
  }

  /// An X11 window dump, version 7: the length of its header, and one of three pixmap formats.
  package static let windowDump = ContentSignature.check { head in
    guard head.count >= 100, let length = head.bigEndian32(at: 0), 100..<0x1_0000 ~= length else { return false }
    return head[4..<8].elementsEqual([0, 0, 0, 7]) && head[8..<11].allSatisfy { $0 == 0 } && head[11] <= 2
  }

  /// A wireless bitmap: type 0, no extensions, and two nonzero sides, seven bits per byte (WAP-237-WAESpec, 7.5).
  package static let wirelessBitmap = ContentSignature.named { head in
    guard head.starts(with: [0, 0]) else { return false }
    var rest = head.dropFirst(2)
    for _ in 0..<2 {
      let side = rest.prefix { $0 & 0x80 != 0 }
      guard side.count < 3, let last = rest.dropFirst(side.count).first, last != 0 || !side.isEmpty else {
        return false
      }
      rest = rest.dropFirst(side.count + 1)
    }
    return true
  }

  /// An Autodesk animation (FLI or FLC): one of two magic numbers, a depth, and flags.
  package static let flic = ContentSignature.check { head in
    guard head.count >= 128, head[4] == 0x11 || head[4] == 0x12, head[5] == 0xAF else { return false }
    return head[12] <= 8 && head[13] == 0 && head[15] == 0
  }

  /// A Truevision TGA. Its first version has no signature: color map type, image type and depth must be valid.
  package static let targa = ContentSignature.named { head in
    guard head.count >= 18, head[1] <= 1, [1, 2, 3, 9, 10, 11].contains(head[2]) else { return false }
    return [8, 15, 16, 24, 32].contains(head[16])
  }

  /// An MPEG transport stream: packets of 188 bytes, each beginning with 0x47 (ISO/IEC 13818-1).
  package static let transportStream = ContentSignature.check { head in
    head.count > 376 && head[0] == 0x47 && head[188] == 0x47 && head[376] == 0x47
  }

  /// A Matroska file: an EBML header, with this document type in the first 64 bytes.
  package static func matroska(_ type: String) -> ContentSignature {
    .check { head in
      head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && head.prefix(64).contains(sequence: type.utf8)
    }
  }

  /// An Ogg stream with this codec's identifier in the first 512 bytes.
  package static func ogg(_ codec: String) -> ContentSignature {
    .check { head in head.starts(with: "OggS".utf8) && head.prefix(512).contains(sequence: codec.utf8) }
  }

  /// An XBM, which is C source: it begins with the definition of its width, or with a comment.
  package static let xbm = ContentSignature.check { head in
    (head.starts(with: "#define ".utf8) || head.starts(with: "/*".utf8))
      && head.prefix(1024).contains(sequence: "_width ".utf8) && head.contains(sequence: "_height ".utf8)
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes of `sequence` occur consecutively.
  package func contains(sequence: some Collection<UInt8>) -> Bool {
    let (all, wanted) = (Array(self), Array(sequence))
    guard let first = wanted.first, all.count >= wanted.count else { return wanted.isEmpty }
    return (0...all.count - wanted.count).contains { offset in
      all[offset] == first && all[offset..<offset + wanted.count].elementsEqual(wanted)
    }
  }
}

/// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3): the specifications that it conforms to.
package struct MediaBrands {
  /// The major brand and the compatible ones; empty for any other file.
  package let names: Set<String>

  /// Reads the `ftyp` box at the beginning of such a file.
  package init(_ head: [UInt8]) {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else {
      names = []
      return
    }
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(head.count, max(12, length))
    // The major brand is followed by its version, which is not a brand.
    let offsets = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    names = Set(offsets.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) })
  }
}
