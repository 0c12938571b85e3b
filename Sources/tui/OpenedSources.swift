import CarouselApp
import Decks
import Dispatch
import Downloads
import FarSide
import Pictures
import Rendering
import System

/// The sources, which a thread reads, and the pictures that are loaded from them.
@MainActor
struct OpenedSources {
  /// Receives the decks, and whether any slide of the first one can be shown.
  let mailbox = DeckMailbox()
  /// Watches the sources; nil if they are not watched.
  let watch: SourceWatch?
  private let reader: DeckReader
  private let fetcher: Fetcher

  /// Begins to read.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  init(_ show: SlideShow, _ fetcher: Fetcher) throws(ExitStatus) {
    self.fetcher = fetcher
    OpenedSources.requestFirst(show)
    // Watching begins before the sources are read, so that no change is missed.
    watch =
      show.options.watches
      ? SourceWatch(
        show.request, remote: RemoteFolders(fetcher: fetcher, far: show.far),
        every: .seconds(show.command.slides.watchInterval)
      ) { report in MainQueue.async { RunningLoop.loop?.receive(report) } } : nil
    reader = DeckReader(show.request, programs: show.loader.programs, fetcher: fetcher, far: show.far, watch: watch)
    show.far.setNote { line in MainQueue.async { RunningLoop.loop?.receive(.message(line)) } }
    if show.options.watches { OpenedSources.watchFarSides(show) }
    let reading = SourceReading(
      reader: reader, mailbox: mailbox, store: show.store, loader: show.loader, options: show.options,
      nothingFound: show.request.nothingFound)
    guard SystemResources.startThread({ reading.run() }) else { throw SystemLimit.threads.refusal }
  }

  /// Requests the first picture on the far side of ssh, if nothing but the names decides which one that is.
  private static func requestFirst(_ show: SlideShow) {
    let request = show.request
    guard request.startsAtFirst, [nil, .name].contains(request.sort), !request.recursive, !request.reversed,
      request.shuffleSeed == nil, !show.options.opensGrid, let source = request.arguments.first,
      let folder = FarAddress(String(decoding: source, as: UTF8.self)), folder.path.last == Path.slash,
      let shape = show.options.shapeOfWindow
    else { return }
    show.far.requestFirst(of: folder, FarShape(PictureKey(location: .url(folder.url), shape: shape)))
  }

  /// Watches the folders on the far side of ssh. A change is that of the file with the URL as its path.
  private static func watchFarSides(_ show: SlideShow) {
    for source in show.request.arguments {
      guard let address = FarAddress(String(decoding: source, as: UTF8.self)) else { continue }
      show.far.watch(address, isRecursive: show.request.recursive) { urls in
        let changed = Set(urls.map { Path($0) })
        let report = SourceWatch.Report.changed(ChangeDebouncer.Update(changed: changed, unfinished: []))
        MainQueue.async { RunningLoop.loop?.receive(report) }
      }
    }
  }

  /// What the event loop gets pictures and decks from.
  func providers(_ show: SlideShow, _ configured: Configuration) -> Providers {
    let variables = show.environment.variables
    let configuration = ConfigurationReader(
      configured, arguments: ProgramArguments.all, environment: variables, art: show.options.preferences.picture.art)
    return Providers(
      reader: reader, store: show.store, loader: show.loader, fetcher: fetcher,
      files: FileWork(trash: Trash(environment: variables), home: show.options.home, loader: show.loader),
      configuration: { configuration.read() })
  }
}

/// Reads the sources, and requests the picture that is shown first as soon as it is known which one that is.
private struct SourceReading: Sendable {
  let reader: DeckReader
  let mailbox: DeckMailbox
  let store: PictureStore
  let loader: PictureLoader
  let options: Options
  /// The message for sources without pictures.
  let nothingFound: String

  func run() {
    let deck = reader.read {
      mailbox.post(DeckUpdate($0, isComplete: false))
    } first: { deck in
      requestFirst(of: deck)
      // If this one cannot be shown, the others decide.
      if refusal(of: deck) == nil { mailbox.decide(refusal: nil) }
    }
    mailbox.post(DeckUpdate(deck, isComplete: true))
    requestFirst(of: deck)
    // After the deck: a file on a dead disk takes forever.
    mailbox.decide(refusal: refusal(of: deck))
  }

  /// Requests the picture that is shown first, in the window as it appears before the terminal is taken over. Unless the session requests
  /// another shape, it waits for this one.
  private func requestFirst(of deck: Deck) {
    guard deck.count > 0, case let slide = deck[options.start.position(in: deck) ?? 0], slide.location.isReadAtOnce,
      let shape = options.having(SlideLook(slide.own)).shapeOfWindow
    else { return }
    store.request(PictureKey(location: slide.location, shape: shape)) { _ in }
  }

  /// Why none of a deck's slides can be shown; nil if one may be, or watched sources may get pictures later.
  private func refusal(of deck: Deck) -> String? {
    if options.watches { return nil }
    return deck.count == 0 ? nothingFound : loader.refusal(of: deck)
  }
}

extension PictureLoader {
  /// The largest deck whose files are examined before the terminal is taken over.
  private static let largestExaminedDeck = 1000

  /// The message if none of a deck's slides can be shown, as far as the files' first bytes tell; nil if one may be.
  fileprivate func refusal(of deck: Deck) -> String? {
    guard deck.count <= PictureLoader.largestExaminedDeck else { return nil }
    var reasons: [NothingShown.Reason] = []
    for index in 0..<deck.count {
      guard let error = refusal(of: deck[index].location) else { return nil }
      reasons.append((deck[index].location, error.description))
    }
    return NothingShown.text(for: reasons)
  }
}

extension Location {
  /// Whether its picture can be loaded without anything else: it is a file, here or on the far side of ssh.
  fileprivate var isReadAtOnce: Bool { if case .file = self { true } else { isFar } }
}
