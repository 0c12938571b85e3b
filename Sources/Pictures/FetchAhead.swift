package import Decks
package import Downloads

/// Fetches the URLs of a deck slide by slide, with the next few downloads already under way.
package final class FetchAhead {
  private let fetcher: Fetcher
  private let count: Int
  private var arrivals: [String: PendingFetch] = [:]

  /// Prefetches `count` slides at a time, including the current one; at least one.
  package init(fetcher: Fetcher, count: Int) {
    self.fetcher = fetcher
    self.count = max(1, count)
  }

  /// Waits for the copy of a slide's URL; nil if the slide has no URL.
  ///
  /// - Throws: `LoadError.fetch`.
  package func copy(in deck: Deck, at index: Int) throws(LoadError) -> FetchedCopy? {
    var wanted: Set<String> = []
    for position in index..<min(deck.count, index + count) {
      guard let url = deck[position].location.downloadURL, wanted.insert(url).inserted, arrivals[url] == nil else {
        continue
      }
      arrivals[url] = PendingFetch(url, priority: position - index, from: fetcher)
    }
    arrivals = arrivals.filter { wanted.contains($0.key) }
    guard let url = deck[index].location.downloadURL, let arrival = arrivals[url] else { return nil }
    switch arrival.wait() {
    case .success(let copy): return copy
    case .failure(let failure): throw .fetch(failure)
    }
  }
}
