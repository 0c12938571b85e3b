import ExternalDecoders
import Imaging
import System

/// Tells pictures by their first bytes, where a name says nothing.
enum PictureSignature {
  /// Bytes of a file's beginning that are looked at.
  static let headBytes = 4096

  /// Whether a file that begins so is a picture, a drawing, a document or a film that can be shown.
  static func matches(_ head: [UInt8]) -> Bool { EncodedImage.begins(head) || ForeignFormat(head: head) != nil }
}
