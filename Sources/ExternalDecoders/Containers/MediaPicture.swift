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
  /// The content of the metadata box, and its offset in the file.
  private let meta: [UInt8]
  private let metaStart: Int

  /// The maximum size of the metadata, in bytes. A picture with 1024 tiles has about 40 kB.
  private static let maxMetaBytes = 1 << 20

  /// Reads a file's metadata. Properties that are missing, damaged or out of bounds are ignored.
  init(of input: ProgramInput) {
    let file = MediaBoxes.boxes(in: 0..<input.length) { input.bytes(from: $0, count: $1) }
    guard let box = file.first(where: { $0.type == "meta" }), box.content.count <= MediaPicture.maxMetaBytes else {
      (meta, metaStart) = ([], 0)
      return
    }
    meta = input.bytes(from: box.content.lowerBound, count: box.content.count)
    metaStart = box.content.lowerBound
    // The content begins with a version and flags.
    let properties = boxes(in: 4..<max(4, meta.count)).first { $0.type == "iprp" }
      .flatMap { boxes(in: $0.content).first { $0.type == "ipco" } }
    readItems()
    for property in properties.map({ boxes(in: $0.content) }) ?? [] {
      let content = meta[property.content]
      switch property.type {
      case "ispe" where content.count >= 12: widen(content)
      case "av1C" where content.count >= 3: readCodec(content[content.startIndex + 2])
      default: break
      }
    }
  }

  /// Whether any of these names occurs in the metadata.
  func mentions(_ names: [String]) -> Bool { names.contains { meta.contains(sequence: $0.utf8) } }

  private func boxes(in range: Range<Int>) -> [MediaBoxes.Box] {
    MediaBoxes.boxes(in: range) { Array(meta.dropFirst($0).prefix($1)) }
  }

  /// The codings of items that are pictures.
  private static let pictureTypes = ["hvc1", "av01", "grid", "iovl", "iden", "jpeg", "avc1", "j2k1", "unci", "vvc1"]

  /// Reads which of the pictures is the primary one (8.11.4), and of each whether it is hidden (8.11.6 and ISO/IEC
  /// 23008-12, 6.4.2).
  private mutating func readItems() {
    let inner = boxes(in: 4..<max(4, meta.count))
    guard let primaryBox = inner.first(where: { $0.type == "pitm" }),
      let infoBox = inner.first(where: { $0.type == "iinf" }), primaryBox.content.count >= 6, infoBox.content.count > 8
    else { return }
    let primary = number(primaryBox.content.lowerBound + 4, meta[primaryBox.content.lowerBound] == 0 ? 2 : 4)
    let countBytes = meta[infoBox.content.lowerBound] == 0 ? 2 : 4
    var others: [(id: Int, flags: Int)] = []
    for item in boxes(in: infoBox.content.dropFirst(4 + countBytes))
    where item.type == "infe" && item.content.count >= 12 {
      let start = item.content.lowerBound
      let idBytes = meta[start] == 2 ? 2 : 4
      guard item.content.count >= 10 + idBytes, 2...3 ~= meta[start] else { continue }
      let (id, type) = (number(start + 4, idBytes), meta[start + 6 + idBytes..<start + 10 + idBytes])
      guard id != primary, meta[start + 3] & 1 == 0,
        MediaPicture.pictureTypes.contains(String(decoding: type, as: UTF8.self))
      else { continue }
      others.append((id, metaStart + start + 3))
    }
    if others.contains(where: { $0.id < primary }) { othersFlags = others.map(\.flags) }
  }

  private func number(_ offset: Int, _ count: Int) -> Int { MediaBoxes.number(meta.dropFirst(offset).prefix(count)) }

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
