import Downloads
package import System

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

  private var isNamedList: Bool { !["json", nil].contains(WebAddress.fileExtension(of: url)) }

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
