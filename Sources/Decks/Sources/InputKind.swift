import ExternalDecoders
import Imaging
import System

/// The kind of input on a pipe, recognized by its first bytes.
enum InputKind: Equatable, Sendable {
  /// A picture, a drawing, a document, a video or an archive.
  case picture
  case deck
  /// Names, one per line or NUL-separated.
  case list
  /// None of these.
  case garbage

  /// The number of bytes after which the kind is decided in any case.
  static let headBytes = PictureSignature.headBytes
  /// The number of bytes from which text is taken for a list without waiting for more.
  private static let minimumTextBytes = 32

  /// The kind; nil if more bytes may change it.
  ///
  /// - Parameter isAll: whether no more bytes are coming, at least for now.
  init?(head: [UInt8], isAll: Bool) {
    let isSettled = isAll || head.count >= InputKind.headBytes
    if PictureSignature.matches(head) || ArchiveNames.isArchive(head: head) {
      self = .picture
      return
    }
    let isDeck = InputKind.isDeck(head)
    let isText = isDeck != nil || !InputKind.isBinary(head)
    guard isSettled || isText && head.count >= InputKind.minimumTextBytes else { return nil }
    self = isText ? (isDeck == true ? .deck : .list) : .garbage
  }

  /// Whether text that begins with `[` is a JSON array of slides rather than a list whose first name begins with `[`;
  /// nil if the text begins with something else.
  private static func isDeck(_ head: [UInt8]) -> Bool? {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let start = text.drop(while: isBlank)
    guard start.first == UInt8(ascii: "[") else { return nil }
    guard let next = start.dropFirst().first(where: { !isBlank($0) }) else { return true }
    return [UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "]")].contains(next)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Whether there are too many control characters for a list of names: more than three, and more than 2 %. Names may
  /// contain a few. A NUL counts only at the start or after another NUL, where it does not end a name.
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

/// Recognizes pictures by their first bytes.
package enum PictureSignature {
  /// The number of bytes to examine.
  package static let headBytes = ProgramInput.headBytes

  /// Whether a file that begins with these bytes is a picture, a drawing, a document or a video that can be shown. Markup whose root element
  /// comes later may be a drawing.
  ///
  /// - Parameter fileExtension: The extension of the file's name, which counts if the bytes are ambiguous; nil for none.
  package static func matches(_ head: [UInt8], fileExtension: String? = nil) -> Bool {
    name(head, fileExtension: fileExtension) != nil || head.count >= headBytes && Markup.mayBegin(in: head)
  }

  /// The name of the format of a file that begins with these bytes, such as "JPEG"; nil if it cannot be shown.
  package static func name(_ head: [UInt8], fileExtension: String? = nil) -> String? {
    PictureFormat(beginning: head)?.name ?? ForeignFormat(head: head, fileExtension: fileExtension)?.name
  }
}
