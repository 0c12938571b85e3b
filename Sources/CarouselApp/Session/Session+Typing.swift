import Carousel
import CarouselValues
import Decks
import RemoteControl
import Rendering
import Terminal

/// Numbers and names that are being typed.
extension Session {
  // MARK: - A slide's number

  /// Appends a digit to the number of the slide to go to.
  mutating func appendDigit(_ key: Key) {
    guard case .character(let digit) = key else { return }
    let digits = mode.digits ?? ""
    // No deck has more slides than nine digits can count.
    if digits.count < 9 { mode.panel = .digits(digits + String(digit)) }
  }

  /// Edits the typed digits, or goes to their slide.
  mutating func edit(by action: Action, at now: Timestamp) {
    guard let digits = mode.digits else {
      if action == .goToSlide { mode.panel = .digits("") }
      return
    }
    if action == .deleteDigit, digits.count > 1 {
      mode.panel = .digits(String(digits.dropLast()))
      return
    }
    mode.panel = nil
    if action == .goToSlide, !digits.isEmpty { goToSlide(numbered: digits, at: now) }
  }

  private mutating func goToSlide(numbered digits: String, at now: Timestamp) {
    if let number = Int(digits), number > 0, number <= deck.count {
      if isGrid {
        if grid?.select(number - 1, at: now) == false {
          showMessage("slide \(number) is not among the matches", at: now)
        }
      } else {
        machine.handle(.jump(to: number - 1), at: now)
      }
    } else {
      showMessage("no slide \(digits); the last is \(deck.count)", at: now)
    }
  }

  /// Performs an action as often as the number says that was typed before it, as vim does; the first and the last slide
  /// are then the one with this number. Returns false if the action takes no number.
  mutating func perform(_ action: Action, count: Int, at snapshot: Snapshot) -> Bool {
    let now = snapshot.time
    switch action {
    case .first, .last, .selectFirst, .selectLast: goToSlide(numbered: String(count), at: now)
    case .next: swipe(by: min(count, deck.count), at: now)
    case .previous: swipe(by: -min(count, deck.count), at: now)
    case .selectLeft, .selectRight, .selectUp, .selectDown, .selectPageUp, .selectPageDown:
      for _ in 0..<min(count, Session.maximumSteps) { perform(action, at: snapshot) }
    default: return false
    }
    return true
  }

  /// The maximum number of steps that one key takes in the grid.
  private static let maximumSteps = 1000

  // MARK: - Pasted text

  /// Adds the sources that a pasted text names to the slides; where a text is being typed, types its first line.
  mutating func paste(_ text: [UInt8]?, at now: Snapshot) {
    if mode.context == .search || mode.menu?.entry != nil {
      let line = String(decoding: (text ?? []).prefix { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
      for character in line.prefix(PastedText.typedLimit) { handle(KeyStroke(.character(character)), at: now) }
    } else if mode.panel == nil {
      do throws(PastedText.Refusal) {
        issue(.work(.find(.lines(try PastedText.lines(of: text)))))
      } catch {
        showMessage(error.rawValue, at: now.time)
      }
    }
  }

  /// Adds the sources that were found for a pasted text, and shows the first of them.
  mutating func add(pasted sources: [[UInt8]], missing: [UInt8]?, at now: Timestamp) {
    let missing = missing.map { "nothing here is called “\(SafeText.visible(String(decoding: $0, as: UTF8.self)))”" }
    guard slides.added.sources.count + sources.count <= RemoteLimits.sources else {
      return showMessage("at most \(RemoteLimits.sources) sources can be added", at: now)
    }
    if !sources.isEmpty { _ = slides.add(sources, RemoteAddition([], goes: true)) }
    let added = sources.isEmpty ? nil : "added \(sources.count) pasted source\(sources.count == 1 ? "" : "s")"
    showMessage([added, missing].compactMap { $0 }.joined(separator: "; "), at: now)
  }

  // MARK: - A slide's name

  /// Appends a letter to the searched name.
  mutating func typeSearch(_ letter: Character, at now: Snapshot) {
    find(mode.nameSearch?.appending(letter, in: deck), at: now)
  }

  /// Clears the searched name, as Ctrl-U clears other texts.
  mutating func clearSearch(at now: Snapshot) {
    find(mode.nameSearch.map { NameSearch(for: "", from: $0.origin, in: deck) }, at: now)
  }

  /// Performs an action about the search. In the grid, it selects slides; elsewhere, it goes to them.
  mutating func search(by action: Action, at now: Snapshot) {
    if [.nextMatch, .previousMatch].contains(action), mode.context != .search { return repeatSearch(action, at: now) }
    let (deck, shown) = (deck, actedOn(at: now)?.index)
    guard let search = mode.nameSearch else {
      guard action == .search, let shown else { return }
      // A new search is among all slides.
      _ = removeFilter(at: now.time)
      mode.panel = .search(NameSearch(for: "", from: shown, in: deck))
      return
    }
    switch action {
    case .deleteLetter: find(search.deletingLetter(in: deck), at: now)
    case .nextMatch: go(to: shown.flatMap(search.next), at: now)
    case .previousMatch: go(to: shown.flatMap(search.previous), at: now)
    case .cancelSearch:
      mode.panel = nil
      go(to: search.origin, at: now)
    case .filterMatches:
      mode.panel = nil
      if search.matches.isEmpty { return }
      if isViewing { closeViewer(toGrid: true, at: now) } else if !isGrid { openGrid(at: now) }
      grid?.filter(by: search, of: deck.count, at: now.time)
    default: mode.panel = nil
    }
  }

  /// Goes to another match of the last search, which has ended.
  private mutating func repeatSearch(_ action: Action, at now: Snapshot) {
    guard let shown = actedOn(at: now)?.index, !input.searched.isEmpty else {
      return showMessage("nothing was searched for", at: now.time)
    }
    let search = NameSearch(for: input.searched, from: shown, in: deck)
    guard let match = action == .nextMatch ? search.next(after: shown) : search.previous(before: shown) else {
      return showMessage("no match for \(SafeText.visible(input.searched))", at: now.time)
    }
    go(to: match, at: now)
  }

  /// Goes to the first match of a search; without one, the slide stays.
  private mutating func find(_ search: NameSearch?, at now: Snapshot) {
    guard let search else { return }
    mode.panel = .search(search)
    go(to: search.first, at: now)
  }

  /// Goes to a slide, or selects it in the grid, at once; nil: the slide stays.
  private mutating func go(to slide: Int?, at now: Snapshot) {
    guard let slide, slide < deck.count else { return }
    if isGrid { grid?.select(slide, at: now.time) } else { goAtOnce(to: slide, at: now) }
  }
}
