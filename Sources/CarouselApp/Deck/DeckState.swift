import Carousel
import CarouselValues
import Decks
import RemoteControl
import System

/// A slide and its position in the deck.
struct PlacedSlide: Hashable, Sendable {
  var index: Int
  var slide: Slide
}

/// Identifies the slides that a reading has found.
struct DeckMark: Hashable, Sendable {
  let generation: Generation
  let count: Int
}

/// The slides, and how far their sources have been read.
struct DeckState: Sendable {
  /// The readings of the sources.
  private enum Phase: Hashable {
    /// The sources are being read for the first time; the requested start has put this slide on screen.
    case first(shown: Int?)
    /// The last reading has ended.
    case complete
    /// The sources have been read, and are being read again.
    case again
  }

  /// What a reading has changed.
  struct Change {
    /// The slides before.
    let old: Deck
    /// Whether the requested start counts, because the user has not chosen a slide yet.
    let isStart: Bool
    /// Whether the sources have been read completely for the first time.
    let isFirstComplete: Bool
    /// The new locations of slides whose files have been renamed since the last complete reading.
    let renamed: [Location: Location]
    /// Whether the slides are those of a question now, or were before.
    let isChoice: Bool
  }

  private(set) var deck = Deck()
  /// The transitions that deck files set for slides.
  private(set) var transitions: [TransitionSettings] = []
  /// The last reading that was requested; the first one was requested before the session began.
  private(set) var reading = DeckReading(generation: .first)
  private var phase = Phase.first(shown: nil)
  /// The slides whose files the user has moved away.
  private var removed: Set<Location> = []
  /// The new locations of slides whose files the user has renamed.
  private var renamed: [Location: Location] = [:]
  /// Those that the deck has under their old locations.
  private var renamedSince: [Location: Location] = [:]
  /// What the user has done with the slides' files.
  var files = OrganizedFiles()
  /// The sources and captions of clients.
  var added = AddedSources()
  /// Whether the slides are those of a question.
  private var holdsChoices = false
  /// A slide to go to once it has been found.
  private var awaited: Location?
  /// Whether the slides before the last already belong to the next round: see `reshuffle`.
  private var isRoundPrepared = false
  /// When the session began to wait for slides.
  private let startTime: Timestamp

  /// How long the first slide may take before a message is shown: most are found sooner.
  private static let searchDelay: Duration = .milliseconds(500)

  init(at now: Timestamp) { startTime = now }

  /// Whether the sources have been read completely at least once.
  var isComplete: Bool {
    switch phase {
    case .first: false
    case .complete, .again: true
    }
  }

  /// The reading that is needed; nil if all sources have been read.
  var request: DeckReading? { phase == .complete ? nil : reading }

  /// The slide at a position; nil if there is none.
  subscript(index: Int?) -> PlacedSlide? {
    guard let index, index < deck.count else { return nil }
    return PlacedSlide(index: index, slide: added.captioned(deck[index]))
  }

  func slides(_ indices: some Sequence<Int>) -> [Slide] { indices.filter { $0 < deck.count }.map { deck[$0] } }

  /// A slide's present position; nil if it is gone.
  func current(_ placed: PlacedSlide) -> PlacedSlide? {
    self[deck.position(of: placed.slide.location, near: placed.index)]
  }

  // MARK: - Readings

  /// Requests another reading of the sources; the results of earlier readings are stale.
  ///
  /// - Parameter isForced: whether servers are asked even if copies are fresh.
  mutating func readAgain(
    isForced: Bool = false, leavingOut unfinished: Set<Path> = [], following changed: Set<Path> = []
  ) {
    // What has changed before the last reading has ended is still to be followed.
    let followed = phase == .again ? reading.followed.union(changed) : changed
    let (folder, sort, choices) = (reading.folder, reading.sort, reading.choices)
    let destination = phase == .complete ? nil : reading.destination
    reading = DeckReading(generation: reading.generation.next, isForced: isForced, unfinished: unfinished)
    (reading.added, reading.choices, reading.destination) = (added.sources, choices, destination)
    (reading.removed, reading.followed, reading.folder, reading.sort) = (removed, followed, folder, sort)
    for case (.file(let old), .file(let new)) in renamed { reading.renamed[old] = new }
    if phase == .complete { phase = .again }
  }

  /// Reads the sources in another order.
  mutating func sort(by order: SlideSort) {
    readAgain()
    reading.sort = order
  }

  /// Appends sources to the slides, or replaces one, and reads all of them again.
  ///
  /// - Parameter addition: how they are added; its own sources do not count.
  /// - Returns: The file of a replaced slide that has the same path, so that only its content is new.
  mutating func add(_ sources: [[UInt8]], _ addition: RemoteAddition) -> Path? {
    let replaced = added.add(sources, addition)
    // The slide keeps its mark and its zoom.
    if let (old, new) = replaced, old != new { renamedSince.rename(old, to: new) }
    readAgain()
    if addition.goes { reading.destination = sources.first }
    return replaced.flatMap { $0 == $1 ? $0.path : nil }
  }

  /// Reads the sources of a question in the place of all others.
  mutating func choose(among sources: [[UInt8]]) {
    reading.choices = sources
    readAgain()
  }

  /// Reads the sources from before a question; a slide is then shown.
  mutating func endChoice(returningTo origin: Location?) {
    reading.choices = nil
    awaited = origin
    readAgain()
  }

  /// Identifies the slides that the last reading has found; nil while the sources are being read.
  var mark: DeckMark? {
    request == nil ? DeckMark(generation: reading.generation, count: deck.count) : nil
  }

  /// The deck with other slides in the place of one; nil while the sources are being read, which may not find these.
  func replacing(_ location: Location, with slides: [Slide]) -> DeckUpdate? {
    guard phase == .complete else { return nil }
    return DeckUpdate(
      deck.replacing(location, with: slides), isComplete: true, generation: reading.generation)
  }

  /// Reads the folder of a slide's file in the place of the sources or, if that is shown already, the sources again.
  /// The slide stays on screen.
  ///
  /// - Returns: The folder; nil if the sources are read again.
  mutating func turnToSiblings(of path: Path) -> Path? {
    let folder = reading.folder == nil ? path.folder : nil
    reading.folder = folder
    awaited = .file(path)
    readAgain()
    return folder
  }

  // MARK: - Files that the user has moved

  /// The deck without slides whose files are gone; nil while the sources are being read, which leave them out, too.
  mutating func leavingOut(_ locations: [Location]) -> DeckUpdate? {
    removed.formUnion(locations)
    guard phase == .complete else {
      readAgain()
      return nil
    }
    return DeckUpdate(deck.removing(Set(locations)), isComplete: true, generation: reading.generation)
  }

  /// Reads the sources again, since files are back; the first of them is shown then.
  mutating func returned(_ locations: [Location]) {
    guard !locations.isEmpty else { return }
    removed.subtract(locations)
    awaited = locations.min {
      String(decoding: $0.reference, as: UTF8.self) < String(decoding: $1.reference, as: UTF8.self)
    }
    readAgain()
  }

  /// Reads the sources again, since a file has another name; its slide is shown then.
  mutating func renamed(_ old: Location, to new: Location) {
    renamed.rename(old, to: new)
    renamedSince.rename(old, to: new)
    removed.insert(old)
    removed.remove(new)
    awaited = new
    readAgain()
  }

  /// Slides of the deck under the locations that they have now.
  func present(_ slides: [Slide]) -> [Slide] {
    slides.map { slide in
      var slide = slide
      slide.location = renamedSince[slide.location] ?? slide.location
      return slide
    }
  }

  /// The position of the slide to go to; nil if there is none, or it has not been found.
  mutating func takeAwaited() -> Int? {
    defer { awaited = nil }
    // The folder may be spelled in another way.
    return awaited.flatMap { deck.position(of: $0, near: 0) ?? deck.position(named: $0.nameBytes) }
  }

  /// Adopts the slides that a reading has found.
  ///
  /// - Parameter shown: the current slide.
  /// - Returns: nil if the reading is stale.
  mutating func apply(_ update: DeckUpdate, showing shown: Int?) -> Change? {
    guard update.generation == reading.generation else { return nil }
    let change = Change(
      old: deck, isStart: deck.count == 0 || phase == .first(shown: shown),
      isFirstComplete: update.isComplete && !isComplete, renamed: update.isComplete ? renamedSince : [:],
      isChoice: holdsChoices || reading.choices != nil)
    deck = update.deck
    transitions = deck.transitionNames.compactMap { NamedChangeMode.named($0)?.mode }
    isRoundPrepared = false
    holdsChoices = reading.choices != nil
    if update.isComplete { (phase, renamedSince) = (.complete, [:]) }
    return change
  }

  /// Records the slide on screen after a change.
  mutating func showed(_ shown: Int?) { if !isComplete { phase = .first(shown: shown) } }

  // MARK: - Waiting for slides

  /// Whether the first slide takes so long that a message says so.
  func isSearching(at now: Timestamp) -> Bool { searchEnd.map { $0 <= now } ?? false }

  /// When that message is due; nil if it is not, or is shown already.
  func nextWake(after now: Timestamp) -> Timestamp? { searchEnd.flatMap { now < $0 ? $0 : nil } }

  private var searchEnd: Timestamp? {
    deck.count == 0 && !isComplete ? startTime.advanced(by: DeckState.searchDelay) : nil
  }

  // MARK: - Shuffling

  /// `--shuffle`: each round through the slides has a new order, and no slide is shown twice in a row where two rounds
  /// meet. Shuffles the slides out of view, if the round has reached one of two steps, because slides in view keep their
  /// positions:
  /// - At rest on the last slide, the slides before it, with which the next round begins, are shuffled. Up to two of the
  ///   nearest are left alone, because the user may go back to them.
  /// - Once the new round has reached its second slide, the slides that are still to come are shuffled. They include the
  ///   last slide of the old round, which does not come next.
  ///
  /// - Parameter wraps: whether the first slide follows the last.
  /// - Returns: Whether slides have other positions now.
  mutating func reshuffle(showing frame: CarouselMachine.Frame, wraps: Bool) -> Bool {
    guard deck.isShuffled, isComplete, wraps, deck.count > 2, frame.progress.value == 0, !frame.isMoving,
      let current = frame.current
    else { return false }
    let last = deck.count - 1
    if current == last, !isRoundPrepared {
      deck.reshuffle(0..<last - min(2, (deck.count - 2) / 2))
      isRoundPrepared = true
      return true
    } else if isRoundPrepared, current > 0, current < last {
      deck.reshuffle(current + 1..<deck.count, notFirst: last)
      isRoundPrepared = false
      return true
    }
    return false
  }
}

extension [Location: Location] {
  /// Records another location; a slide may have been at another one before, and return there.
  fileprivate mutating func rename(_ old: Location, to new: Location) {
    let first = first { $0.value == old }?.key ?? old
    self[first] = first == new ? nil : new
  }
}
