import Decks
import System

/// What was pasted.
package enum Pasted: Hashable, Sendable {
  case lines([[UInt8]])
  /// The bytes of a picture, and its type after `image/`.
  case picture([UInt8], type: String)
}

/// A pasted text that names sources: paths, `file://` URLs and web addresses, one on each line. Terminals paste the paths
/// of dropped files quoted as for a shell, some of them in one line.
enum PastedText {
  /// Why a text is not used, as a message.
  enum Refusal: String, Error {
    case isIncomplete = "the pasted text is too long, or its end is missing"
    case hasControls = "the pasted text has control characters"
    case hasTooManyLines = "the pasted text has more than 256 lines"
    case isEmpty = "the pasted text is empty"
  }

  /// The maximum number of lines.
  private static let lineLimit = 256
  /// The maximum number of characters that are typed where a text is being typed.
  static let typedLimit = 256

  /// The lines of a text, without blanks around them. Lines that begin with `#` are comments (RFC 2483, text/uri-list).
  ///
  /// - Parameter text: nil if it is incomplete.
  static func lines(of text: [UInt8]?) throws(Refusal) -> [[UInt8]] {
    guard let text else { throw .isIncomplete }
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      Array(line.trimming { $0 == 0x20 })
    }.filter { !$0.isEmpty && $0[0] != UInt8(ascii: "#") }
    if lines.isEmpty { throw .isEmpty }
    if lines.count > lineLimit { throw .hasTooManyLines }
    // C1 controls are U+0080 to U+009F.
    guard
      lines.allSatisfy({
        String(decoding: $0, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      })
    else { throw .hasControls }
    return lines
  }

  /// The sources that a line names: itself if it is a web address or leads to a file or folder, otherwise its words if all
  /// of them do; none if not.
  static func sources(in line: [UInt8], home: Path?) -> [[UInt8]] {
    if let source = source(line, home: home) { return [source] }
    let sources = ((try? ShellWords.split(line)) ?? []).map { source($0, home: home) }
    return sources.contains(nil) ? [] : sources.compactMap(\.self)
  }

  private static func source(_ name: [UInt8], home: Path?) -> [UInt8]? {
    if ["http://", "https://"].contains(where: { name.starts(with: $0.utf8) }) { return name }
    let path = FileURL.path(name)
    let isAtHome = path.first == UInt8(ascii: "~")
    let expanded = isAtHome ? Path.expandingHome(String(decoding: path, as: UTF8.self), home: home).bytes : path
    return [.file, .folder].contains(PathKind(of: Path(expanded))) && expanded != [UInt8(ascii: "-")] ? expanded : nil
  }
}
