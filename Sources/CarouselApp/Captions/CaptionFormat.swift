package import Bitmaps
package import Decks
import Glibc
package import Imaging
package import Pictures
import System
import Terminal

/// The format of the text in the description bar: text with `%` directives, parsed once.
package struct CaptionFormat: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    /// A fact, by the letter of its directive.
    case fact(Character)

    /// Whether it is the picture's width or height.
    var isSize: Bool { self == .fact("w") || self == .fact("h") }
  }

  /// The directives, which follow a percent sign, in the order in which messages list them, and their facts.
  private static let directives: [(letter: Character, fact: @Sendable (Facts) -> String?)] = [
    ("f", { $0.name }), ("D", { $0.folder }), ("p", { $0.page.map { String($0) } }), ("n", { String($0.number) }),
    ("N", { String($0.count) }), ("w", { $0.size.map { String($0.width) } }),
    ("h", { $0.size.map { String($0.height) } }),
    ("d", { $0.metadata.date ?? $0.modificationTime.map(CaptionFormat.day) }), ("T", { CaptionFormat.time(of: $0) }),
    ("t", { $0.metadata.description }), ("m", { $0.metadata.camera }), ("l", { $0.metadata.lens }),
    ("e", { $0.metadata.exposure }), ("F", { $0.metadata.focalLength }), ("i", { $0.metadata.speed }),
    ("g", { $0.metadata.location }), ("c", { $0.caption }),
  ]

  private let parts: [Part]

  /// Why a format is invalid.
  package struct FormatError: Error, CustomStringConvertible {
    package let description: String
  }

  /// The facts about a slide that a caption can show.
  package struct Facts: Hashable, Sendable {
    /// The file's name, or the last component of the URL.
    package var name: String
    /// The folder of the file, as it was given, or of the entry in its archive; nil if there is none.
    package var folder: String?
    /// The page number within a document, from 1; nil if the slide is not a page.
    package var page: Int?
    /// The slide's number, from 1.
    package var number: Int
    package var count: Int
    /// The picture's own size; nil until it is known.
    package var size: PixelSize?
    /// When the file was last modified, in seconds since 1970; nil if unknown.
    package var modificationTime: Int?
    /// What the picture's file records about it.
    package var metadata = ImageMetadata()
    /// The caption in the deck.
    package var caption: String?
    /// A defect of a picture that is shown nonetheless.
    package var defect: PictureDefect?
  }

  /// The deck's caption alone: the default.
  package static let deckCaption = CaptionFormat(parts: [.fact("c")])

  private init(parts: [Part]) { self.parts = parts }

  /// Parses `%f` name, `%D` folder, `%p` page of a document, `%n` number, `%N` count, `%w` and `%h` size, `%d` date,
  /// `%T` time of day, `%t` the description in the file, `%m` camera, `%l` lens, `%e` exposure, `%F` focal length,
  /// `%i` sensitivity, `%g` place, `%c` the caption in the deck, `%%` a percent sign.
  ///
  /// - Throws: `FormatError` if a directive does not exist, or the format ends in a lone `%`.
  package init(_ format: String) throws(FormatError) {
    var parts: [Part] = []
    var text = ""
    var characters = format.makeIterator()
    while let character = characters.next() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      guard let letter = characters.next() else {
        throw FormatError(description: "the format ends in a lone %; write %% for a percent sign")
      }
      if letter == "%" {
        text.append("%")
        continue
      }
      guard CaptionFormat.directives.contains(where: { $0.letter == letter }) else {
        let known = CaptionFormat.directives.map { "%\($0.letter)" }.joined(separator: " ")
        throw FormatError(description: "there is no directive %\(letter); there are \(known) %%")
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(.fact(letter))
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  /// Returns the text for a slide, on one line. Unknown facts are left out, and a blank text counts as empty. A defect
  /// of the picture follows in parentheses, or is the whole text if there is no other.
  package func text(for facts: Facts) -> String {
    let shown = facts.size == nil ? CaptionFormat.withoutSize(parts) : parts
    let text = shown.map { part in
      switch part {
      case .text(let text): text
      case .fact(let letter): CaptionFormat.directives.first { $0.letter == letter }?.fact(facts) ?? ""
      }
    }.joined().onOneLine
    let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    guard let defect = facts.defect else { return isBlank ? "" : text }
    return isBlank ? defect.description : "\(text) (\(defect))"
  }

  /// The parts without width, height, and any part between the two.
  private static func withoutSize(_ parts: [Part]) -> [Part] {
    var shown: [Part] = []
    for (index, part) in parts.enumerated() {
      let isBetween =
        index > 0 && index < parts.count - 1
        && parts[index - 1].isSize && parts[index + 1].isSize
      if part.isSize || isBetween { continue }
      shown.append(part)
    }
    return shown
  }

  /// A date in the format of ISO 8601, in local time; empty if it cannot be converted.
  static func day(_ seconds: Int) -> String {
    guard let parts = unsafe localTime(seconds) else { return "" }
    return unsafe "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  }

  /// The hour and minute at which the picture was taken or, if its day is unknown, its file was modified.
  private static func time(of facts: Facts) -> String {
    if facts.metadata.date != nil { return facts.metadata.time.map { String($0.prefix(5)) } ?? "" }
    guard let parts = unsafe facts.modificationTime.flatMap({ unsafe localTime($0) }) else { return "" }
    return unsafe "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2))"
  }

  @unsafe
  private static func localTime(_ seconds: Int) -> tm? {
    var time = time_t(seconds)
    var parts = unsafe tm()
    return unsafe localtime_r(&time, &parts) == nil ? nil : parts
  }

  private static func padded(_ number: Int32, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension CaptionFormat.Facts {
  /// The facts about a slide, and about its picture once that is loaded.
  package init(of slide: Slide, number: Int, count: Int, picture: LoadedPicture?) {
    self.init(
      name: SafeText.visible(slide.location.nameBytes),
      folder: slide.location.folder.map { SafeText.visible($0.bytes) }, page: slide.location.pageNumber, number: number,
      count: count,
      size: picture?.fileSize, modificationTime: picture?.modificationTime,
      metadata: picture?.metadata ?? ImageMetadata(), caption: slide.caption, defect: picture?.defect)
  }
}

extension String {
  /// The text with each run of line breaks, and the blanks around it, replaced by a blank.
  fileprivate var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    let lines = split(whereSeparator: \.isNewline).map { $0.trimming(while: \.isWhitespace) }
    return lines.filter { !$0.isEmpty }.map { String($0) }.joined(separator: " ")
  }
}
