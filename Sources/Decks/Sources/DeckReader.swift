import Decoding
package import Downloads
package import ExternalDecoders
import Glibc
import Synchronization
package import System

/// Reads the requested sources into a deck, and again on each reload. It blocks, so it is called off the main queue.
package final class DeckReader: Sendable {
  private let request: DeckRequest
  /// The pipes among the arguments, by descriptor: standard input, and those of the shell's `<(…)`.
  private let pipes = Mutex<[Int32: ListedInput]>([:])
  private let standardInput: Int32
  private let programs: DecoderPrograms

  /// The time limit for counting the pages of all documents. Documents not counted by then keep only their first page.
  private static let countingTimeout = Duration.seconds(30)
  /// The minimum interval between partial decks while pages are counted.
  private static let countingPause = Duration.milliseconds(250)

  private let remoteDecks: RemoteDecks
  private let archives: ArchiveReading
  private let spools = ArchiveSpools()
  /// The sources of the last reading, which may be URLs of decks, lists and archives.
  private let sources: Mutex<[[UInt8]]>

  /// A reader for a request.
  ///
  /// - Parameters:
  ///   - standardInput: the descriptor that "-" reads.
  ///   - programs: the programs that count documents' pages, with the decoder that reads when pictures were taken.
  ///   - fetcher: fetches decks and lists from the network; nil to fetch none.
  package init(
    _ request: DeckRequest, standardInput: Int32 = 0, programs: DecoderPrograms = DecoderPrograms(),
    fetcher: Fetcher? = nil
  ) {
    self.request = request
    self.programs = programs
    self.standardInput = standardInput
    remoteDecks = RemoteDecks(fetcher: fetcher)
    archives = ArchiveReading(decoder: programs.decoder, sort: request.sort)
    sources = Mutex(request.arguments)
  }

  /// The slides of a deck, list or archive that a URL serves instead of a picture. Reads the copy.
  ///
  /// - Returns: nil if it is none of these, or if the URL is not one of the sources.
  package func slides(servedBy url: String, in copy: FetchedCopy) -> [Slide]? {
    guard sources.withLock({ $0.contains { $0.elementsEqual(url.utf8) } }) else { return nil }
    let slides = content(of: url, in: copy)
    return slides == [Slide(.url(url))] ? nil : slides
  }

  /// The slides of a URL's copy: those of a deck, list or archive, or the URL itself.
  private func content(of url: String, in copy: FetchedCopy) -> [Slide] {
    if ServedContent(of: copy.path) == .archive, let spool = spools.keep(copy.path, for: url),
      let slides = archives.slides(of: .url(url, spool: spool))
    {
      return slides
    }
    return RemoteDeck(url: url, finalURL: copy.finalURL, vocabulary: request.vocabulary).slides(of: copy.path)
  }

  /// Records that a URL is a deck, list or archive, as which later readings fetch it; false if that was already known.
  package func record(deckAt url: String) -> Bool { remoteDecks.insert(url) }

  /// Reads all sources.
  ///
  /// - Parameters:
  ///   - isForced: whether to revalidate decks and lists with the server even if their cached copies are fresh.
  ///   - unfinished: files in folders that are still being written; they are left out.
  ///   - renamed: the new paths of arguments that have been renamed.
  ///   - folder: a folder that is read in the place of the arguments, without those below it.
  ///   - added: further sources, which come last in the deck, unless it is shuffled. They are no pipes.
  ///   - partial: called with incomplete decks while the rest is still being read. The first is the start slide alone,
  ///     if the request names one that is a file or is in a folder. Then, unless the deck is shuffled or reversed, come
  ///     the first slides as soon as they are known (of a large folder, first a single slide). Documents have one page
  ///     until their pages have been counted. If a start slide is named, decks without it are skipped.
  ///   - first: called after `partial` with a deck of a single slide that will be shown first: the start slide, or the first slide of a
  ///     large folder.
  package func read(
    isForced: Bool = false, leavingOut unfinished: Set<Path> = [], renamed: [Path: Path] = [:], folder: Path? = nil,
    adding added: [[UInt8]] = [], partial: (Deck) -> Void = { _ in }, first: (Deck) -> Void = { _ in }
  ) -> Deck {
    let request = folder.map { self.request.inFolder($0) } ?? self.request
    if let start = StartSlide.segment(for: request) {
      let deck = Deck(uncounted([start]))
      partial(deck)
      first(deck)
    }
    var builder = DeckBuilder(request: request, unfinished: unfinished, decoder: programs.decoder)
    let added = added.map(FileURL.path)
    sources.withLock { $0 = self.request.arguments + added }
    let remote = remoteDecks.begin(request.arguments + added, isForced: isForced)
    var announced = 0
    /// Announces a deck if it is at least four times as large as the last one, so that the total cost of announcements
    /// stays proportional to that of the last. With `isDue`, any growth is enough. Returns the deck if it was announced.
    @discardableResult
    func announce(isDue: Bool = false, _ segments: () -> [Deck.Segment]) -> Deck? {
      guard !request.reversed, request.shuffleSeed == nil else { return nil }
      let deck = Deck(uncounted(segments()))
      guard deck.count >= max(1, announced * 4) || (isDue && deck.count > announced) else { return nil }
      if let name = request.startName, deck.position(named: name) == nil { return nil }
      announced = deck.count
      partial(deck)
      return deck
    }
    /// Announces the first slide of a large folder.
    func announceFirst(_ slide: Deck.Segment) {
      if request.startsAtFirst, let deck = announce({ [slide] }) { first(deck) }
    }
    // Reversed with the rest, they come last.
    let served = { url in remote[url]?.wait { self.content(of: url, in: $0) } }
    func add(source: [UInt8]) { builder.add(source: source, served: served, archive: archives.slides(ofArgument:)) }
    if request.reversed { for source in added.reversed() { add(source: source) } }
    builder.endRun()
    var isFallback = false
    if request.arguments.isEmpty {
      builder.add(folder: Path("."), onFirst: announceFirst)
      if builder.isEmpty, added.isEmpty, let deck = request.fallbackDeck {
        builder.add(deck: deck)
        isFallback = true
      }
    }
    for given in request.arguments {
      let argument = renamed.isEmpty ? given : renamed[Path(given)]?.bytes ?? given
      if let pipe = pipe(argument) {
        let soFar = builder.segments
        let content = pipe.read { names, isDue in
          announce(isDue: isDue) { soFar + [.names(names, folder: Path(""))] }
        }
        switch content {
        case .names(let list, let excess):
          builder.add(list: list, named: ListedInput.name, excess: excess)
        case .slides(let slides): builder.add(slides: archives.opened(slides))
        }
      } else if WebAddress.isURL(argument) {
        let slide = Slide(Location(argument: argument))
        if case .url(let url) = slide.location, let deck = remote[url] {
          // The URL itself is shown, with its progress, until the deck has arrived.
          let soFar = builder.segments
          announce { soFar + [.slides([slide])] }
          builder.add(slides: deck.wait { content(of: url, in: $0) })
        } else {
          builder.add(slide: slide)
        }
      } else {
        let path = Path(argument)
        switch PathKind(of: path) {
        case .folder:
          // The preceding slides can be seen while a large folder is scanned.
          if builder.count >= max(1, announced * 4) { announce { builder.segments } }
          builder.add(folder: path, onFirst: announceFirst)
        case .file where PictureNames.isDeck(path): builder.add(deck: path)
        case .file where ListFile.isList(path): builder.add(listFile: path)
        case .file where archives.mayBeArchive(path):
          // The preceding slides can be seen while a large archive is listed.
          announce { builder.segments }
          if let slides = archives.slides(of: .file(path)) {
            builder.add(slides: slides)
          } else {
            builder.add(file: path)
          }
        case .file, .other, .unreachable: builder.add(file: path)
        }
      }
    }
    builder.endRun()
    if !request.reversed { for source in added { add(source: source) } }
    var segments = archives.opened(builder.segments)
    if request.pages { segments = counted(segments) { all in announce(isDue: true) { all } } }
    var deck = Deck(segments, reversed: request.reversed, shuffleSeed: request.shuffleSeed)
    deck.isFallback = isFallback
    return deck
  }

  /// The position of the first slide of a source that was added last; nil if it has none, or is to be fetched.
  package func position(ofFirst source: [UInt8], in deck: Deck) -> Int? {
    var builder = DeckBuilder(request: request, decoder: programs.decoder)
    builder.add(source: FileURL.path(source))
    let segments = builder.segments
    let slides = Deck(request.pages ? DocumentPages(of: segments).segments : segments)
    guard slides.count > 0 else { return nil }
    let first = slides[0].location
    if let position = deck.position(of: first, near: deck.count - 1) { return position }
    // An archive is not listed again: the deck has its slides.
    guard case .file(let path) = first else { return nil }
    return deck.position(ofFirstIn: path)
  }

  /// The pipe that an argument names: `-`, or the path of a descriptor that is a pipe, such as `<(…)`. Nil if it names
  /// none.
  private func pipe(_ argument: [UInt8]) -> ListedInput? {
    guard let descriptor = argument == [UInt8(ascii: "-")] ? standardInput : PipePath.descriptor(argument) else {
      return nil
    }
    return pipes.withLock { pipes in
      let pipe = pipes[descriptor] ?? ListedInput(descriptor, vocabulary: request.vocabulary)
      pipes[descriptor] = pipe
      return pipe
    }
  }

  /// The segments without archives that are not listed yet, and with documents split off and reduced to their first pages if pages are slides.
  private func uncounted(_ segments: [Deck.Segment]) -> [Deck.Segment] {
    let segments = ArchiveReading.withoutArchives(segments)
    return request.pages ? DocumentPages(of: segments).segments : segments
  }

  /// The segments with all pages of their documents. `report` is called with the segments so far from time to time.
  private func counted(_ segments: [Deck.Segment], report: ([Deck.Segment]) -> Void) -> [Deck.Segment] {
    var documents = DocumentPages(of: segments)
    if documents.hasUncounted { report(documents.segments) }
    let start = MonotonicClock.now
    var announced = start
    while MonotonicClock.now - start < DeckReader.countingTimeout, documents.countNext(with: programs) {
      let now = MonotonicClock.now
      guard now - announced > DeckReader.countingPause else { continue }
      announced = now
      report(documents.segments)
    }
    return documents.segments
  }
}

/// Paths of this process's descriptors: `/dev/stdin`, and what the shell substitutes for `<(…)`.
enum PipePath {
  /// The descriptor that a path names if it is an open pipe or socket; nil if the path is to be read as a file.
  static func descriptor(_ path: [UInt8]) -> Int32? {
    let text = String(decoding: path, as: UTF8.self)
    var number: Int32? = text == "/dev/stdin" ? 0 : nil
    for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
      number = number ?? Int32(text.dropFirst(folder.count))
    }
    guard let number, number >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK ? number : nil
  }
}
