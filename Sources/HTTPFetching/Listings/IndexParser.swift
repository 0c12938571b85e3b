import Fetching
import System

/// The index page that a web server makes for a folder: the links of its HTML that lead to one component below it.
///
/// Tested with the pages of nginx, Apache, caddy, lighttpd and Python. The text between a link and the next one has the
/// size and the time, in some of them.
struct IndexParser: ListingParser {
  /// The maximum length of a tag, in bytes; longer ones are no links.
  private static let longestTag = 3 * ListedEntry.longestName + 256
  /// The maximum length of the text after a link that is examined.
  private static let longestText = 256

  private enum State {
    case text
    /// In a tag, after its `<`.
    case tag
    /// In a comment, until `-->`.
    case comment
    /// In a script or a style sheet, whose text has no tags, until the end tag with this name.
    case raw([UInt8])
  }

  private let folder: ListedFolder
  private var state = State.text
  private var tag: [UInt8] = []
  /// The quotation mark of the attribute value that the tag is in; nil if it is in none.
  private var quote: UInt8?
  /// The link whose text is being read, and the text that follows its end tag.
  private var link: ListedEntry?
  private var isAfterLink = false
  private var text: [UInt8] = []
  private var tags = 0

  init(_ folder: ListedFolder) { self.folder = folder }

  mutating func consume(_ bytes: ArraySlice<UInt8>) -> [ListedEntry] {
    var entries: [ListedEntry] = []
    for byte in bytes {
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          (state, tag, quote) = (.tag, [], nil)
        } else if isAfterLink, text.count < Self.longestText {
          text.append(byte)
        }
      case .tag: consume(tagByte: byte, into: &entries)
      case .comment:
        tag = tag.suffix(2) + [byte]
        if tag.elementsEqual("-->".utf8) { state = .text }
      case .raw(let name):
        tag = tag.suffix(name.count + 2) + [byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0)]
        if tag.elementsEqual("</".utf8 + name + [UInt8(ascii: ">")]) { state = .text }
      }
    }
    return entries
  }

  mutating func finish() -> ([ListedEntry], ListingEnd) {
    var entries: [ListedEntry] = []
    endLink(&entries)
    return (entries, tags > 0 ? .complete : .other)
  }

  private mutating func consume(tagByte byte: UInt8, into entries: inout [ListedEntry]) {
    if let open = quote {
      if byte == open { quote = nil }
    } else if byte == UInt8(ascii: ">") {
      state = .text
      end(HTMLTag(tag), &entries)
      return
    } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")), tag.last == UInt8(ascii: "=") {
      quote = byte
    }
    // A tag that is too long is skipped.
    if tag.count <= Self.longestTag { tag.append(byte) }
    if tag.elementsEqual("!--".utf8) { (state, tag, quote) = (.comment, [], nil) }
  }

  private mutating func end(_ tag: HTMLTag, _ entries: inout [ListedEntry]) {
    tags += 1
    if tag.bytes.count > Self.longestTag { return }
    switch tag.name {
    case "a":
      let child = tag.attribute("href").flatMap(folder.child)
      // An icon and the name beside it may both be links.
      if let child, child.name == link?.name {
        (isAfterLink, text) = (false, [])
        return
      }
      endLink(&entries)
      guard let child else { return }
      link = ListedEntry(name: child.name, isFolder: child.isFolder)
    case "/a": isAfterLink = link != nil
    case "script", "style": state = .raw(Array(tag.name.utf8))
    // The parts of a row.
    case "td", "/td": if isAfterLink { text.append(0x20) }
    default: break
    }
  }

  private mutating func endLink(_ entries: inout [ListedEntry]) {
    defer { (link, isAfterLink, text) = (nil, false, []) }
    guard var entry = link else { return }
    let facts = IndexFacts(text)
    (entry.size, entry.modified) = (facts.size, facts.modified)
    entries.append(entry)
  }
}

/// A tag of HTML without its angle brackets.
private struct HTMLTag {
  let bytes: [UInt8]
  /// The name in lowercase, with the slash of an end tag.
  let name: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let name = bytes.prefix { !Self.isBlank($0) && ($0 != Path.slash || bytes.first == Path.slash) }
    self.name = String(decoding: name, as: UTF8.self).lowercased()
  }

  /// The value of an attribute, with its character references decoded; nil if there is none.
  func attribute(_ wanted: String) -> [UInt8]? {
    var rest = bytes.drop { !Self.isBlank($0) }
    while true {
      rest = rest.drop { Self.isBlank($0) || $0 == Path.slash }
      guard !rest.isEmpty else { return nil }
      let name = rest.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop(while: Self.isBlank)
      var value: ArraySlice<UInt8> = []
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: Self.isBlank)
        if let mark = rest.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != mark }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { !Self.isBlank($0) }
          rest = rest[value.endIndex...]
        }
      } else if name.isEmpty {
        rest = rest.dropFirst()
      }
      guard String(decoding: name, as: UTF8.self).lowercased() == wanted else { continue }
      // URLs have no line breaks, and none of the blanks around them counts.
      let plain = value.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      return CharacterReference.decoded(Array(plain.trimming(while: Self.isBlank)))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
