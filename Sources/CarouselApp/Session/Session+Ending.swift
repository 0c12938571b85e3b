import Decks

extension Session {
  /// The largest deck that is checked: the slides of a larger one are not all requested at once.
  private static let largestCheckedDeck = 8

  /// Quits if all slides have failed and none was ever shown, as printing does.
  mutating func endIfNothingShows() {
    guard !library.hasPicture, slides.request == nil, !options.watches,
      (1...Session.largestCheckedDeck).contains(deck.count)
    else { return }
    var reasons: [NothingShown.Reason] = []
    for subject in subjects(0..<deck.count) {
      guard let reason = library.failure(of: subject.location, as: subject.form) else { return }
      reasons.append((subject.location, reason))
    }
    if let text = NothingShown.text(for: reasons) { commands.end(with: .nothingShown(text)) }
  }
}
