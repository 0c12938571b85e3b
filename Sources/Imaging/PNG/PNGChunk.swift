/// A chunk of a PNG: its type and the range of its content.
struct PNGChunk {
  /// Four letters; the case of the first says whether a decoder must understand the chunk (5.4).
  struct Kind: RawRepresentable, Equatable {
    let rawValue: UInt32

    static let header = Kind("IHDR"), palette = Kind("PLTE"), data = Kind("IDAT"), end = Kind("IEND")
    static let transparency = Kind("tRNS")
    static let exif = Kind("eXIf")
    static let text = Kind("tEXt"), compressedText = Kind("zTXt"), internationalText = Kind("iTXt")
    static let animation = Kind("acTL"), frame = Kind("fcTL"), frameData = Kind("fdAT")
    static let codedColors = Kind("cICP"), profile = Kind("iCCP"), standardColors = Kind("sRGB")
    static let gamma = Kind("gAMA"), chromaticities = Kind("cHRM")

    /// The four letters as in the file, the first in the most significant byte.
    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ name: StaticString) {
      rawValue = name.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether the picture cannot be shown without understanding the chunk: its first letter is a capital.
    var isCritical: Bool { rawValue & 0x2000_0000 == 0 }

    /// Whether all four bytes are letters.
    var isName: Bool {
      (0..<4).allSatisfy { byte in
        let letter = rawValue >> (8 * UInt32(byte)) & 0xDF
        return 0x41...0x5A ~= letter
      }
    }

    /// The letters.
    var name: String {
      String((0..<4).map { Character(UnicodeScalar(UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32($0))))) })
    }
  }

  /// The integrity of a chunk.
  enum ChecksumStatus {
    case whole
    case wrongChecksum
    /// The file ends within it.
    case cut
  }

  var type: Kind
  var content: Range<Int>
  /// Always `whole` for chunks other than image data, except that the header may have a wrong checksum.
  var soundness = ChecksumStatus.whole
}
