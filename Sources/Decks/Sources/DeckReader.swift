package import Downloads
package import ExternalDecoders
package import FarSide
import Fetching
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

  let remoteDecks: RemoteDecks
  private let spools = ArchiveSpools()
  let folders: RemoteFolders
  private let watch: SourceWatch?
  /// The sources of the last reading, which may be URLs of decks, lists and archives, and the order of their pictures.
  private let last: Mutex<(sources: [[UInt8]], sort: SlideSort?)>

  /// A reader for a request.
  ///
  /// - Parameters:
  ///   - standardInput: the descriptor that "-" reads.
  ///   - programs: the programs that count documents' pages, with the decoder that reads when pictures were taken.
  ///   - fetcher: fetches decks and lists from the network; nil to fetch none.
  ///   - far: the far sides of ssh; nil to list nothing there.
  ///   - watch: watches what is read; nil to watch nothing.
  package init(
    _ request: DeckRequest, standardInput: Int32 = 0, programs: DecoderPrograms = DecoderPrograms(),
    fetcher: Fetcher? = nil, far: FarHosts? = nil, watch: SourceWatch? = nil
  ) {
    (self.request, self.watch) = (request, watch)
    folders = RemoteFolders(fetcher: fetcher, far: far)
    self.programs = programs
    self.standardInput = standardInput
    remoteDecks = RemoteDecks(fetcher: fetcher)
    last = Mutex((request.arguments, request.sort))
  }

  /// The slides of a deck, list or archive that a URL serves instead of a picture. Reads the copy.
  ///
  /// - Returns: nil if it is none of these, or if the URL is not one of the sources.
  package func slides(servedBy url: String, in copy: FetchedCopy) -> [Slide]? {
    let (sources, sort) = last.withLock { $0 }
    guard sources.contains(where: { $0.elementsEqual(url.utf8) }) else { return nil }
    let slides = content(of: url, in: copy, archives(sort))
    return slides == [Slide(.url(url))] ? nil : slides
  }

  func archives(_ sort: SlideSort?) -> ArchiveReading { ArchiveReading(decoder: programs.decoder, sort: sort) }

  /// The slides of a URL's copy: those of a deck, list or archive, or the URL itself.
  func content(of url: String, in copy: FetchedCopy, _ archives: ArchiveReading) -> [Slide] {
    if ServedContent(of: copy.path) == .archive, let spool = spools.keep(copy.path, for: url),
      let slides = archives.slides(of: .url(url, spool: spool))
    {
      return slides
    }
    return RemoteDeck(url: url, finalURL: copy.finalURL, vocabulary: request.vocabulary).slides(of: copy.path)
  }

  /// Waits for a URL that is being fetched, and returns its slides, or one broken slide if that failed.
  func content(of url: String, from fetch: PendingFetch, _ archives: ArchiveReading) -> [Slide] {
    switch fetch.wait() {
    case .success(let copy): content(of: url, in: copy, archives)
    case .failure(let failure): [Slide(.broken(entry: WebAddress.shown(url), reason: failure.description))]
    }
  }

  /// Records that a URL is a deck, list or archive, as which later readings fetch it; false if that was already known.
  package func record(deckAt url: String) -> Bool { remoteDecks.insert(url) }

  /// Reads all sources.
  ///
  /// - Parameters:
  ///   - isForced: whether to revalidate decks and lists with the server even if their cached copies are fresh.
  ///   - unfinished: files in folders that are still being written; they are left out.
  ///   - renamed: the new paths of sources that have been renamed.
  ///   - folder: a folder that is read in the place of the arguments, without those below it.
  ///   - sort: the order of the pictures in folders, also of shuffled slides; nil: that of the request.
  ///   - added: further sources, which come last in the deck, unless it is shuffled. They are no pipes.
  ///   - choices: sources that are read in the place of all others, in their order; they are no pipes.
  ///   - partial: called with incomplete decks while the rest is still being read. The first is the start slide alone,
  ///     if the request names one that is a file or is in a folder. Then, unless the deck is shuffled or reversed, come
  ///     the first slides as soon as they are known (of a large folder, first a single slide). Documents have one page
  ///     until their pages have been counted. If a start slide is named, decks without it are skipped.
  ///   - first: called after `partial` with a deck that has the slide that will be shown first: the start slide, the first slide of
  ///     a large folder, or what a remote folder has so far.
  package func read(
    isForced: Bool = false, leavingOut unfinished: Set<Path> = [], renamed: [Path: Path] = [:], folder: Path? = nil,
    sort: SlideSort? = nil, adding added: [[UInt8]] = [], choosing choices: [[UInt8]]? = nil,
    partial: @escaping (Deck) -> Void = { _ in }, first: @escaping (Deck) -> Void = { _ in }
  ) -> Deck {
    if let choices { return deck(of: choices) }
    let request = self.request.inFolder(folder, sortedBy: sort)
    if let start = StartSlide.segment(for: request) {
      let deck = Deck(uncounted([start]))
      partial(deck)
      first(deck)
    }
    let present = { (source: [UInt8]) in renamed.isEmpty ? source : renamed[Path(source)]?.bytes ?? source }
    let arguments = request.arguments.map(present)
    let added = added.map { present(FileURL.path($0)) }
    last.withLock { $0 = (self.request.arguments + added, request.sort) }
    var reading = SourceCollector(
      remote: remoteDecks.begin(request.arguments + added, isForced: isForced),
      builder: DeckBuilder(request: request, unfinished: unfinished, decoder: programs.decoder),
      announcer: DeckAnnouncer(reader: self, request: request, partial: partial, first: first),
      listed: watch?.isWatchingServers == true ? [:] : nil)
    // Reversed with the rest, they come last.
    if request.reversed { reading.add(sources: added.reversed()) }
    reading.builder.closeRuns()
    let isFallback = request.arguments.isEmpty && reading.addCurrentFolder(orFallback: added.isEmpty)
    for argument in arguments { reading.add(argument: argument) }
    reading.builder.closeRuns()
    if !request.reversed { reading.add(sources: added) }
    var segments = reading.opened()
    if request.pages { segments = counted(segments) { reading.announcer.announce($0, isDue: true) } }
    var deck = Deck(segments, reversed: request.reversed, shuffleSeed: request.shuffleSeed)
    (deck.isFallback, deck.companions) = (isFallback, reading.builder.companions)
    var watched = request
    watched.arguments = isFallback || arguments.isEmpty ? [Array(".".utf8)] + added : arguments + added
    watch?.follow(watched, deck, reading.listed)
    return deck
  }

  /// The slides of sources in their order; what is watched stays the same.
  private func deck(of choices: [[UInt8]]) -> Deck {
    var request = request
    (request.sort, request.startName) = (nil, nil)
    last.withLock { $0.sources = self.request.arguments + choices }
    var reading = SourceCollector(
      remote: remoteDecks.begin(choices, isForced: false),
      builder: DeckBuilder(request: request, decoder: programs.decoder),
      announcer: DeckAnnouncer(reader: self, request: request, partial: { _ in }, first: { _ in }))
    reading.add(sources: choices.map(FileURL.path))
    let segments = reading.opened()
    return Deck(request.pages ? counted(segments) { _ in } : segments)
  }

  /// Ends the listings of other machines' folders, so that another reading need not wait for them.
  package func giveUpListings() { folders.giveUp() }

  /// Whether the names in a folder can be read; if not, `read` reads the arguments in its place.
  package static func canList(_ folder: Path) -> Bool {
    FolderStream(folder) != nil
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

  /// Whether an entry of a deck or list is the URL of a folder.
  func isFolder(_ entry: ArraySlice<UInt8>) -> Bool {
    // Most entries are neither. Only URLs of buckets, WebDAV servers and ssh may do without the slash.
    guard let first = entry.first,
      entry.last == Path.slash || first | 0x20 == UInt8(ascii: "s") || first | 0x20 == UInt8(ascii: "d"),
      WebAddress.isURL(entry)
    else { return false }
    return folders.folder(String(decoding: entry, as: UTF8.self)) != nil
  }

  /// The pipe that an argument names: `-`, or the path of a descriptor that is a pipe, such as `<(…)`. Nil if it names
  /// none.
  func pipe(_ argument: [UInt8]) -> ListedInput? {
    guard let descriptor = argument == [UInt8(ascii: "-")] ? standardInput : PipePath.descriptor(argument) else {
      return nil
    }
    return pipes.withLock { pipes in
      let pipe = pipes[descriptor] ?? ListedInput(descriptor, vocabulary: request.vocabulary)
      pipes[descriptor] = pipe
      return pipe
    }
  }

  /// The segments without archives and folders that are not listed yet, and with documents split off and reduced to their
  /// first pages if pages are slides.
  func uncounted(_ segments: [Deck.Segment]) -> [Deck.Segment] {
    let segments = segments.flatMap { segment in
      segment.replacing(where: { ArchiveReading.isArchive($0) || isFolder($0) }, { _ in [] })
    }
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
