package import Decks

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
