import Decoding
import Downloads
import ExternalDecoders
import Imaging
package import System

/// The documents in a deck. One document after the other, their pages become slides.
///
/// Documents are recognized by name, so that no file is opened before its pages are counted. A document that is not
/// counted yet, or cannot be, has one page, whose slide shows any error.
struct DocumentPages {
  /// The maximum number of pages per document; if there are more, a final broken slide says so.
  static let maximumPages = 10_000
  /// The page total from which no more documents are counted. The remaining documents keep only their first page.
  static let maximumTotal = 1_000_000
  /// The time limit for counting one document's pages.
  static let documentTimeout = Duration.seconds(5)

  private var counted: [Deck.Segment] = []
  private var rest: ArraySlice<Deck.Segment>
  private var total = 0

  /// The documents in these segments, not counted yet.
  init(of segments: [Deck.Segment]) { rest = segments.flatMap(\.split)[...] }

  /// All segments, with the pages counted so far.
  var segments: [Deck.Segment] { counted + rest }

  /// Whether there are documents whose pages have not been counted.
  var hasUncounted: Bool {
    rest.contains { segment in
      if case .pages = segment { true } else { false }
    }
  }

  /// Counts the next document's pages.
  ///
  /// - Returns: false if no document is left, or if there are already `maximumTotal` pages.
  mutating func countNext(with programs: DecoderPrograms) -> Bool {
    while total < DocumentPages.maximumTotal, let segment = rest.popFirst() {
      guard case .pages(var document) = segment else {
        counted.append(segment)
        continue
      }
      let pageCount = DocumentPages.pageCount(of: document.path, programs)
      document.pageCount = min(pageCount, DocumentPages.maximumPages)
      total += document.pageCount
      counted.append(.pages(document))
      if pageCount > DocumentPages.maximumPages {
        let entry = String(decoding: document.path.name, as: UTF8.self)
        let reason = "has more than \(DocumentPages.maximumPages) pages; the rest is left out"
        counted.append(.slides([Slide(.broken(entry: entry, reason: reason))]))
      }
      return true
    }
    return false
  }

  /// The number of pages of a file; 1 if it cannot be determined.
  private static func pageCount(of path: Path, _ programs: DecoderPrograms) -> Int {
    guard PictureNames.isDocument(path.bytes) else {
      var limits = programs.limits
      limits.maxDuration = min(documentTimeout, limits.maxDuration)
      guard let file = try? RegularFile(path, limit: .max) else { return 1 }
      return (try? programs.decoder.open(streaming: file, limits: limits))?.pageCount ?? 1
    }
    let programs = DecoderPrograms(
      finder: programs.finder, limits: programs.limits, timeLimit: min(documentTimeout, programs.timeLimit),
      isolation: programs.isolation)
    guard let input = try? ProgramInput(path) else { return 1 }
    return (try? programs.information(ofDocument: input).pageCount) ?? 1
  }
}

extension Deck.Segment {
  /// The same slides, with a separate segment for each document.
  fileprivate var split: [Deck.Segment] {
    replacing(where: { PictureNames.mayHavePages($0) && !WebAddress.isURL($0) }) { slide in
      guard case .file(let path) = slide.location else { return [.slides([slide])] }
      return [.pages(Document(path, as: slide))]
    }
  }
}

/// A document whose pages are slides.
package struct Document: Hashable, Sendable {
  /// The document's file.
  package let path: Path
  /// The number of pages counted so far; at least 1, even if the file is not a document.
  package var pageCount: Int
  /// The document's slide in the deck, whose caption, link and settings apply to every page.
  let entry: Slide

  /// A document with one page until its pages are counted.
  package init(_ path: Path, as entry: Slide? = nil, pageCount: Int = 1) {
    (self.path, self.pageCount) = (path, pageCount)
    self.entry = entry ?? Slide(.file(path))
  }

  /// The slide of a page, from 1 to `pageCount`.
  func slide(ofPage number: Int) -> Slide { entry.at(location(ofPage: number)) }

  /// The location of a page. A picture alone in its file is the file.
  func location(ofPage number: Int) -> Location {
    pageCount == 1 && !PictureNames.isDocument(path.bytes) ? .file(path) : .page(of: path, number: number)
  }
}
