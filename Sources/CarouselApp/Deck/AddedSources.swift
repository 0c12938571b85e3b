import Decks
import RemoteControl

/// The sources that clients, or the user by pasting, have added, and the captions of clients.
struct AddedSources: Sendable {
  private var entries: [(source: [UInt8], group: String?, key: String?)] = []
  private(set) var captions: [Location: String] = [:]

  var sources: [[UInt8]] { entries.map(\.source) }

  /// Appends sources, or replaces one; returns the slide of a replaced source, and the one in its place.
  mutating func add(_ sources: [[UInt8]], _ addition: RemoteAddition) -> (old: Location, new: Location)? {
    var replaced: (old: Location, new: Location)?
    if let key = addition.key, let new = sources.first, let index = entries.firstIndex(where: { $0.key == key }) {
      replaced = (Location(source: entries[index].source), Location(source: new))
      entries[index].source = new
      if let old = replaced?.old { captions[old] = nil }
    } else {
      let last = addition.group.flatMap { group in entries.lastIndex { $0.group == group } }
      entries.insert(
        contentsOf: sources.map { ($0, addition.group, addition.key) }, at: last.map { $0 + 1 } ?? entries.count)
    }
    if let text = addition.caption { for source in sources { caption(Location(source: source), text) } }
    return replaced
  }

  /// Gives a slide another caption.
  mutating func caption(_ location: Location, _ text: String) { captions[location] = text }

  /// A slide with the caption that a client has given to it.
  func captioned(_ slide: Slide) -> Slide {
    guard let caption = captions[slide.location] else { return slide }
    var slide = slide
    slide.caption = caption
    return slide
  }
}
