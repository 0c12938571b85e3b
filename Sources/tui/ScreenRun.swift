import ArgumentParser
import Carousel
import CarouselApp
import Decks
import Dispatch
import Downloads
import Glibc
import NcursesScreen
import Pictures
import Rendering
import Synchronization
import System
import Terminal

/// Slides on a screen, until the user leaves.
@MainActor
struct ScreenRun {
  let options: Options
  /// What the environment says of the terminal.
  let terminal: TerminalProfile
  let request: DeckRequest
  let loader: PictureLoader
  /// Already decoded, if the window is what it seems to be.
  let placeholder: PreloadedPicture?
  let network: Network
  let watches: Bool
  let depth: DepthArgument
  let pixels: PixelChoice
  let screen: ScreenChoice
  let framesPerSecond: Int
  let showsStatistics: Bool
  let naming: SlideNaming
  let environment: ProcessEnvironment

  /// How long the terminal is left alone while the sources are read: long enough to say that there is nothing in them
  /// without touching it, too short to be felt.
  private static let patience = DispatchTimeInterval.milliseconds(60)

  /// How long the first frame waits for the first picture: a card that stands for less than this would only flash.
  private static let placeholderDelay = DispatchTimeInterval.milliseconds(12)

  /// Runs the main loop; does not return.
  func run() throws {
    try SystemLimit.check()
    PictureMemory.returnWhenFreed()
    let fetcher = Fetcher(network.settings) { updates in
      MainQueue.async { for update in updates { RunningLoop.loop?.receive(.download(update)) } }
    }
    let reader = DeckReader(request, fetcher: fetcher)
    // Before the sources are read, so that nothing falls between.
    let watch = watches ? SourceWatch(request) { report in MainQueue.async { RunningLoop.loop?.receive(report) } } : nil
    let mailbox = DeckMailbox()
    DispatchQueue(label: "tui.reading").async {
      let deck = reader.read { mailbox.post(DeckUpdate($0, isComplete: false)) }
      mailbox.post(DeckUpdate(deck, isComplete: true))
    }
    let deck = mailbox.wait(ScreenRun.patience)
    // What is watched may yet come to have some.
    if let deck, deck.count == 0, !watches {
      network.leave(fetcher)
      StandardError.say(request.nothingFound)
      throw ExitCode(1)
    }
    let headStart = deck.flatMap(begin)
    // Before the terminal is taken: a signal that came in between would leave it so.
    guard let signals = ProcessSignals() else { throw SystemLimit.descriptors.refusal }
    let device: NcursesDevice
    do throws(TerminalOpenError) {
      device = try NcursesDevice.open(
        colorDepth: chosenDepth, choice: screen, pixels: pixels, environment: environment.variables)
    } catch {
      StandardError.say(options.click == .pick ? error.descriptionForScreen : error.description)
      throw ExitCode(1)
    }
    var terminal = terminal
    terminal.depth = device.screen.colorDepth
    let viewport = Viewport(
      size: device.screen.size, cellAspect: device.screen.cellPixels?.aspect ?? CellPixels.usualAspect)
    let session = Session(options: options, viewport: viewport, terminal: terminal, at: Timestamp(MonotonicClock.now))
    let placeholder = placeholder
    let store = PictureStore(memoryLimit: network.memoryLimit, loader: loader) { key in
      placeholder?.claim(for: key) ?? headStart?.picture(for: key)
    }
    let (request, network) = (request, network)
    let (isPicking, naming, showsStatistics) = (options.click == .pick, naming, showsStatistics)
    let loop = EventLoop(
      device: device, signals: signals, session: session,
      providers: Providers(
        reader: reader, store: store, loader: loader, fetcher: fetcher, pixelsAhead: { headStart?.pixels(for: $0) }),
      tmux: TmuxInquiry(environment: environment.variables, pixels: pixels), framesPerSecond: framesPerSecond,
      clock: { Timestamp(MonotonicClock.now) }
    ) { outcome in
      device.restore()
      signals.release()
      network.leave(fetcher)
      RunningPrograms.end()
      if showsStatistics, let statistics = RunningLoop.loop?.statistics { StandardError.tell(statistics.report) }
      Ending.leave(outcome, isPicking: isPicking, naming: naming, request: request)
    }
    // The loop lives as long as the process: the sources hold it weakly.
    RunningLoop.loop = loop
    // What has been read is there before the first frame.
    for update in mailbox.deliver(to: { update in MainQueue.async { RunningLoop.loop?.receive(.deck(update)) } }) {
      loop.receive(.deck(update))
    }
    loop.start(
      with: headStart?.picture(within: ScreenRun.placeholderDelay),
      asking: TerminalQuery.atStart(environment: environment.variables, pixels: pixels))
    watch?.start()
    dispatchMain()
  }

  /// Begins with the picture that the carousel will begin with, in the window as it seems to be.
  private func begin(_ deck: Deck) -> HeadStart? {
    let expectsPixels = pixels.expectsKittyGraphics(environment: environment.variables)
    guard let shapes = options.shapesOfWindow(expectsPixels: expectsPixels), deck.count > 0 else { return nil }
    let first = options.start.position(in: deck) ?? 0
    return HeadStart(deck[first].location, shape: shapes.cells, pixelShape: shapes.pixels, loader: loader)
  }

  /// The colours that were asked for; nil: as many as the terminal has.
  private var chosenDepth: ColorDepth? {
    switch depth {
    case .auto: nil
    case .depth(let depth): depth
    }
  }
}

/// Keeps the loop.
@MainActor
private enum RunningLoop {
  static var loop: EventLoop?
}

/// Decks on their way from the thread that reads them to the main queue.
private final class DeckMailbox: Sendable {
  private struct State {
    var waiting: [DeckUpdate] = []
    var receiver: (@Sendable (DeckUpdate) -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  init() {}

  func post(_ update: DeckUpdate) {
    let receiver = state.withLock { state in
      if state.receiver == nil { state.waiting.append(update) }
      return state.receiver
    }
    receiver?(update)
    if update.isComplete { arrival.signal() }
  }

  /// The complete deck, if it comes in time.
  func wait(_ patience: DispatchTimeInterval) -> Deck? {
    guard arrival.wait(timeout: .now() + patience) == .success else { return nil }
    return state.withLock { $0.waiting.last?.deck }
  }

  /// Hands over what comes; what came is returned.
  func deliver(to receiver: @escaping @Sendable (DeckUpdate) -> Void) -> [DeckUpdate] {
    state.withLock { state in
      state.receiver = receiver
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}

/// How slides are named on standard output at the end.
struct SlideNaming: Sendable {
  /// Whether marked slides are named when the user leaves.
  var namesMarked: Bool
  /// Whether each name ends with NUL instead of a newline.
  var endsWithNUL: Bool

  /// Names slides, one after the other.
  func write(_ slides: [Slide]) {
    // For a program names are exact; a terminal must not be commanded by them.
    let isSeen = isatty(STDOUT_FILENO) == 1
    var bytes: [UInt8] = []
    for slide in slides {
      // A file in memory ends with us: its name for the next program is where it came from.
      let isInput = if case .input = slide.location { true } else { false }
      let name = isInput ? slide.location.reference : slide.location.argument
      bytes += isSeen ? StandardError.line(String(decoding: name, as: UTF8.self)) : name
      bytes.append(endsWithNUL && !isSeen ? 0 : 0x0A)
    }
    StandardOutput.write(bytes)
  }
}

/// The end of the process, once the terminal is as it was.
enum Ending {
  /// Ends with the status that the outcome calls for; a signal ends us as it would have.
  static func leave(_ outcome: Outcome, isPicking: Bool, naming: SlideNaming, request: DeckRequest) -> Never {
    switch outcome {
    case .quit(let marked):
      if naming.namesMarked { naming.write(marked) }
      exit(isPicking ? 130 : 0)
    case .picked(let slides):
      naming.write(slides)
      exit(0)
    case .noSlides:
      StandardError.say(request.nothingFound)
      exit(1)
    case .hangup: exit(128 + SIGHUP)
    case .signal(let number):
      signal(number, SIG_DFL)
      raiseUnblocked(number)
      // Only where the signal is blocked does anything come after it.
      exit(128 + number)
    }
  }
}
