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

  /// Runs the main loop; returns only by throwing.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  func run() throws(ExitStatus) {
    try SystemLimit.check()
    let fetcher = Fetcher(network.settings) { updates in
      MainQueue.async { for update in updates { RunningLoop.loop?.receive(.download(update)) } }
    }
    // Watching begins before the sources are read, so that no change is missed.
    let watch = watches ? SourceWatch(request) { report in MainQueue.async { RunningLoop.loop?.receive(report) } } : nil
    let reader = DeckReader(request, programs: loader.programs, fetcher: fetcher, watch: watch)
    let mailbox = DeckMailbox()
    let expectsPixels = pixels.expectsKittyGraphics(environment: environment.variables)
    let reading = SourceReading(
      reader: reader, mailbox: mailbox, loader: loader, options: options, watches: watches,
      expectsPixels: expectsPixels,
      style: expectsPixels ? nil : SlideStyle(options.preferences.picture, on: likelyTerminal))
    guard reading.begin() else {
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
      reading.prepareDrawing()
      headStart = deck.flatMap(reading.firstPicture)
      headStart?.begin()
    }
    if !expectsPixels, let deck, let headStart { plan(drawing: reading.firstSlide(of: deck), headStart) }
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
        colorDepth: depth.chosen, choice: screen, pixels: pixels, usesMouse: usesMouse, bidi: bidi,
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
          return headStart.picture(within: SourceReading.firstPictureTimeout, slot: slot, style: style)
        }
      },
      asking: TerminalQuery.atStart(environment: environment.variables, pixels: pixels, notifies: options.notifies))
    remote?.start(loop)
    watch?.start()
    dispatchMain()
  }

  /// The terminal in the colors that it probably has.
  private var likelyTerminal: TerminalProfile {
    var terminal = terminal
    terminal.depth = depth.chosen ?? environment.depthForPrinting
    return terminal
  }

  /// Has the first picture drawn once it is decoded.
  private func plan(drawing slide: Slide, _ headStart: FirstPicturePreload) {
    guard !options.opensGrid, let window = TerminalWindow.ofProgram?.size else { return }
    headStart.draw(as: FirstDrawing.Plan(options, SlideLook(slide.own), in: window, on: likelyTerminal))
  }
}

/// Keeps the loop alive.
@MainActor
private enum RunningLoop {
  static var loop: EventLoop?
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
      ProcessSignals.end(by: number)
      exit(128 + number)
    }
  }
}
