import Carousel
import Decks
import Dispatch
import Glibc
import Pictures
import Rendering
import System
import Terminal
import Testing

@testable import CarouselApp

/// The event loop with an in-memory screen and a clock that the test sets.
@Suite @MainActor struct EventLoopTests {
  private final class TestScreen: Screen {
    let size = CellSize(columns: 20, rows: 5)
    let colorDepth = ColorDepth.truecolor
    let cellPixels: CellPixels? = nil
    let isDraining = false
    let statistics = FrameStatistics()
    private(set) var frameCount = 0

    func present(_ frame: Frame, as kind: FrameKind) { frameCount += 1 }
    func drain() {}
    func invalidate() {}
  }

  private final class TestDevice: TerminalDevice {
    let frames = TestScreen()
    var screen: any Screen { frames }
    let inputDescriptor: Int32
    let outputDescriptor: Int32
    let facts = TerminalFacts()
    var isResized = false

    init(_ descriptors: [Int32]) { (inputDescriptor, outputDescriptor) = (descriptors[0], descriptors[1]) }

    func readInput() -> [UInt8]? { [] }
    func makeInputDecoder() -> InputDecoder { InputDecoder() }
    func sizeChanged() {}
    func restore() {}
    func resume() {}
  }

  private final class NoSignals: SignalSource {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func report() {}
    func next() -> Int32? { nil }
    func send(_ signal: KeySignal) {}
    func ignoreInterrupts(_ isIgnored: Bool) {}
    func release() {}
  }

  private final class TestClock { var now = Timestamp.zero }

  /// Keeps the loops alive: a dispatch source must not be released before it has been activated.
  private static var loops: [EventLoop] = []

  /// Waits until the main queue has run its pending work.
  private func settle() async {
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
  }

  @Test func `an overdue frame is drawn even if another event arrives before the timer fires`() async throws {
    var descriptors: [Int32] = [-1, -1]
    try #require(unsafe pipe(&descriptors) == 0)
    let (device, clock) = (TestDevice(descriptors), TestClock())
    let session = Session(
      options: Options(settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half)),
      viewport: Viewport(size: device.frames.size), terminal: TerminalProfile(depth: .truecolor), at: clock.now)
    let store = PictureStore { _ in
      try? await Task.sleep(for: .seconds(600))
      return .failure(.cancelled)
    }
    let loop = EventLoop(
      device: device, signals: NoSignals(dup(descriptors[0])), session: session,
      providers: Providers(
        reader: DeckReader(DeckRequest(arguments: [])), store: store, loader: PictureLoader(), fetcher: nil),
      clock: { clock.now }, finish: { _ in })
    Self.loops.append(loop)
    let slides = ["slow", "slow, too"].map { Slide(Location(argument: $0.utf8), caption: nil) }
    loop.receive(.deck(DeckUpdate(Deck([.slides(slides)]), isComplete: true)))
    loop.start()
    await settle()
    let count = device.frames.frameCount
    // The placeholder is due at this time; the event itself changes nothing on screen.
    clock.now = Timestamp(.milliseconds(130))
    loop.receive(.performed(IssuedCommand(command: .repaint, generation: .first)))
    await settle()
    #expect(device.frames.frameCount == count + 1)
    // Nothing more is due.
    loop.receive(.performed(IssuedCommand(command: .repaint, generation: .first)))
    await settle()
    #expect(device.frames.frameCount == count + 1)
    loop.end(.noSlides)
  }
}
