import Downloads
import Fetching
import Synchronization
package import System

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
  func begin(_ arguments: [[UInt8]], isForced: Bool) -> [String: PendingFetch] {
    guard let fetcher else { return [:] }
    let found = found.withLock { $0 }
    var pending: [String: PendingFetch] = [:]
    for argument in arguments where WebAddress.isURL(argument) && !WebAddress.isFar(argument) {
      let url = String(decoding: argument, as: UTF8.self)
      let isNamed = WebAddress.fileExtension(of: url).map(RemoteDecks.extensions.contains) ?? false
      guard pending[url] == nil, isNamed || found.contains(url) else { continue }
      pending[url] = PendingFetch(url, isForced: isForced, from: fetcher)
    }
    return pending
  }
}

/// The content of a URL as slides: a deck, a list, or the picture itself.
///
/// The entries come from the server and are untrusted. They can refer only to http(s) URLs, never to local files,
/// neither as a picture nor as a link.
package struct RemoteDeck {
  private let url: String
  /// The base URL of relative entries.
  private let base: String
  private let vocabulary: SlideVocabulary

  /// A deck, list or picture at a URL.
  ///
  /// - Parameters:
  ///   - finalURL: the URL after redirects; nil if there were none.
  ///   - vocabulary: what a deck may set for single slides.
  package init(url: String, finalURL: String? = nil, vocabulary: SlideVocabulary = .any) {
    self.url = url
    self.vocabulary = vocabulary
    base = finalURL ?? url
  }

  /// The slides of the fetched file.
  package func slides(of file: Path) -> [Slide] {
    switch ServedContent(of: file) {
    case .json: read(file) { DeckFile.slides($0, name: WebAddress.shown(url), vocabulary: vocabulary, slide: slide) }
    case .list: read(file, list)
    case .text where isNamedList: read(file, list)
    // A picture, or content whose error the slide will show.
    case .nothing, .page, .markup, .text, .archive, .program, .sound, .unknown: [Slide(.url(url))]
    }
  }

  private var isNamedList: Bool { WebAddress.fileExtension(of: url).map(ListFile.extensions.contains) ?? false }

  private func read(_ file: Path, _ body: ([UInt8]) -> [Slide]) -> [Slide] {
    do throws(FileError) {
      return body(try FileBytes.read(file, limit: DeckFile.maximumBytes))
    } catch {
      return [Slide(.broken(entry: WebAddress.shown(url), reason: error.description))]
    }
  }

  /// The slides of a list's lines.
  private func list(_ bytes: [UInt8]) -> [Slide] {
    let list = ListFile.entries(bytes)
    var slides: [Slide] = []
    for index in 0..<list.names.count {
      guard slides.count < DeckFile.maximumCount else {
        let reason = "has more than \(DeckFile.maximumCount) slides; the rest is left out"
        return slides + [Slide(.broken(entry: WebAddress.shown(url), reason: reason))]
      }
      slides.append(slide(String(decoding: list.names[index], as: UTF8.self), nil, nil))
    }
    return slides
  }

  private func slide(_ image: String, _ caption: String?, _ link: String?) -> Slide {
    let link = link.flatMap { WebAddress.resolved($0, against: base) }
    guard let image = WebAddress.resolved(image, against: base) else {
      let reason = "a remote deck may name http and https URLs only"
      return Slide(.broken(entry: image, reason: reason), caption: caption, link: link)
    }
    return Slide(.url(image), caption: caption, link: link)
  }
}
