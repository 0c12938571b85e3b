import Downloads
package import System

/// The content that a server has sent instead of a picture, recognized by its first bytes.
package enum ServedContent: String, Hashable, Sendable {
  case nothing = "an empty file"
  case page = "HTML page"
  case markup = "XML"
  case json = "JSON"
  /// Lines of text, each of which may be a file name or a URL.
  case list = "list of files"
  case text
  case archive
  case program
  case sound
  case unknown = "unknown content"

  /// The number of bytes to examine.
  static let headBytes = 4096

  /// The content of a file; `unknown` if it cannot be read.
  package init(of path: Path) {
    do throws(FileError) {
      self.init(head: try ProgramInput(path).head(ServedContent.headBytes))
    } catch {
      self = .unknown
    }
  }

  /// The content that begins with these bytes.
  package init(head: [UInt8]) {
    let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let rest = bytes.drop { ServedContent.blanks.contains($0) }
    guard let first = rest.first else {
      self = head.isEmpty ? .nothing : .text
      return
    }
    if ArchiveNames.isArchive(head: head) {
      self = .archive
    } else if let binary = ServedContent.binaries.first(where: { head.starts(with: $0.signature) }) {
      self = binary.content
    } else if !ServedContent.isText(head) {
      self = .unknown
    } else if first == UInt8(ascii: "<") {
      let start = String(decoding: rest.prefix(1024), as: UTF8.self).lowercased()
      self = ["<!doctype html", "<html", "<head", "<body"].contains { start.includes($0) } ? .page : .markup
    } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      self = .json
    } else {
      self = ServedContent.isList(rest) ? .list : .text
    }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  private static let binaries: [(signature: [UInt8], content: ServedContent)] = [
    ([0x7F] + Array("ELF".utf8), .program), (Array("MZ".utf8), .program), (Array("ID3".utf8), .sound),
    (Array("fLaC".utf8), .sound), (Array("OggS".utf8), .sound),
  ]

  /// Whether there are only bytes that occur in text. A truncated character at the end is allowed.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(where: { ($0 < 0x20 && !blanks.contains($0) && $0 != 0x0C) || $0 == 0x7F }) else {
      return false
    }
    let text = String(decoding: bytes.dropLast(bytes.count < headBytes ? 0 : 3), as: UTF8.self)
    return !text.dropLast().unicodeScalars.contains("\u{FFFD}")
  }

  /// Whether the lines name pictures: each is a URL or ends in a picture's extension, except comments. The last line
  /// may be truncated.
  private static func isList(_ text: ArraySlice<UInt8>) -> Bool {
    let isWhole = text.endIndex < headBytes
    var rest = text
    var (lines, names) = (0, 0)
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...].dropFirst()
      guard let first = line.first else { continue }
      lines += 1
      let isTruncated = rest.isEmpty && !isWhole && lines > 1
      guard first != UInt8(ascii: "#"), !isTruncated else { continue }
      guard namesPicture(line) else { return false }
      names += 1
    }
    return names > 0
  }

  /// Whether a line of a list is a URL or ends in a picture's extension.
  private static func namesPicture(_ line: ArraySlice<UInt8>) -> Bool {
    let path = line.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return (WebAddress.isURL(line) && !line.contains(0x20)) || PictureNames.isPicture(Path(path).name)
  }
}
