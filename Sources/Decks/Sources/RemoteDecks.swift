import Downloads
import Fetching
import Synchronization
import System

/// The URLs among the arguments that are decks or lists.
///
/// Those named like one are asked for at once. Of all others it is their content that tells, when they are in demand: a
/// thousand URLs are not downloaded to know how many slides they are.
final class RemoteDecks: Sendable {
  /// What lists of names and URLs end in.
  private static let extensions: Set = ["json", "txt", "lst", "list", "m3u", "m3u8"]

  private let fetcher: Fetcher?
  /// Those that turned out to be.
  private let found = Mutex<Set<String>>([])

  init(fetcher: Fetcher?) { self.fetcher = fetcher }

  /// A URL has turned out to be one; false where it was known.
  func insert(_ url: String) -> Bool { found.withLock { $0.insert(url).inserted } }

  /// Asks for all that are known among the arguments.
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

/// A deck or list on its way.
struct PendingDeck {
  private let url: String
  private let fetch: PendingFetch

  init(_ url: String, fetcher: Fetcher, isForced: Bool) {
    self.url = url
    fetch = PendingFetch(url, isForced: isForced, from: fetcher)
  }

  /// Its slides, when they have come; one broken slide where they cannot.
  func wait() -> [Slide] {
    switch fetch.wait() {
    case .success(let copy): RemoteDeck(url: url, finalURL: copy.finalURL).slides(of: copy.path)
    case .failure(let failure): [Slide(.broken(entry: WebAddress.shown(url), reason: failure.description))]
    }
  }
}
