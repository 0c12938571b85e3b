/// What in a file's first bytes tells its format.
package enum ContentSignature: Sendable {
  /// The file begins with these bytes.
  case bytes([UInt8])
  /// The file begins with this ASCII text.
  case text(String)
  /// These ASCII texts stand at these offsets, all of them.
  case texts([Int: String])
  /// An ISO base media file (ISO/IEC 14496-12) whose brand, or one of its compatible brands, is one of these.
  case brands(Set<String>)
  /// A document of markup whose root element has this name.
  case markup(root: String)
  /// What takes more than comparing.
  case check(@Sendable ([UInt8]) -> Bool)
  /// What content alone cannot tell: the name must say it, and the content agree.
  case named(@Sendable ([UInt8]) -> Bool)

  /// Whether content alone cannot tell.
  package var needsName: Bool {
    switch self {
    case .named: true
    case .bytes, .text, .texts, .brands, .markup, .check: false
    }
  }

  /// Whether a file's first bytes are so.
  ///
  /// - Parameter isNamed: whether the file's name has the format's extension.
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
}

extension ContentSignature {
  /// A JPEG whose frames begin with this marker.
  package static func jpeg(_ marker: UInt8) -> ContentSignature { .check { JPEGFrameMarker.first(in: $0) == marker } }

  /// A JPEG of samples of so many bits.
  package static func jpeg(bits: UInt8) -> ContentSignature { .check { JPEGFrameMarker.precision(in: $0) == bits } }

  /// Netpbm's "P" and a digit must be followed by white space or a comment.
  package static let netpbm = ContentSignature.check { head in
    guard head.count >= 3, head[0] == UInt8(ascii: "P") else { return false }
    guard head[1] >= UInt8(ascii: "1"), head[1] <= UInt8(ascii: "7") else { return false }
    return [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "#")].contains(head[2])
  }

  /// A directory of icons: reserved, kind 1 or 2 (cursors), a count, and an entry whose reserved byte is 0.
  package static let icon = ContentSignature.check { head in
    guard head.count >= 22, head[0] == 0, head[1] == 0, head[2] == 1 || head[2] == 2, head[3] == 0 else { return false }
    return head[4] > 0 && head[5] == 0 && head[9] == 0
  }

  /// PC Paintbrush: maker, a version that there was, run lengths, a depth, and one to four planes. The byte before the
  /// planes should be 0, but some files have something else there.
  package static let pcx = ContentSignature.check { head in
    guard head.count >= 128, head[0] == 0x0A, head[1] <= 5, head[1] != 1, head[2] == 1 else { return false }
    return [1, 2, 4, 8].contains(head[3]) && 1...4 ~= head[65]
  }

  /// A dump of a window of X11's, version 7: its header's length, and one of three kinds of picture.
  package static let windowDump = ContentSignature.check { head in
    guard head.count >= 100, head[0] == 0, head[1] == 0, head[2] << 4 | head[3] >> 4 >= 6 else { return false }
    return head[4..<8].elementsEqual([0, 0, 0, 7]) && head[8..<11].allSatisfy { $0 == 0 } && head[11] <= 2
  }

  /// Kind 0, no extensions, and two sides that are not 0, seven bits a byte (WAP-237-WAESpec, 7.5).
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

  /// Autodesk's films: one of two marks, a depth, and flags.
  package static let flic = ContentSignature.check { head in
    guard head.count >= 128, head[4] == 0x11 || head[4] == 0x12, head[5] == 0xAF else { return false }
    return head[12] <= 8 && head[13] == 0 && head[15] == 0
  }

  /// Truevision's first header has no signature: kind of palette, kind of picture and depth must be possible.
  package static let targa = ContentSignature.named { head in
    guard head.count >= 18, head[1] <= 1, [1, 2, 3, 9, 10, 11].contains(head[2]) else { return false }
    return [8, 15, 16, 24, 32].contains(head[16])
  }

  /// Packets of 188 bytes, each beginning with 0x47 (ISO/IEC 13818-1).
  package static let transportStream = ContentSignature.check { head in
    head.count > 376 && head[0] == 0x47 && head[188] == 0x47 && head[376] == 0x47
  }

  /// Matroska's EBML header, with this type of document within its first bytes.
  package static func matroska(_ type: String) -> ContentSignature {
    .check { head in
      head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && head.prefix(64).contains(sequence: type.utf8)
    }
  }

  /// An Ogg stream whose first page has this within.
  package static func ogg(_ codec: String) -> ContentSignature {
    .check { head in head.starts(with: "OggS".utf8) && head.prefix(512).contains(sequence: codec.utf8) }
  }

  /// An XBM is C: it defines its width first, perhaps after a comment.
  package static let xbm = ContentSignature.check { head in
    (head.starts(with: "#define ".utf8) || head.starts(with: "/*".utf8))
      && head.prefix(1024).contains(sequence: "_width ".utf8) && head.contains(sequence: "_height ".utf8)
  }
}

extension Sequence<UInt8> {
  /// Whether these bytes stand somewhere among those.
  package func contains(sequence: some Collection<UInt8>) -> Bool {
    let (all, wanted) = (Array(self), Array(sequence))
    guard let first = wanted.first, all.count >= wanted.count else { return wanted.isEmpty }
    return (0...all.count - wanted.count).contains { place in
      all[place] == first && all[place..<place + wanted.count].elementsEqual(wanted)
    }
  }
}

/// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3): what its makers say it can be read as.
package struct MediaBrands {
  /// The major brand and the compatible ones; empty for any other file.
  package let names: Set<String>

  /// Reads the `ftyp` box that such a file begins with.
  package init(_ head: [UInt8]) {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else {
      names = []
      return
    }
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(head.count, max(12, length))
    // After the major brand comes its version, which is no brand.
    let places = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    names = Set(places.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) })
  }
}
