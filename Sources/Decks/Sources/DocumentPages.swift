import Downloads
import ExternalDecoders
package import System

/// The documents among a deck's slides, whose pages become slides one document after the other.
///
/// Documents are known by their names, so that nothing is opened before its pages are counted. Until that is done, and
/// where it cannot be, a document is its first page: whatever is wrong with it will be seen there.
struct DocumentPages {
  /// Pages of one document at most; a last broken slide says that there are more.
  static let maximumPages = 10_000
  /// Pages of all documents together at most; those that come after stay their first pages.
  static let maximumTotal = 1_000_000
  /// How long counting one document's pages may take.
  static let documentPatience = Duration.seconds(5)

  private var counted: [Deck.Segment] = []
  private var rest: ArraySlice<Deck.Segment>
  private var total = 0

  /// The documents among these segments, not counted yet.
  init(of segments: [Deck.Segment]) { rest = segments.flatMap(\.split)[...] }

  /// All the segments, with as many pages as have been counted.
  var segments: [Deck.Segment] { counted + rest }

  /// Whether there are documents whose pages have not been counted.
  var hasUncounted: Bool {
    rest.contains { segment in
      if case .pages = segment { true } else { false }
    }
  }

  /// Counts the next document's pages.
  ///
  /// - Returns: false where there is none, or there are pages enough.
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

  /// How many pages a file has; 1 where nobody can tell.
  private static func pageCount(of path: Path, _ programs: DecoderPrograms) -> Int {
    let programs = DecoderPrograms(
      finder: programs.finder, limits: programs.limits, timeLimit: min(documentPatience, programs.timeLimit))
    guard let input = try? ProgramInput(path) else { return 1 }
    return (try? programs.information(ofDocument: input).pageCount) ?? 1
  }
}

extension Deck.Segment {
  /// The same slides, each document a segment of its own.
  fileprivate var split: [Deck.Segment] {
    switch self {
    case .pages: [self]
    case .slides(let slides):
      Deck.Segment.split(
        slides.count, document: { Document(slides[$0]) }, others: { .slides(Array(slides[$0])) })
    case .names(let names, let folder):
      Deck.Segment.split(
        names.count, document: { Document(names[$0], in: folder) },
        // Most folders have no documents: their names stay where they are.
        others: { $0.count == names.count ? self : .names(names.part($0), folder: folder) })
    }
  }

  private static func split(
    _ count: Int, document: (Int) -> Document?, others: (Range<Int>) -> Deck.Segment
  ) -> [Deck.Segment] {
    var result: [Deck.Segment] = []
    var start = 0
    for index in 0..<count {
      guard let document = document(index) else { continue }
      if start < index { result.append(others(start..<index)) }
      result.append(.pages(document))
      start = index + 1
    }
    if start < count { result.append(others(start..<count)) }
    return result
  }
}

extension Document {
  /// A slide's document; nil where it is none by its name.
  fileprivate init?(_ slide: Slide) {
    guard case .file(let path) = slide.location, PictureNames.isDocument(path.bytes) else { return nil }
    self.init(path, caption: slide.caption, link: slide.link)
  }

  /// The document of a name in a folder; nil where it is none.
  fileprivate init?(_ name: ArraySlice<UInt8>, in folder: Path) {
    guard PictureNames.isDocument(name), !WebAddress.isURL(name) else { return nil }
    self.init(folder.appending(name))
  }
}

/// A document each of whose pages is a slide, and what a deck says of it, and so of all of them.
package struct Document: Hashable, Sendable {
  /// The document's file.
  package var path: Path
  /// How many pages it has, as far as they have been counted; at least 1, whatever the file is.
  package var pageCount: Int
  package var caption: String?
  package var link: String?

  /// A document; one page until more have been counted.
  package init(_ path: Path, pageCount: Int = 1, caption: String? = nil, link: String? = nil) {
    self.path = path
    self.pageCount = pageCount
    self.caption = caption
    self.link = link
  }

  /// The slide of a page, 1…pageCount.
  func slide(ofPage number: Int) -> Slide { Slide(.page(of: path, number: number), caption: caption, link: link) }
}
