import Downloads
import Fetching
import Synchronization
import System

/// The URLs among the arguments that are decks or lists.
///
/// URLs with the extension of a deck or list are fetched at once. Others are recognized by their content when they are
/// loaded: a thousand URLs are not downloaded merely to count the slides.
final class RemoteDecks: Sendable {
  /// Extensions of decks and of lists of names and URLs.
  private static let extensions = ListFile.extensions + ["json"]

  private let fetcher: Fetcher?
  /// URLs that turned out to be decks or lists.
  private let found = Mutex<Set<String>>([])

  init(fetcher: Fetcher?) { self.fetcher = fetcher }

  /// Records that a URL is a deck or list; false if that was already known.
  func insert(_ url: String) -> Bool { found.withLock { $0.insert(url).inserted } }

  /// Starts fetching all known decks and lists among the arguments.
  func begin(_ arguments: [[UInt8]], isForced: Bool) -> [String: PendingDeck] {
    guard let fetcher else { return [:] }
    let found = found.withLock { $0 }
    var pending: [String: PendingDeck] = [:]
    for argument in arguments where WebAddress.isURL(argument) {
      let url = String(decoding: argument, as: UTF8.self)
      let isNamed = WebAddress.fileExtension(of: url).map(RemoteDecks.extensions.contains) ?? false
      guard pending[url] == nil, isNamed || found.contains(url) else { continue }
      pending[url] = PendingDeck(url, fetcher: fetcher, isForced: isForced)
    }
    return pending
  }
}

/// A deck, list or archive being fetched.
struct PendingDeck {
  private let url: String
  private let fetch: PendingFetch

  init(_ url: String, fetcher: Fetcher, isForced: Bool) {
    self.url = url
    fetch = PendingFetch(url, isForced: isForced, from: fetcher)
  }

  /// Waits for the fetch and returns its slides, or one broken slide if it failed.
  ///
  /// - Parameter slides: the slides of the fetched copy.
  func wait(_ slides: (FetchedCopy) -> [Slide]) -> [Slide] {
    switch fetch.wait() {
    case .success(let copy): slides(copy)
    case .failure(let failure): [Slide(.broken(entry: WebAddress.shown(url), reason: failure.description))]
    }
  }
}
