import Carousel
import CarouselApp
import CommandLineOptions
import Decks
import Dispatch
import Downloads
import ExternalDecoders
import Glibc
import NcursesScreen
import Pictures
import Rendering
import System
import Terminal

/// Shows slides on a screen until the user quits.
@MainActor
struct ScreenRun {
  let options: Options
  /// The terminal's properties according to the environment.
  let terminal: TerminalProfile
  let request: DeckRequest
  let loader: PictureLoader
  /// The placeholder, already decoded for the window's assumed size.
  let placeholder: PreloadedPicture?
  let network: Network
  let watches: Bool
  let depth: DepthArgument
  let pixels: PixelChoice
  let screen: ScreenChoice
  let framesPerSecond: Int
  let showsStatistics: Bool
  /// Where pictures are decoded, for the statistics.
  let decoding: String
  let usesMouse: Bool
  let bidi: BidiChoice
  let naming: SlideNaming
  /// The value of `--listen`; nil if clients are not served.
  let listening: [UInt8]?
  let configuration: ConfigurationReader
  /// What is wrong with the configuration; nil if nothing is.
  let problem: String?
  let environment: ProcessEnvironment

  /// How long the terminal is left alone while the sources are read: long enough to report empty sources without
  /// touching the terminal, too short to be noticed.
  private static let timeout = DispatchTimeInterval.milliseconds(60)

  /// How long the first frame waits for the first picture: a placeholder shown for less time would only flash.
  private static let placeholderDelay = DispatchTimeInterval.milliseconds(12)

  /// Runs the main loop; returns only by throwing.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  func run() throws(ExitStatus) {
    try SystemLimit.check()
    let fetcher = Fetcher(network.settings) { updates in
      MainQueue.async { for update in updates { RunningLoop.loop?.receive(.download(update)) } }
    }
    let reader = DeckReader(request, programs: loader.programs, fetcher: fetcher)
    // Watching begins before the sources are read, so that no change is missed.
    let watch = watches ? SourceWatch(request) { report in MainQueue.async { RunningLoop.loop?.receive(report) } } : nil
    let mailbox = DeckMailbox()
    let (loader, options, watches) = (loader, options, watches)
    let expectsPixels = pixels.expectsKittyGraphics(environment: environment.variables)
    let style = expectsPixels ? nil : SlideStyle(options.preferences.picture, on: likelyTerminal)
    let isReading = SystemResources.startThread {
      // The thread that reads the sources loads the first picture.
      PictureMemory.reserve()
      let deck = reader.read { mailbox.post(DeckUpdate($0, isComplete: false)) }
      mailbox.post(DeckUpdate(deck, isComplete: true))
      // After the deck: a file on a dead disk takes forever.
      let refusal = watches ? nil : loader.refusal(of: deck)
      let first = refusal == nil ? ScreenRun.first(of: deck, options, expectsPixels: expectsPixels, loader) : nil
      guard mailbox.judge(DeckMailbox.Judgment(refusal: refusal, first: first)) else { return }
      if let style { ScreenRun.prepareArt(style, loader) }
      if let first { loader.lendThread { first.begin() } }
    }
    guard isReading else {
      network.leave(fetcher)
      throw SystemLimit.threads.refusal
    }
    let (deck, judgment) = mailbox.wait(ScreenRun.timeout)
    // Watched sources may get pictures later.
    if let message = deck?.count == 0 && !watches ? request.nothingFound : judgment?.refusal {
      network.leave(fetcher)
      StandardError.report(message)
      throw ExitStatus(1)
    }
    let headStart: FirstPicturePreload?
    if let judgment {
      headStart = judgment.first
    } else {
      if let style { ScreenRun.prepareArt(style, loader) }
      headStart = deck.flatMap { ScreenRun.first(of: $0, options, expectsPixels: expectsPixels, loader) }
      headStart?.begin()
    }
    if !expectsPixels, let deck, let headStart { plan(drawing: ScreenRun.first(of: deck, options), headStart) }
    // Before the terminal is taken over: a signal in between would leave it modified.
    guard let signals = ProcessSignals() else { throw SystemLimit.descriptors.refusal }
    let remote: RemoteServer?
    do throws(UsageError) {
      remote = try listening.map { (socket) throws(UsageError) in
        try RemoteOptions.server(at: socket, environment: environment.variables)
      }
    } catch {
      signals.release()
      network.leave(fetcher)
      StandardError.report(error.description)
      throw ExitStatus(1)
    }
    let device: NcursesDevice
    do throws(TerminalOpenError) {
      device = try NcursesDevice.open(
        colorDepth: chosenDepth, choice: screen, pixels: pixels, usesMouse: usesMouse, bidi: bidi,
        environment: environment.variables)
    } catch {
      remote?.end(.hangup)
      StandardError.report(options.click == .pick ? error.descriptionForScreen : error.description)
      throw ExitStatus(1)
    }
    var terminal = terminal
    terminal.depth = device.screen.colorDepth
    let viewport = Viewport(
      size: device.screen.size, cellAspect: device.screen.cellPixels?.aspect ?? CellPixels.defaultAspect)
    let session = Session(options: options, viewport: viewport, terminal: terminal, at: Timestamp(MonotonicClock.now))
    let placeholder = placeholder
    let store = PictureStore(memoryLimit: network.memoryLimit, loader: loader) { key in
      placeholder?.claim(for: key) ?? headStart?.picture(for: key)
    }
    let configuration = configuration
    let (request, network, isolation) = (request, network, loader.programs.isolation)
    let (isPicking, naming, showsStatistics, decoding) = (options.click == .pick, naming, showsStatistics, decoding)
    let loop = EventLoop(
      device: device, signals: signals, session: session,
      providers: Providers(
        reader: reader, store: store, loader: loader, fetcher: fetcher,
        files: FileWork(
          trash: Trash(environment: environment.variables), home: options.home, loader: loader),
        pixelsAhead: { headStart?.pixels(for: $0) },
        configuration: { configuration.read() }),
      tmux: TmuxInquiry(environment: environment.variables, pixels: pixels), framesPerSecond: framesPerSecond,
      clock: { Timestamp(MonotonicClock.now) }
    ) { outcome in
      remote?.end(outcome)
      device.restore()
      signals.release()
      network.leave(fetcher)
      RunningPrograms.end()
      if showsStatistics, let statistics = RunningLoop.loop?.statistics {
        StandardError.writeLines("\(statistics.report)\ndecoding  \(decoding)\ndecoders  \(isolation.summary)")
      }
      Ending.leave(outcome, isPicking: isPicking, naming: naming, request: request)
    }
    // The loop lives as long as the process: the event sources hold it weakly.
    RunningLoop.loop = loop
    // Decks read so far are available before the first frame.
    for update in mailbox.deliver(to: { update in MainQueue.async { RunningLoop.loop?.receive(.deck(update)) } }) {
      loop.receive(.deck(update))
    }
    // Standard error is not visible before the end.
    if let problem { loop.receive(.configured(ConfigurationUpdate(options: nil, message: problem))) }
    loop.start(
      with: headStart.map { headStart in
        { slot, style, rehearse in
          if !headStart.isLoaded { rehearse() }
          return headStart.picture(within: ScreenRun.placeholderDelay, slot: slot, style: style)
        }
      },
      asking: TerminalQuery.atStart(environment: environment.variables, pixels: pixels))
    remote?.start(loop)
    watch?.start()
    dispatchMain()
  }

  /// The picture that is shown first, to be decoded for the window's assumed size; nil if that is unknown.
  private nonisolated static func first(
    of deck: Deck, _ options: Options, expectsPixels: Bool, _ loader: PictureLoader
  ) -> FirstPicturePreload? {
    guard deck.count > 0 else { return nil }
    let first = first(of: deck, options)
    let look = SlideLook(first.own)
    guard let shapes = options.having(look).shapesOfWindow(expectsPixels: expectsPixels) else { return nil }
    return FirstPicturePreload(first.location, shape: shapes.cells, pixelShape: shapes.pixels, loader: loader)
  }

  /// The slide that is shown first of a deck that is not empty.
  private nonisolated static func first(of deck: Deck, _ options: Options) -> Slide {
    deck[options.start.position(in: deck) ?? 0]
  }

  /// The terminal in the colors that it probably has.
  private var likelyTerminal: TerminalProfile {
    var terminal = terminal
    terminal.depth = chosenDepth ?? environment.depthForPrinting
    return terminal
  }

  /// Prepares what the first picture is drawn with: while a worker decodes it, if one does. What is prepared quickly is not worth it: if
  /// there are two processors, one decodes, and the other sets up the terminal.
  private nonisolated static func prepareArt(_ style: SlideStyle, _ loader: PictureLoader) {
    let (art, options) = (style.picture.art, style.options)
    let isPreparedMeanwhile = loader.doMeanwhile { isWaiting in
      if ArtPreparation.isBrief(options) { return }
      ArtPreparation.prepare(art, options, while: isWaiting)
      PictureMemory.prepareDrawing(bytesPerCell: art.bytesPerCell)
    }
    if !isPreparedMeanwhile { ArtPreparation.begin(art, options) }
  }

  /// Has the first picture drawn once it is decoded.
  private func plan(drawing slide: Slide, _ headStart: FirstPicturePreload) {
    guard !options.opensGrid, let window = TerminalWindow.ofProgram?.size else { return }
    headStart.draw(as: FirstDrawing.Plan(options, SlideLook(slide.own), in: window, on: likelyTerminal))
  }

  /// The requested color depth, or nil to detect it.
  private var chosenDepth: ColorDepth? {
    switch depth {
    case .auto: nil
    case .depth(let depth): depth
    }
  }
}

/// Keeps the loop alive.
@MainActor
private enum RunningLoop {
  static var loop: EventLoop?
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

/// How slides are written to standard output on exit.
struct SlideNaming: Sendable {
  /// Whether marked slides are written when the user quits.
  var namesMarked: Bool
  /// Whether each name ends with NUL instead of a newline.
  var endsWithNUL: Bool

  /// Writes the names of slides.
  func write(_ slides: [Slide]) {
    // A program gets exact names; for a terminal, control characters are made visible.
    let isSeen = isatty(STDOUT_FILENO) == 1
    var bytes: [UInt8] = []
    for slide in slides {
      let name = slide.location.printedReference
      bytes += isSeen ? StandardError.line(String(decoding: name, as: UTF8.self)) : name
      bytes.append(endsWithNUL && !isSeen ? 0 : 0x0A)
    }
    StandardOutput.write(bytes)
  }
}

/// Ends the process once the terminal is restored.
enum Ending {
  /// Exits with the outcome's status. After a signal, the process ends by that signal.
  static func leave(_ outcome: Outcome, isPicking: Bool, naming: SlideNaming, request: DeckRequest) -> Never {
    switch outcome {
    case .quit(let marked):
      if naming.namesMarked { naming.write(marked) }
      exit(isPicking ? 130 : 0)
    case .picked(let slides):
      naming.write(slides)
      exit(0)
    case .noSlides:
      StandardError.report(request.nothingFound)
      exit(1)
    case .nothingShown(let reason):
      StandardError.report(reason)
      exit(1)
    case .hangup: exit(128 + SIGHUP)
    case .signal(let number):
      signal(number, SIG_DFL)
      raiseUnblocked(number)
      // Reached only if the signal is blocked.
      exit(128 + number)
    }
  }
}
