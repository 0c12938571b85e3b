import FoundationEssentials

/// A `*.json` deck: `[{"image": "a.jpg or URL", "caption": "…", "link": "…"}]`, paths relative to the deck.
package enum DeckFile {
  /// Bytes of a deck at most.
  package static let maximumBytes = 64 << 20

  /// The slides of a deck. An entry that is not right keeps its place as a broken slide; so does a deck that is none.
  package static func slides(_ bytes: [UInt8], name: String, folder: Path) -> [Slide] {
    let entries: [Entry]
    do {
      entries = try JSONDecoder().decode([Entry].self, from: Data(bytes))
    } catch {
      return [Slide(.broken(entry: name, reason: reason(for: error)))]
    }
    return entries.enumerated().map { index, entry in
      switch entry {
      case .good(let image, let caption, let link):
        Slide(Location(argument: Array(image.utf8), relativeTo: folder), caption: caption, link: link)
      case .bad(let reason):
        Slide(.broken(entry: "\(name), entry \(index + 1)", reason: reason))
      }
    }
  }

  private static func reason(for error: any Error) -> String {
    if case DecodingError.typeMismatch? = error as? DecodingError { return "not a deck: no list of slides" }
    return "not a deck: no valid JSON"
  }
}

/// One entry; decoding it never fails, so that a wrong one does not lose the others.
private enum Entry: Decodable {
  case good(image: String, caption: String?, link: String?)
  case bad(reason: String)

  enum Field: String, CodingKey { case image, caption, link }

  init(from decoder: any Decoder) throws {
    guard let fields = try? decoder.container(keyedBy: Field.self) else {
      self = .bad(reason: "not an object with an \"image\"")
      return
    }
    guard fields.contains(.image) else {
      self = .bad(reason: "has no \"image\"")
      return
    }
    do {
      let image = try fields.decode(String.self, forKey: .image)
      let caption = try fields.decodeIfPresent(String.self, forKey: .caption)
      let link = try fields.decodeIfPresent(String.self, forKey: .link)
      self =
        image.isEmpty || image.utf8.contains(0)
        ? .bad(reason: "\"image\" names no file") : .good(image: image, caption: caption, link: link)
    } catch DecodingError.typeMismatch(_, let context) {
      self = .bad(reason: "\"\(context.codingPath.last?.stringValue ?? "image")\" is not text")
    } catch {
      self = .bad(reason: "\"image\" is not text")
    }
  }
}
