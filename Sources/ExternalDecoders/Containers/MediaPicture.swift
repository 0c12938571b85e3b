import Bitmaps
import Imaging
import System

/// The properties that a HEIF or AVIF file declares for its pictures (ISO/IEC 23008-12), read before it is decoded.
struct MediaPicture {
  /// The size of the largest picture before rotation; nil if none is declared.
  private(set) var size: PixelSize?
  /// The bits per sample of a monochrome AV1 picture (AV1-ISOBMFF, 2.3.3); nil for all others.
  private(set) var monochromeBits: Int?
  /// The offsets in the file of the bytes with which the other pictures that stand by themselves are hidden; empty if the
  /// primary picture is the first of them.
  private(set) var othersFlags: [Int] = []
  private let metadata: HEIFMetadata?

  /// Reads a file's metadata. Properties that are missing, damaged or out of bounds are ignored.
  init(of input: ProgramInput) {
    metadata = HEIFMetadata(length: input.count) { input.bytes(from: $0, count: $1) }
    guard let metadata else { return }
    readItems(metadata)
    let properties = metadata.part("iprp").flatMap { box in
      metadata.boxes(in: box.content).first { $0.type == "ipco" }
    }
    for property in properties.map({ metadata.boxes(in: $0.content) }) ?? [] {
      let content = metadata.bytes[property.content]
      switch property.type {
      case "ispe" where content.count >= 12: widen(content)
      case "av1C" where content.count >= 3: readCodec(content[content.startIndex + 2])
      default: break
      }
    }
  }

  /// Whether any of these names occurs in the metadata.
  func mentions(_ names: [String]) -> Bool {
    guard let bytes = metadata?.bytes else { return false }
    return names.contains { bytes.contains(sequence: $0.utf8) }
  }

  /// The codings of items that are pictures.
  private static let pictureTypes = ["hvc1", "av01", "grid", "iovl", "iden", "jpeg", "avc1", "j2k1", "unci", "vvc1"]

  /// Reads which of the pictures is the primary one, and of each other whether it is hidden (ISO/IEC 23008-12, 6.4.2).
  private mutating func readItems(_ metadata: HEIFMetadata) {
    guard let primary = metadata.primaryID else { return }
    let others = metadata.items.filter { item in
      item.id != primary && metadata.bytes[item.flagsOffset] & 1 == 0 && MediaPicture.pictureTypes.contains(item.type)
    }
    if others.contains(where: { $0.id < primary }) { othersFlags = others.map { metadata.start + $0.flagsOffset } }
  }

  /// Reads a picture's size, which follows a version and flags, and keeps the largest.
  private mutating func widen(_ content: ArraySlice<UInt8>) {
    let (width, height) = (
      MediaBoxes.number(content.dropFirst(4).prefix(4)), MediaBoxes.number(content.dropFirst(8).prefix(4))
    )
    // This cannot overflow: each number has 32 bits.
    guard width > 0, height > 0, width * height >= size.map({ $0.width * $0.height }) ?? 0 else { return }
    size = PixelSize(width: width, height: height)
  }

  /// Reads the third byte of the AV1 configuration: bits for tier, more than 8 bits, 12 bits, monochrome, …
  private mutating func readCodec(_ byte: UInt8) {
    guard byte & 0x10 != 0 else { return }
    monochromeBits = byte & 0x40 == 0 ? 8 : byte & 0x20 == 0 ? 10 : 12
  }
}
