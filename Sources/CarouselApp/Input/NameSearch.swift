import Decks
import Rendering
import Terminal

/// A search for a slide's name that is being typed.
struct NameSearch: Equatable, Sendable {
  let text: String
  /// The slide that was shown or selected when the search began.
  let origin: Int
  /// The slides whose names match, in order; empty while there is no text.
  let matches: [Int]

  private static let maximumLength = 100

  /// - Parameter candidates: the only slides that can match; nil: all slides.
  init(for text: String, from origin: Int, among candidates: [Int]? = nil, in deck: Deck) {
    (self.text, self.origin) = (text, origin)
    matches = text.isEmpty ? [] : deck.positions(nameContaining: text, among: candidates)
  }

  /// The search with a letter more; nil if the name is too long.
  func appending(_ letter: Character, in deck: Deck) -> NameSearch? {
    guard text.count < NameSearch.maximumLength else { return nil }
    let longer = text + String(letter)
    // A slash searches paths, and an accent changes the last letter: other slides may match.
    let narrows = !text.isEmpty && letter != "/" && longer.count > text.count
    return NameSearch(for: longer, from: origin, among: narrows ? matches : nil, in: deck)
  }

  /// The search without its last letter; nil if there is none.
  func deletingLetter(in deck: Deck) -> NameSearch? {
    text.isEmpty ? nil : NameSearch(for: String(text.dropLast()), from: origin, in: deck)
  }

  /// The search among slides that were read again.
  func reloaded(from old: Deck, in deck: Deck) -> NameSearch {
    let origin = origin < old.count ? deck.position(of: old[origin].location, near: origin) : nil
    return NameSearch(for: text, from: origin ?? self.origin, in: deck)
  }

  /// The first match from the search's origin on, wrapping around; nil if there is none.
  var first: Int? { matches.first { $0 >= origin } ?? matches.first }

  /// The match after a slide, wrapping around; nil if there is none.
  func next(after slide: Int) -> Int? { matches.first { $0 > slide } ?? matches.first }

  /// The match before a slide, wrapping around; nil if there is none.
  func previous(before slide: Int) -> Int? { matches.last { $0 < slide } ?? matches.last }

  /// The status while the name is typed: the text, which of the matches a slide is, and its name.
  func status(at slide: Int?, in deck: Deck) -> StatusText {
    guard !text.isEmpty else { return StatusText(introduction: "search", core: "…") }
    let text = SafeText.visible(text)
    guard !matches.isEmpty else { return StatusText(introduction: "search", core: "\(text)  no match") }
    guard let slide, slide < deck.count, let number = matches.firstIndex(of: slide) else {
      return StatusText(introduction: "search", core: "\(text)  \(matches.count)")
    }
    return StatusText(
      introduction: "search", core: "\(text)  \(number + 1)/\(matches.count)",
      detail: SafeText.visible(deck.shownName(of: deck[slide].location)))
  }
}
