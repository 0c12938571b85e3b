import Bitmaps
import Imaging
import System

/// How a format's files declare the picture's size. Read before a program starts, so that the limits and the memory
/// follow from it.
///
/// A size is not trusted: it is only compared with limits, and memory derived from it is bounded by the budget.
struct HeaderSize: Sendable {
  /// Reads a file's header; nil if no size is where the format has it, or a side is 0.
  let read: @Sendable (ProgramInput) -> PixelSize?

  /// Two numbers at fixed offsets, each of 2 or 4 bytes.
  static func fields(width: Int, height: Int, bytes: Int, isBigEndian: Bool) -> HeaderSize {
    HeaderSize { input in
      let head = input.head(max(width, height) + bytes)
      return size(
        number(head, width, bytes, isBigEndian: isBigEndian), number(head, height, bytes, isBigEndian: isBigEndian))
    }
  }

  /// TIFF: the first directory's.
  static let tiff = HeaderSize { TIFFTags(of: $0).size }

  /// JPEG's other processes: the frame header's.
  static let jpeg = HeaderSize { JPEGFrameMarker.size(in: $0.head(ProgramInput.longHeadBytes)) }

  /// BMP: OS/2's first header has shorter numbers, and the height of a picture stored from the top is negative.
  static let bitmap = HeaderSize { input in
    var head = input.head(64)
    if head.starts(with: "BA".utf8) { head.removeFirst(min(14, head.count)) }
    if number(head, 14, 4) == 12 { return size(number(head, 18, 2), number(head, 20, 2)) }
    let height = number(head, 22, 4).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
    return size(number(head, 18, 4), height)
  }

  /// PCX: the corners of the picture, inclusive.
  static let pcx = HeaderSize { input in
    let head = input.head(12)
    guard let left = number(head, 4, 2), let top = number(head, 6, 2), let right = number(head, 8, 2),
      let bottom = number(head, 10, 2)
    else { return nil }
    return size(right - left + 1, bottom - top + 1)
  }

  /// DPX: in the byte order of its signature.
  static let dpx = HeaderSize { input in
    let isBigEndian = input.head(4).starts(with: "SDPX".utf8)
    return fields(width: 772, height: 776, bytes: 4, isBigEndian: isBigEndian).read(input)
  }

  /// JPEG 2000 (ITU-T T.800): the image header box, or the size marker of a codestream without boxes.
  static let jpeg2000 = HeaderSize { jpeg2000Size($0.head(512)) }

  /// The size that a JPEG 2000's first bytes declare; nil if they are too few.
  static func jpeg2000Size(_ head: [UInt8]) -> PixelSize? {
    if head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
      func side(_ end: Int, _ start: Int) -> Int? {
        number(head, end, 4, isBigEndian: true).flatMap { end in
          number(head, start, 4, isBigEndian: true).map { end - $0 }
        }
      }
      return size(side(8, 16), side(12, 20))
    }
    guard let box = (12..<max(12, head.count)).first(where: { head.dropFirst($0).starts(with: "ihdr".utf8) }) else {
      return nil
    }
    return size(number(head, box + 8, 4, isBigEndian: true), number(head, box + 4, 4, isBigEndian: true))
  }

  /// Netpbm and PFM: the first two numbers after the signature, or the keywords of a PAM.
  static let netpbm = HeaderSize { input in
    let head = input.head()
    if head.starts(with: "P7".utf8) { return NetpbmHeader(head)?.size }
    return NetpbmHeader.numbers(2, in: head).flatMap { size($0.numbers[0], $0.numbers[1]) }
  }

  /// A size of two sides of 1 to 2³² pixels.
  static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height, 1...1 << 32 ~= width, 1...1 << 32 ~= height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// An unsigned number of up to 4 bytes, by default in little-endian order; nil if it is not within the bytes.
  static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int, isBigEndian: Bool = false) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    let field = bytes[offset..<offset + count]
    return isBigEndian ? MediaBoxes.number(field) : MediaBoxes.number(ArraySlice(field.reversed()))
  }
}
