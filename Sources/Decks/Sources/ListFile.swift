import Downloads
import System

/// A file with a name or URL per line, such as a playlist. It is recognized by its extension. Relative names refer to
/// its own folder, and lines that begin with `#` are comments.
enum ListFile {
  /// The extensions of lists, in lowercase. So few are compared sooner than a set is made.
  static let extensions = ["txt", "lst", "list", "m3u", "m3u8"]

  /// The byte order mark of UTF-8, with which other systems' editors begin a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isList(_ path: Path) -> Bool { path.fileExtension.map(extensions.contains) ?? false }

  /// What a file named like a list contains.
  enum Content: Sendable {
    /// The names, and why the rest is left out; nil if nothing is.
    case names(NameList, excess: String?)
    /// Something else: a picture, prose, or what cannot be read. Loading it as a picture finds out.
    case other
  }

  /// The number of names among which one must be a picture's or an archive's.
  private static let examinedNames = 1_000

  /// Reads a file of at most `EntryList.maximumBytes`.
  static func content(of path: Path) -> Content {
    guard let bytes = try? FileBytes.read(path, limit: EntryList.maximumBytes),
      InputKind(head: Array(bytes.prefix(InputKind.headBytes)), isAll: true) == .list
    else { return .other }
    let list = entries(bytes)
    // Most texts are no lists.
    let namesPictures = (0..<min(list.names.count, examinedNames)).contains { index in
      let name = Path(list.names[index]).name
      return WebAddress.isURL(list.names[index]) || PictureNames.isPicture(name) || ArchiveNames.isArchive(name)
    }
    return namesPictures ? .names(list.names, excess: list.excess) : .other
  }

  /// The names in a list, without its comments.
  static func entries(_ bytes: [UInt8]) -> EntryList {
    var list = EntryList(hasComments: true)
    list.feed(bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...])
    list.finish()
    return list
  }
}
