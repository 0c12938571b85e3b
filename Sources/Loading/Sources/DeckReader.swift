/// Turns what was asked for into a deck, and does so again on reload. Blocking: called off the main queue.
package final class DeckReader: Sendable {
  private let request: DeckRequest
  private let standardInput: ListedInput

  /// A reader for a request.
  ///
  /// - Parameter standardInput: the descriptor that "-" reads.
  package init(_ request: DeckRequest, standardInput: Int32 = 0) {
    self.request = request
    self.standardInput = ListedInput(standardInput)
  }

  /// Reads every source.
  ///
  /// - Parameter partial: called with decks that are not all yet, while the rest is still being read: the start alone,
  ///   where it is named and lies in a folder or is a file; then, unless the deck is shuffled or reversed, the first
  ///   slides, as soon as those are known. Where a start is named, decks that lack it are passed over.
  package func read(partial: (Deck) -> Void = { _ in }) -> Deck {
    if let start = StartSlide.deck(for: request) { partial(start) }
    var collector = SegmentCollector(request: request)
    var announced = 0
    /// Decks grow by a multiple from one announcement to the next, so that all of them cost no more than the last;
    /// `isDue` tells one that is worth it anyway.
    func announce(isDue: Bool = false, _ segments: () -> [Deck.Segment]) {
      guard !request.reversed, request.shuffleSeed == nil else { return }
      let deck = Deck(segments())
      guard deck.count >= max(1, announced * 4) || (isDue && deck.count > announced) else { return }
      if let name = request.startName, deck.position(named: name) == nil { return }
      announced = deck.count
      partial(deck)
    }
    if request.arguments.isEmpty {
      collector.add(folder: Path("."))
      if collector.isEmpty, let deck = request.fallbackDeck { collector.add(deck: deck) }
    }
    for argument in request.arguments {
      if argument == [UInt8(ascii: "-")] {
        let soFar = collector.segments
        let list = standardInput.read { names, isDue in
          announce(isDue: isDue) { soFar + [.names(names, folder: Path(""))] }
        }
        collector.add(list: list)
      } else if Location.isURL(argument) {
        collector.add(slide: Slide(Location(argument: argument)))
      } else {
        let path = Path(argument)
        switch PathKind(of: path) {
        case .folder:
          // What came before a large folder can be seen while it is scanned.
          if collector.count >= max(1, announced * 4) { announce { collector.segments } }
          collector.add(folder: path)
        case .file where PictureNames.isDeck(path): collector.add(deck: path)
        case .file, .other, .unreachable: collector.add(file: path)
        }
      }
    }
    return Deck(collector.segments, reversed: request.reversed, shuffleSeed: request.shuffleSeed)
  }
}
