package import Downloads
package import ExternalDecoders
import Glibc
import Synchronization
package import System

/// Turns what was asked for into a deck, and does so again on reload. Blocking: called off the main queue.
package final class DeckReader: Sendable {
  private let request: DeckRequest
  /// The pipes that were named, by their descriptors: standard input, and those of the shell's `<(…)`.
  private let pipes = Mutex<[Int32: ListedInput]>([:])
  private let standardInput: Int32
  private let programs: DecoderPrograms

  /// How long counting pages may take, of all documents together; those not counted by then stay their first pages.
  private static let countingPatience = Duration.seconds(30)
  /// How often a deck that grows by pages is told.
  private static let countingPause = Duration.milliseconds(250)

  private let remoteDecks: RemoteDecks

  /// A reader for a request.
  ///
  /// - Parameters:
  ///   - standardInput: the descriptor that "-" reads.
  ///   - programs: who counts documents' pages.
  ///   - fetcher: where decks and lists from the network come from.
  package init(
    _ request: DeckRequest, standardInput: Int32 = 0, programs: DecoderPrograms = DecoderPrograms(),
    fetcher: Fetcher? = nil
  ) {
    self.request = request
    self.programs = programs
    self.standardInput = standardInput
    remoteDecks = RemoteDecks(fetcher: fetcher)
  }

  /// What a URL serves has turned out to be no picture: whether it is one of the arguments and may be a deck or a list, which
  /// the next reading will show in its place.
  package func takesForDeck(_ url: String, _ content: ServedContent) -> Bool {
    guard request.arguments.contains(where: { $0.elementsEqual(url.utf8) }) else { return false }
    switch content {
    case .json, .list: return remoteDecks.insert(url)
    case .nothing, .page, .markup, .text, .archive, .program, .sound, .unknown: return false
    }
  }

  /// Reads every source.
  ///
  /// - Parameters:
  ///   - isForced: ask servers even for what is fresh.
  ///   - unfinished: files of folders that are still being written, and not shown yet.
  ///   - partial: called with decks that are not all yet, while the rest is still being read: the start alone, where it is
  ///     named and lies in a folder or is a file; then, unless the deck is shuffled or reversed, the first slides, or the first
  ///     of a large folder's alone, as soon as those are known, documents being their first pages until their pages have been counted. Where a start is
  ///     named, decks that lack it are passed over.
  package func read(
    isForced: Bool = false, leavingOut unfinished: Set<Path> = [], partial: (Deck) -> Void = { _ in }
  ) -> Deck {
    if let start = StartSlide.segment(for: request) { partial(Deck(uncounted([start]))) }
    var builder = DeckBuilder(request: request, unfinished: unfinished)
    let remote = remoteDecks.begin(request.arguments, isForced: isForced)
    var announced = 0
    /// Decks grow by a multiple from one announcement to the next, so that all of them cost no more than the last;
    /// `isDue` tells one that is worth it anyway.
    func announce(isDue: Bool = false, _ segments: () -> [Deck.Segment]) {
      guard !request.reversed, request.shuffleSeed == nil else { return }
      let deck = Deck(uncounted(segments()))
      guard deck.count >= max(1, announced * 4) || (isDue && deck.count > announced) else { return }
      if let name = request.startName, deck.position(named: name) == nil { return }
      announced = deck.count
      partial(deck)
    }
    /// The deck's first slide, of a large folder.
    func announceFirst(_ slide: Deck.Segment) {
      if request.startsAtFirst { announce { [slide] } }
    }
    if request.arguments.isEmpty {
      builder.add(folder: Path("."), tellingFirst: announceFirst)
      if builder.isEmpty, let deck = request.fallbackDeck { builder.add(deck: deck) }
    }
    for argument in request.arguments {
      if let pipe = pipe(argument) {
        let soFar = builder.segments
        let content = pipe.read { names, isDue in
          announce(isDue: isDue) { soFar + [.names(names, folder: Path(""))] }
        }
        switch content {
        case .names(let list): builder.add(list: list)
        case .slides(let slides): builder.add(slides: slides)
        }
      } else if WebAddress.isURL(argument) {
        let slide = Slide(Location(argument: argument))
        if case .url(let url) = slide.location, let deck = remote[url] {
          // It stands for itself, and tells its progress, until it is there.
          let soFar = builder.segments
          announce { soFar + [.slides([slide])] }
          builder.add(slides: deck.wait())
        } else {
          builder.add(slide: slide)
        }
      } else {
        let path = Path(argument)
        switch PathKind(of: path) {
        case .folder:
          // What came before a large folder can be seen while it is scanned.
          if builder.count >= max(1, announced * 4) { announce { builder.segments } }
          builder.add(folder: path, tellingFirst: announceFirst)
        case .file where PictureNames.isDeck(path): builder.add(deck: path)
        case .file, .other, .unreachable: builder.add(file: path)
        }
      }
    }
    var segments = builder.segments
    if request.pages { segments = counted(segments) { told in announce(isDue: true) { told } } }
    return Deck(segments, reversed: request.reversed, shuffleSeed: request.shuffleSeed)
  }

  /// The pipe that an argument names: `-`, or the path of a descriptor that is a pipe, as of `<(…)`. Nil: it is none.
  private func pipe(_ argument: [UInt8]) -> ListedInput? {
    guard let descriptor = argument == [UInt8(ascii: "-")] ? standardInput : PipePath.descriptor(argument) else {
      return nil
    }
    return pipes.withLock { pipes in
      let pipe = pipes[descriptor] ?? ListedInput(descriptor)
      pipes[descriptor] = pipe
      return pipe
    }
  }

  /// Segments with their documents, where their pages are slides.
  private func uncounted(_ segments: [Deck.Segment]) -> [Deck.Segment] {
    request.pages ? DocumentPages(of: segments).segments : segments
  }

  /// Segments with their documents' pages; `tell` is given those so far, now and then.
  private func counted(_ segments: [Deck.Segment], tell: ([Deck.Segment]) -> Void) -> [Deck.Segment] {
    var documents = DocumentPages(of: segments)
    if documents.hasUncounted { tell(documents.segments) }
    let start = ContinuousClock.now
    var told = start
    while start.duration(to: .now) < DeckReader.countingPatience, documents.countNext(with: programs) {
      let now = ContinuousClock.now
      guard told.duration(to: now) > DeckReader.countingPause else { continue }
      told = now
      tell(documents.segments)
    }
    return documents.segments
  }
}

/// Paths of this process's descriptors: `/dev/stdin`, and what the shell puts in place of `<(…)`.
enum PipePath {
  /// The descriptor that a path names, if it is a pipe or a socket that is open; nil: the path is read as a file's.
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
