import ExternalDecoders
import Imaging
package import System

/// Decides which files of a folder are pictures: by extension, or, for the few names without one, by their first bytes.
///
/// A file named on the command line, in a list or in a deck needs no such extension: it is sniffed when it is loaded.
package enum PictureNames {
  /// Extensions of the formats that are decoded here or by a program: lowercase ASCII, at most eight bytes.
  package static let extensions = Set(own).union(others)

  private static let own = ["jpg", "jpeg", "jpe", "jfif", "mpo", "png", "apng", "gif", "webp"]
  /// The same extensions, each packed into an integer, common ones first: every name in a folder is compared with them.
  private static let packedOwn = own.compactMap { pack($0.utf8) }
  private static let others = ForeignFormat.extensions.union(LibraryFormat.all.flatMap(\.extensions))
  private static let packedForeign = others.sorted().compactMap { pack($0.utf8) }
  private static let documents = ForeignFormat.all.filter { $0.kind == .document }.flatMap(\.extensions)
    .compactMap { pack($0.utf8) }
  private static let paged = [LibraryFormat.heic, .tiff, .exr].flatMap(\.extensions)
    .compactMap { pack($0.utf8) }

  /// Whether a folder's entry with this name is a slide. Hidden files are not.
  package static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard name.first != dot, let own = packedExtension(of: name) else { return false }
    return packedOwn.contains(own) || packedForeign.contains(own)
  }

  /// Whether a name has no extension: no dot, or after the last one no short word with a letter, as in
  /// `IMG 2023.01.02`.
  static func hasNoExtension(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let lastDot = name.lastIndex(of: dot) else { return true }
    let ending = name[name.index(after: lastDot)...]
    guard 1...8 ~= ending.count else { return true }
    var hasLetter = false
    for byte in ending {
      let isLetter = 0x61...0x7A ~= byte | 0x20
      guard isLetter || 0x30...0x39 ~= byte else { return true }
      hasLetter = hasLetter || isLetter
    }
    return !hasLetter
  }

  /// Whether a file with this name is a document with pages.
  static func isDocument(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let own = packedExtension(of: name) else { return false }
    return documents.contains(own)
  }

  /// Whether a file with this name may have several pictures, which are pages.
  static func mayHavePages(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let own = packedExtension(of: name) else { return false }
    return documents.contains(own) || paged.contains(own)
  }

  /// Whether a path names a deck, by its extension.
  package static func isDeck(_ path: Path) -> Bool { path.fileExtension == "json" }

  private static let dot = UInt8(ascii: ".")

  /// The packed extension of a name; nil if it has none or a longer one than eight bytes.
  static func packedExtension(of name: some BidirectionalCollection<UInt8>) -> UInt64? {
    guard let lastDot = name.lastIndex(of: dot) else { return nil }
    return pack(name[name.index(after: lastDot)...])
  }

  /// Up to eight bytes as one integer, ASCII letters in lowercase; nil for none or more.
  static func pack(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard 1...8 ~= bytes.count else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1 >= 0x41 && $1 <= 0x5A ? $1 + 0x20 : $1) }
  }
}
