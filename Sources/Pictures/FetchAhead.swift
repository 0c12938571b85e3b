package import Decks
package import Downloads
import ExternalDecoders
import System

/// The copies of a deck's URLs, one slide after the other, the next few on their way meanwhile.
package final class FetchAhead {
  private let fetcher: Fetcher
  private let count: Int
  private var arrivals: [String: PendingFetch] = [:]

  /// A fetcher that has so many on their way.
  package init(fetcher: Fetcher, count: Int) {
    self.fetcher = fetcher
    self.count = max(1, count)
  }

  /// Waits for the copy of a slide's URL; nil: it has none.
  ///
  /// - Throws: `LoadError.fetch`.
  package func copy(in deck: Deck, at index: Int) throws(LoadError) -> FetchedCopy? {
    var wanted: Set<String> = []
    for position in index..<min(deck.count, index + count) {
      guard case .url(let url) = deck[position].location, wanted.insert(url).inserted, arrivals[url] == nil else {
        continue
      }
      arrivals[url] = PendingFetch(url, priority: position - index, from: fetcher)
    }
    arrivals = arrivals.filter { wanted.contains($0.key) }
    guard case .url(let url) = deck[index].location, let arrival = arrivals[url] else { return nil }
    switch arrival.wait() {
    case .success(let copy): return copy
    case .failure(let failure): throw .fetch(failure)
    }
  }
}
