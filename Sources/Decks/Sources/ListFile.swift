import Downloads
import System

/// A file with a name or URL per line, such as a playlist. It is recognized by its extension. Relative names refer to
/// its own folder, and lines that begin with `#` are comments.
enum ListFile {
  /// The extensions of lists, in lowercase.
  static let extensions: Set = ["txt", "lst", "list", "m3u", "m3u8"]

  /// Whether a path names a list.
  static func isList(_ path: Path) -> Bool { path.fileExtension.map(extensions.contains) ?? false }

  /// What a file named like a list contains.
  enum Content: Sendable {
    /// The names, and why the rest is left out; nil if nothing is.
    case names(NameList, excess: String?)
    /// The file is a picture, whatever its name.
    case picture
    /// Why it cannot be shown.
    case broken(reason: String)
  }

  /// Reads a file of at most `EntryList.maximumBytes`.
  static func content(of path: Path) -> Content {
    do throws(FileError) {
      let bytes = try FileBytes.read(path, limit: EntryList.maximumBytes)
      switch InputKind(head: Array(bytes.prefix(InputKind.headBytes)), isAll: true) {
      case .picture: return .picture
      case .list, .deck: return names(bytes)
      case .garbage, nil: return .broken(reason: "neither a picture nor a list of names")
      }
    } catch {
      return .broken(reason: error.description)
    }
  }

  /// The names in a list, without its comments.
  static func entries(_ bytes: [UInt8]) -> EntryList {
    var list = EntryList(hasComments: true)
    // The byte order mark of UTF-8, with which other systems' editors begin a text.
    list.feed(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    list.finish()
    return list
  }

  private static func names(_ bytes: [UInt8]) -> Content {
    let list = entries(bytes)
    guard list.names.count > 0 else { return .broken(reason: "the list is empty") }
    return .names(list.names, excess: list.excess)
  }
}
