import JSON
package import System

/// A `*.json` deck: `[{"image": "a.jpg or URL", "caption": "…", "link": "…"}]`, with paths relative to the deck, or
/// `file://` URLs. A string in place of an object is an image without anything else. `EntryField` lists all members.
package enum DeckFile {
  /// The maximum size of a deck, in bytes.
  package static let maximumBytes = 32 << 20
  /// The maximum number of slides in a deck. The rest is left out, and a final broken slide says so.
  package static let maximumCount = 200_000

  /// The slides of a deck. An invalid entry becomes a broken slide in its place; an invalid deck becomes a single
  /// broken slide.
  package static func slides(
    _ bytes: [UInt8], name: String, folder: Path, vocabulary: SlideVocabulary = .any
  ) -> [Slide] {
    slides(bytes, name: name, vocabulary: vocabulary) { image, caption, link in
      Slide(Location(argument: FileURL.path(Array(image.utf8)), relativeTo: folder), caption: caption, link: link)
    }
  }

  /// The slides of a deck, each created from its entry by `slide`.
  static func slides(
    _ bytes: [UInt8], name: String, vocabulary: SlideVocabulary,
    slide: (_ image: String, _ caption: String?, _ link: String?) -> Slide
  ) -> [Slide] {
    let deck: EntryRun
    do {
      deck = try JSONDecoder().decode(EntryRun.self, from: bytes)
    } catch {
      return [Slide(.broken(entry: name, reason: reason(for: error)))]
    }
    var place = TextPlace()
    var slides = deck.entries.enumerated().map { index, entry -> Slide in
      func entryName(_ offset: Int) -> String {
        place.advance(to: offset, in: bytes)
        return "\(name), entry \(index + 1) (line \(place.line), column \(place.column))"
      }
      switch entry {
      case .good(let image, let caption, let link, let own):
        var slide = slide(image, caption, link)
        if !own.isEmpty { slide.own = own.settings(vocabulary, entry: entryName) }
        return slide
      case .bad(let reason, let offset):
        return Slide(.broken(entry: entryName(offset), reason: reason))
      }
    }
    if deck.isTruncated {
      slides.append(Slide(.broken(entry: name, reason: "has more than \(maximumCount) slides; the rest is left out")))
    }
    return slides
  }

  private static func reason(for error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch?: "expected a JSON array of slides"
    case .dataCorrupted(let context)?: context.debugDescription
    default: "not valid JSON"
    }
  }
}

/// The entries up to `DeckFile.maximumCount`.
private struct EntryRun: Decodable {
  var entries: [Entry] = []
  var isTruncated = false

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      guard entries.count < DeckFile.maximumCount else {
        isTruncated = true
        return
      }
      entries.append(try list.decode(Entry.self))
    }
  }
}

/// One entry. Decoding never fails, so that an invalid entry does not lose the others.
private enum Entry: Decodable {
  case good(image: String, caption: String?, link: String?, own: EntrySettings)
  case bad(reason: String, at: Int)

  init(from decoder: any Decoder) throws {
    let start = try JSONPosition(from: decoder).offset
    // A string is an image.
    if let image = try? decoder.singleValueContainer().decode(String.self) {
      self = Entry(image: image, at: start)
      return
    }
    guard let fields = try? decoder.container(keyedBy: EntryField.self) else {
      self = .bad(reason: "expected a path, a URL or an object with \"image\"", at: start)
      return
    }
    guard fields.contains(.image) else {
      let unknown = UnknownField.all(in: decoder)
      let other = unknown.first { $0.meant == .image } ?? unknown.first
      self = .bad(
        reason: "has no \"image\"" + (other.map { ", but \"\($0.name)\"" } ?? ""), at: other?.offset ?? start)
      return
    }
    let offset = (try? fields.decode(JSONPosition.self, forKey: .image).offset) ?? start
    guard let image = try? fields.decode(String.self, forKey: .image) else {
      self = .bad(reason: "\"image\" is not a string", at: offset)
      return
    }
    self = Entry(
      image: image, at: offset, caption: Entry.text(fields, .caption), link: Entry.text(fields, .link),
      own: EntrySettings(fields, unknown: UnknownField.all(in: decoder)))
  }

  private init(
    image: String, at offset: Int, caption: String? = nil, link: String? = nil, own: EntrySettings = EntrySettings()
  ) {
    if image.isEmpty || image.utf8.contains(0) {
      self = .bad(reason: "\"image\" is not a valid path", at: offset)
    } else {
      self = .good(image: image, caption: caption, link: link, own: own)
    }
  }

  /// A string or a number as text; nil for other types, because the picture does not depend on this field.
  private static func text(_ fields: KeyedDecodingContainer<EntryField>, _ field: EntryField) -> String? {
    guard fields.contains(field) else { return nil }
    if let text = try? fields.decode(String.self, forKey: field) { return text }
    if let number = try? fields.decode(Int.self, forKey: field) { return String(number) }
    return (try? fields.decode(Double.self, forKey: field)).map { String($0) }
  }
}
