import Imaging
import System

/// What a HEIF or AVIF file declares of its pictures (ISO/IEC 23008-12), read before anything decodes it.
struct MediaPicture {
  /// The size of its largest picture, before it is turned; nil: not declared.
  private(set) var size: PixelSize?
  /// Bits of a sample where the picture is monochrome AV1 (AV1-ISOBMFF, 2.3.3); nil for all others.
  private(set) var monochromeBits: Int?
  /// The box of metadata.
  private let meta: [UInt8]

  /// Bytes of the metadata that are read at most: a picture of 1024 tiles has some 40 kB.
  private static let maxMetaBytes = 1 << 20

  /// Reads a file's metadata; what is absent, damaged or beyond bounds is left out.
  init(of input: ProgramInput) {
    let file = MediaBoxes.boxes(in: 0..<input.length) { input.bytes(from: $0, count: $1) }
    guard let box = file.first(where: { $0.type == "meta" }), box.content.count <= MediaPicture.maxMetaBytes else {
      meta = []
      return
    }
    meta = input.bytes(from: box.content.lowerBound, count: box.content.count)
    // Its content begins with a version and flags.
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

  /// Whether any of these names stands in the metadata.
  func mentions(_ names: [String]) -> Bool { names.contains { meta.contains(sequence: $0.utf8) } }

  private func boxes(in range: Range<Int>) -> [MediaBoxes.Box] {
    MediaBoxes.boxes(in: range) { Array(meta.dropFirst($0).prefix($1)) }
  }

  /// A picture's size, behind a version and flags.
  private mutating func widen(_ content: ArraySlice<UInt8>) {
    let (width, height) = (
      MediaBoxes.number(content.dropFirst(4).prefix(4)), MediaBoxes.number(content.dropFirst(8).prefix(4))
    )
    // No overflow: each has 32 bits.
    guard width > 0, height > 0, width * height >= size.map({ $0.width * $0.height }) ?? 0 else { return }
    size = PixelSize(width: width, height: height)
  }

  /// The third byte of AV1's configuration: tier, more than 8 bits, 12 bits, monochrome, …
  private mutating func readCodec(_ byte: UInt8) {
    guard byte & 0x10 != 0 else { return }
    monochromeBits = byte & 0x40 == 0 ? 8 : byte & 0x20 == 0 ? 10 : 12
  }
}
