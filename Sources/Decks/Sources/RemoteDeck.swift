import Downloads
package import System

/// What a URL serves, as slides: a deck, a list, or the picture itself.
///
/// Its entries are the server's words. Whatever they say, they name nothing but URLs of the web: never a file of this
/// machine's, neither as a picture nor as a link.
package struct RemoteDeck {
  private let url: String
  /// The URL from which its entries are seen.
  private let base: String

  /// What a URL serves.
  ///
  /// - Parameter finalURL: where redirects led; nil: nowhere.
  package init(url: String, finalURL: String? = nil) {
    self.url = url
    base = finalURL ?? url
  }

  /// The slides of what has been fetched of it.
  package func slides(of file: Path) -> [Slide] {
    switch ServedContent(of: file) {
    case .json: read(file) { DeckFile.slides($0, name: WebAddress.shown(url), slide: slide) }
    case .list: read(file, list)
    case .text where isNamedList: read(file, list)
    // A picture, or what will say on its card what it is.
    case .nothing, .page, .markup, .text, .archive, .program, .sound, .unknown: [Slide(.url(url))]
    }
  }

  private var isNamedList: Bool { !["json", nil].contains(WebAddress.fileExtension(of: url)) }

  private func read(_ file: Path, _ body: ([UInt8]) -> [Slide]) -> [Slide] {
    do throws(FileError) {
      return body(try FileBytes.read(file, limit: DeckFile.maximumBytes))
    } catch {
      return [Slide(.broken(entry: WebAddress.shown(url), reason: error.description))]
    }
  }

  /// The slides of a list's lines; those that begin with # are comments, as in playlists.
  private func list(_ bytes: [UInt8]) -> [Slide] {
    var list = EntryList()
    list.feed(bytes)
    list.finish()
    var slides: [Slide] = []
    for index in 0..<list.names.count where list.names[index].first != UInt8(ascii: "#") {
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
