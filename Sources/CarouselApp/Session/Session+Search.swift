import Carousel
import CarouselViewing
import Decks
import Rendering
import Terminal

/// The grid's search for names.
extension Session {
  /// Begins a search among all slides.
  mutating func beginSearch(at now: Timestamp) {
    removeFilter(at: now)
    guard let selection = grid?.selection else { return }
    grid?.search = Grid.Search(text: "", origin: selection)
  }

  mutating func endSearch() { grid?.search = nil }

  /// Ends the search and selects the slide where it began.
  mutating func cancelSearch(at now: Timestamp) {
    guard let search = grid?.search else { return }
    grid?.select(search.origin, at: now)
    grid?.search = nil
  }

  /// Ends the search and shows only the slides that match, if there are any.
  mutating func filterBySearch(at now: Timestamp) {
    guard let search = grid?.search else { return }
    grid?.search = nil
    guard !search.matches.isEmpty else { return }
    let count = deck.count
    grid?.show(only: Grid.Filter(text: search.text, slides: search.matches), of: count, at: now)
  }

  /// Shows all slides again; returns false if no filter hid any.
  @discardableResult
  mutating func removeFilter(at now: Timestamp) -> Bool {
    guard grid?.filter != nil else { return false }
    let count = deck.count
    grid?.show(only: nil, of: count, at: now)
    return true
  }

  /// Appends a letter to the searched name.
  mutating func typeSearch(_ letter: Character, at now: Timestamp) {
    guard let search = grid?.search, search.text.count < 100 else { return }
    find(search.text + String(letter), from: search.origin, among: search.text.isEmpty ? nil : search.matches, at: now)
  }

  /// Deletes the last letter of the searched name.
  mutating func deleteSearchLetter(at now: Timestamp) {
    guard let search = grid?.search, !search.text.isEmpty else { return }
    find(String(search.text.dropLast()), from: search.origin, at: now)
  }

  /// Selects the next or the previous slide whose name matches, wrapping around.
  mutating func searchOn(isForward: Bool, at now: Timestamp) {
    guard let selection = grid?.selection, let matches = grid?.search?.matches, let first = matches.first,
      let last = matches.last
    else { return }
    let next = isForward ? matches.first { $0 > selection } ?? first : matches.last { $0 < selection } ?? last
    grid?.select(next, at: now)
  }

  /// Selects the first match from a slide on, wrapping around; without one, the selection stays.
  private mutating func find(_ text: String, from origin: Int, among candidates: [Int]? = nil, at now: Timestamp) {
    let search = search(for: text, from: origin, among: candidates)
    grid?.search = search
    if let match = search.matches.first(where: { $0 >= origin }) ?? search.matches.first {
      grid?.select(match, at: now)
    }
  }

  /// A search for a text.
  ///
  /// - Parameter candidates: the only slides that can match; nil: all slides.
  func search(for text: String, from origin: Int, among candidates: [Int]? = nil) -> Grid.Search {
    var search = Grid.Search(text: text, origin: origin)
    if !text.isEmpty { search.matches = deck.positions(nameContaining: text, among: candidates) }
    return search
  }

  /// The filter for a text; nil if no slide's name contains it.
  func filter(for text: String) -> Grid.Filter? {
    let matches = deck.positions(nameContaining: text)
    return matches.isEmpty ? nil : Grid.Filter(text: text, slides: matches)
  }

  /// The status while a name is typed: the text, and which of the matches is selected.
  func searchStatus(_ search: Grid.Search, of grid: Grid) -> StatusText {
    guard !search.text.isEmpty else { return StatusText(introduction: "search", core: "…") }
    let text = SafeText.visible(search.text)
    guard !search.matches.isEmpty else { return StatusText(introduction: "search", core: "\(text)  no match") }
    let number = grid.selection.flatMap { search.matches.firstIndex(of: $0) }.map { "\($0 + 1)/" } ?? ""
    return StatusText(introduction: "search", core: "\(text)  \(number)\(search.matches.count)")
  }
}
