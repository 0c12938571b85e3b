import Downloads
import System

/// One reading of all sources: adds what they are to a builder. It blocks.
struct SourceCollector {
  /// The decks and lists that are being fetched, by URL.
  let remote: [String: PendingFetch]
  var builder: DeckBuilder
  var announcer: DeckAnnouncer
  /// The hashes of the remote folders' pictures, by URL; empty if a listing has failed. Nil if they are not watched.
  private(set) var listed: [String: [Int]]?
  /// URLs that look like a folder's, and are a picture's.
  private(set) var pictures: Set<String> = []

  private var reader: DeckReader { announcer.reader }
  var archives: ArchiveReading { reader.archives(announcer.request.sort) }

  /// Adds sources that are no arguments.
  mutating func add(sources: [[UInt8]]) {
    let (remote, reader, archives) = (remote, reader, archives)
    for source in sources {
      if addFolder(at: source) { continue }
      builder.add(
        source: source, served: { url in remote[url].map { reader.content(of: url, from: $0, archives) } },
        archive: archives.slides(ofArgument:))
    }
  }

  /// Adds the current folder or, if it has no pictures, the deck in its place; returns whether it is the latter.
  mutating func addCurrentFolder(orFallback mayFallBack: Bool) -> Bool {
    add(folder: Path("."))
    guard builder.isEmpty, mayFallBack, let deck = announcer.request.fallbackDeck else { return false }
    builder.add(deck: deck)
    return true
  }

  /// Adds what an argument names.
  mutating func add(argument: [UInt8]) {
    if let pipe = reader.pipe(argument) {
      add(pipe: pipe)
    } else if WebAddress.isURL(argument) {
      if !addFolder(at: argument) { add(urlOf: Slide(Location(argument: argument))) }
    } else {
      add(path: Path(argument))
    }
  }

  private mutating func add(pipe: ListedInput) {
    let soFar = builder.segments
    let content = pipe.read { names, isDue in
      announcer.announce(soFar + [.names(names, folder: Path(""))], isDue: isDue)
    }
    switch content {
    case .names(let list, let excess): builder.add(list: list, named: ListedInput.name, excess: excess)
    case .slides(let slides): builder.add(slides: archives.opened(slides))
    }
  }

  private mutating func add(urlOf slide: Slide) {
    guard case .url(let url) = slide.location, let fetch = remote[url] else { return builder.add(slide: slide) }
    // The URL itself is shown, with its progress, until the deck has arrived.
    announcer.announce(builder.segments + [.slides([slide])])
    builder.add(slides: reader.content(of: url, from: fetch, archives))
  }

  /// Adds the pictures of a remote folder; returns false if a source is none.
  private mutating func addFolder(at source: [UInt8]) -> Bool {
    guard let segments = segments(ofFolder: String(decoding: source, as: UTF8.self), after: builder.segments) else {
      return false
    }
    builder.add(segments: segments)
    return true
  }

  /// The slides of a remote folder; nil if the URL is none.
  private mutating func segments(ofFolder url: String, after soFar: [Deck.Segment]) -> [Deck.Segment]? {
    let (request, folders) = (announcer.request, reader.folders)
    guard
      var folder = FolderReading(
        url, recursive: request.recursive, sort: request.sort ?? .name, isWatched: listed != nil, from: folders)
    else { return nil }
    // The preceding slides can be seen while it is listed.
    announcer.announce(soFar)
    let (segment, remark) = folder.read { announcer.announce(listing: soFar + [$0]) }
    if folders.isListedAgain(url) { listed?[url] = folder.hashes }
    if remark == Slide(.url(url)) { pictures.insert(url) }
    return [segment] + (remark.map { [.slides([$0])] } ?? [])
  }

  /// The maximum number of remote folders in decks and lists.
  private static let maximumFolders = 1_000

  /// All segments, with the slides of archives and remote folders in the place of entries of decks and lists.
  mutating func opened() -> [Deck.Segment] {
    var (result, folders): ([Deck.Segment], Int) = ([], 0)
    let reader = reader
    for segment in archives.opened(builder.segments) {
      // Parts are added one by one, so that what comes before a folder can be seen while it is listed.
      for part in segment.replacing(where: reader.isFolder, { [.slides([$0])] }) {
        guard case .slides(let slides) = part, slides.count == 1, case .url(let url) = slides[0].location,
          reader.isFolder(Array(url.utf8)[...]), !pictures.contains(url)
        else {
          result.append(part)
          continue
        }
        folders += 1
        guard folders <= Self.maximumFolders else {
          let reason = "not listed: there are too many folders"
          result.append(.slides([Slide(.broken(entry: WebAddress.shown(url), reason: reason))]))
          continue
        }
        result += segments(ofEntry: slides[0], url, after: result)
      }
    }
    return result
  }

  /// The slides of a remote folder that an entry names, which have what the entry sets.
  private mutating func segments(ofEntry entry: Slide, _ url: String, after soFar: [Deck.Segment]) -> [Deck.Segment] {
    let found = segments(ofFolder: url, after: soFar) ?? [.slides([entry])]
    guard entry != Slide(entry.location) else { return found }
    return found.map { segment in
      let deck = Deck([segment])
      return .slides((0..<min(deck.count, DeckFile.maximumCount)).map { entry.at(deck[$0].location) })
    }
  }

  private mutating func add(path: Path) {
    switch PathKind(of: path) {
    case .folder:
      // The preceding slides can be seen while a large folder is scanned.
      if builder.count >= max(1, announcer.count * 4) { announcer.announce(builder.segments) }
      add(folder: path)
    case .file where PictureNames.isDeck(path): builder.add(deck: path)
    case .file where ListFile.isList(path): builder.add(listFile: path)
    case .file where archives.mayBeArchive(path):
      // The preceding slides can be seen while a large archive is listed.
      announcer.announce(builder.segments)
      if let slides = archives.slides(of: .file(path)) {
        builder.add(slides: slides)
      } else {
        builder.add(file: path)
      }
    case .file, .other, .unreachable: builder.add(file: path)
    }
  }

  private mutating func add(folder: Path) { builder.add(folder: folder, onFirst: { announcer.announceFirst($0) }) }
}
