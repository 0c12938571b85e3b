package import Decks
import Fetching
import Pictures

extension Session {
  /// The largest deck that is checked: the slides of a larger one are not all requested at once.
  private static let largestCheckedDeck = 8

  /// Quits if all slides have failed and none was ever shown, as printing does.
  mutating func leaveIfNothingShows() {
    guard !hasShownPicture, isDeckComplete, !isReading, !options.watches,
      (1...Session.largestCheckedDeck).contains(deck.count)
    else { return }
    var reasons: [NothingShown.Reason] = []
    for index in 0..<deck.count {
      guard let reason = failureReason(of: deck[index].location) else { return }
      reasons.append((deck[index].location, reason))
    }
    guard let text = NothingShown.text(for: reasons) else { return }
    hasShownPicture = true
    issue(.nothingShown(text))
  }

  /// Why a slide cannot be shown; nil if it can, or may be.
  private func failureReason(of location: Location) -> String? {
    if case .failed(let error) = pictures.state(of: key(for: location)) { return error.description }
    guard case .url(let url) = location, case .failed(let failure) = downloads[url]?.stage else { return nil }
    return failure.description
  }
}

/// The message if no slide can be shown.
package enum NothingShown {
  /// A slide's location, and why it cannot be shown.
  package typealias Reason = (location: Location, text: String)

  /// One line: the first slide's name and reason, and how many more there are. Nil if there are no reasons.
  package static func text(for reasons: [Reason]) -> String? {
    guard let first = reasons.first else { return nil }
    let page = first.location.pageNumber.map { ", page \($0)" } ?? ""
    let rest = reasons.count - 1
    let more = rest == 0 ? "" : " (and \(rest) more that cannot be shown)"
    return "\(String(decoding: first.location.shownReference, as: UTF8.self))\(page): \(first.text)\(more)"
  }
}
