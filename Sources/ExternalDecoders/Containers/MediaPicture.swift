import Imaging
import System

/// The properties that a HEIF or AVIF file declares for its pictures (ISO/IEC 23008-12), read before it is decoded.
struct MediaPicture {
  /// The size of the largest picture before rotation; nil if none is declared.
  private(set) var size: PixelSize?
  /// The bits per sample of a monochrome AV1 picture (AV1-ISOBMFF, 2.3.3); nil for all others.
  private(set) var monochromeBits: Int?
  /// The content of the metadata box.
  private let meta: [UInt8]

  /// The maximum size of the metadata, in bytes. A picture with 1024 tiles has about 40 kB.
  private static let maxMetaBytes = 1 << 20

  /// Reads a file's metadata. Properties that are missing, damaged or out of bounds are ignored.
  init(of input: ProgramInput) {
    let file = MediaBoxes.boxes(in: 0..<input.length) { input.bytes(from: $0, count: $1) }
    guard let box = file.first(where: { $0.type == "meta" }), box.content.count <= MediaPicture.maxMetaBytes else {
      meta = []
      return
    }
    meta = input.bytes(from: box.content.lowerBound, count: box.content.count)
    // The content begins with a version and flags.
    let properties = boxes(in: 4..<max(4, meta.count)).first { $0.type == "iprp" }
      .flatMap { boxes(in: $0.content).first { $0.type == "ipco" } }
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
