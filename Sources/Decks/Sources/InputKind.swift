import ExternalDecoders
import Imaging
import System

/// What comes on standard input, told by its first bytes.
enum InputKind: Equatable, Sendable {
  /// A picture, a drawing, a document or a film.
  case picture
  /// A JSON deck.
  case deck
  /// Names, one a line or NUL-separated.
  case list
  /// None of these.
  case garbage

  /// Bytes with which it is decided at the latest.
  static let headBytes = PictureSignature.headBytes
  /// Bytes from which on text is taken for a list without waiting for more.
  private static let leastText = 32

  /// The kind; nil where more bytes may change it.
  ///
  /// - Parameter isAll: that no more come, at least for now.
  init?(head: [UInt8], isAll: Bool) {
    let isSettled = isAll || head.count >= InputKind.headBytes
    if PictureSignature.matches(head) {
      self = .picture
    } else if let isDeck = InputKind.isDeck(head) {
      guard isSettled || head.count >= InputKind.leastText else { return nil }
      self = isDeck ? .deck : .list
    } else if InputKind.isBinary(head) {
      guard isSettled else { return nil }
      self = .garbage
    } else {
      guard isSettled || head.count >= InputKind.leastText else { return nil }
      self = .list
    }
  }

  /// Whether text begins as a JSON array of slides does; nil where it does not begin as an array. A file's name may, too.
  private static func isDeck(_ head: [UInt8]) -> Bool? {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let start = text.drop(while: isBlank)
    guard start.first == UInt8(ascii: "[") else { return nil }
    guard let next = start.dropFirst().first(where: { !isBlank($0) }) else { return true }
    return [UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "]")].contains(next)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Whether so many bytes are controls that these are no names: a few may be, for names are any bytes. A NUL ends a name, but
  /// none ends an empty one.
  private static func isBinary(_ head: [UInt8]) -> Bool {
    var controls = 0
    var last: UInt8 = 0
    for byte in head.prefix(headBytes) {
      if byte == 0 ? last == 0 : byte < 0x20 && !isBlank(byte) { controls += 1 }
      last = byte
    }
    return controls > 3 && controls * 50 > min(head.count, headBytes)
  }
}

/// Tells pictures by their first bytes, where a name says nothing.
enum PictureSignature {
  /// Bytes of a file's beginning that are looked at.
  static let headBytes = 4096

  /// Whether a file that begins so is a picture, a drawing, a document or a film that can be shown.
  static func matches(_ head: [UInt8]) -> Bool { EncodedImage.begins(head) || ForeignFormat(head: head) != nil }
}
