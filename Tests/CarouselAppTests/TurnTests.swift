import Bitmaps
import Carousel
import CarouselValues
@testable import CarouselApp
import Decks
import Downloads
import Imaging
@testable import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Scripted sessions: timestamped events, then checks of the requests and the screen. Only the order of the events
/// matters.
@Suite("A session's requests")
@MainActor struct TurnTests {
  /// A session and the time of its last event.
  private struct Script {
    var session: Session
    var renderer = FrameRenderer()
    var now = Timestamp.zero

    init(_ change: (inout Options) -> Void = { _ in }) {
      var options = Options(settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half))
      change(&options)
      session = Session(
        options: options, viewport: Viewport(size: CellSize(columns: 20, rows: 5)),
        terminal: TerminalProfile(depth: .truecolor), at: now)
    }

    @discardableResult
    mutating func at(_ milliseconds: Int, _ event: SessionEvent) -> Bool {
      now = Timestamp(.milliseconds(milliseconds))
      let before = session.view(at: now)
      session.update(event, at: now)
      return session.view(at: now) != before
    }

    var requests: Requests { session.requests(at: now) }
    var cells: CellBuffer {
      var renderer = renderer
      return renderer.frame(of: session.view(at: now)) { now }.cells
    }
    var rows: [String] { cells.textRows }
    var prerender: PrerenderJob? {
      var renderer = renderer
      return renderer.expect(requests.ahead)
    }
    /// Returns the paths and URLs in some requests.
    func names(_ requests: [PictureRequest]) -> [String] {
      requests.map { String(decoding: $0.key.location.reference, as: UTF8.self) }
    }

    /// Returns a picture of one color for a request.
    func picture(_ color: String, for request: PictureRequest, serial: UInt64, moves: Bool = false) -> PictureAnswer {
      .picture(
        Stage.picture(
          color, in: request.key, animation: moves ? PictureAnimation(plays: nil) : nil, serial: serial))
    }
  }

  @Test func `a session consists of at most twelve parts`() {
    #expect(Mirror(reflecting: Script().session).children.count <= 12)
  }

  private static func deck(_ names: String...) -> Deck {
    Deck([.slides(names.map { Slide(Location(argument: $0.utf8)) })])
  }

  @Test func `a new deck requests its pictures; once they arrive nothing more is requested`() throws {
    var script = Script()
    #expect(script.requests.pictures.isEmpty)
    expect(script.requests.wake, equals: Timestamp(.milliseconds(500)))
    script.at(10, .deck(DeckUpdate(Self.deck("red", "green", "blue"), isComplete: true)))
    expect(script.names(script.requests.pictures.visible), equals: ["red"])
    expect(script.names(script.requests.pictures.soon), equals: ["green", "blue"])
    // After 50 ms the thumbnail may stand in.
    expect(script.requests.wake, equals: Timestamp(.milliseconds(60)))
    let visible = try #require(script.requests.pictures.visible.first)
    script.at(20, .picture(visible, script.picture("red", for: visible, serial: 1)))
    expect(script.rows[4], equals: "       ● ○ ○        ")
    for (serial, request) in zip(2..., script.requests.pictures.soon) {
      script.at(30, .picture(request, script.picture("green", for: request, serial: UInt64(serial))))
    }
    #expect(script.requests.pictures.isEmpty)
    expect(script.requests.deck, equals: nil)
    #expect(script.requests.commands.isEmpty)
    // Nothing moves and nothing is awaited, so there is no wake-up at all.
    expect(script.requests.wake, equals: nil)
  }

  @Test func `querying frames and requests has no side effects, in either order`() throws {
    var script = Script()
    script.at(0, .deck(DeckUpdate(Self.deck("red", "green"), isComplete: true)))
    let visible = try #require(script.requests.pictures.visible.first)
    script.at(1, .picture(visible, script.picture("red", for: visible, serial: 1)))
    script.at(2, .input(.key(.right)))
    script.at(152, .tick)
    let first = (script.cells, script.requests)
    let second = (script.requests, script.cells)
    expect(first.0, equals: second.1)
    expect(first.1, equals: second.0)
    expect(script.session.frameKind(at: script.now), equals: .sliding)
    expect(script.requests.wake, equals: script.now)
  }

  @Test func `an answer to a superseded request is stale and dropped`() throws {
    var script = Script()
    script.at(0, .deck(DeckUpdate(Self.deck("red"), isComplete: true)))
    let old = try #require(script.requests.pictures.visible.first)
    script.at(5, .input(.key(.character("r"))))
    let new = try #require(script.requests.pictures.visible.first)
    #expect(new.key == old.key && new.generation > old.generation)
    expect(script.at(6, .picture(old, script.picture("red", for: old, serial: 1))), equals: false)
    expect(script.at(7, .picture(new, script.picture("red", for: new, serial: 2))), equals: true)
    // So is a deck from a superseded reading.
    let reading = try #require(script.requests.deck)
    #expect(reading.isForced && reading.generation == Generation.first.next)
    let late = script.at(8, .deck(DeckUpdate(Self.deck("late"), isComplete: true)))
    #expect(!late && script.session.deck.count == 1)
    script.at(9, .deck(DeckUpdate(Self.deck("a", "b"), isComplete: true, generation: reading.generation)))
    expect(script.requests.deck, equals: nil)
    expect(script.session.deck.count, equals: 2)
  }

  @Test(arguments: [true, false])
  func `the slides of a URL that serves a deck take its place, after another reading only if one is under way`(
    isComplete: Bool
  ) throws {
    var script = Script()
    let url = "http://h/wall"
    script.at(0, .deck(DeckUpdate(Self.deck(url, "last.jpg"), isComplete: isComplete)))
    let download = try #require(script.requests.downloads.first)
    expect(download.url, equals: url)
    let copy = FetchedCopy(path: Path("/cache/wall"), stamp: FileStamp(inode: 1, size: 5, modified: 1))
    script.at(
      5,
      .download(
        DownloadUpdate(url: url, generation: download.generation, .copy(copy, isKept: false, isFinal: true))))
    let picture = try #require(script.requests.pictures.visible.first)
    let served = ["http://h/1.jpg", "http://h/2.jpg"].map { Slide(.url($0)) }
    script.at(6, .picture(picture, .deck(served)))
    if isComplete {
      expect(script.requests.deck, equals: nil)
      let deck = script.session.deck
      expect((0..<deck.count).map { deck[$0].location }, equals: served.map(\.location) + [.file(Path("last.jpg"))])
    } else {
      // The reading under way does not know of these slides.
      expect(script.requests.deck?.generation, equals: Generation.first.next)
      expect(script.requests.deck?.isForced, equals: false)
    }
  }

  @Test func `a command is issued until it is performed, and its failure is shown`() throws {
    var script = Script { $0.click = .command("false") }
    script.at(0, .deck(DeckUpdate(Self.deck("red"), isComplete: true)))
    script.at(1, .input(.key(.enter)))
    let clicked = ClickedSlide(slide: Slide(.file(Path("red"))), number: 1, count: 1, caption: "")
    let issued = try #require(script.requests.commands.first)
    expect(issued.command, equals: .run(clicked, command: "false"))
    script.at(2, .performed(issued))
    #expect(script.requests.commands.isEmpty)
    script.at(3, .lifecycle(.lent(to: .init(process: 7))))
    expect(script.session.machine.pauseReasons, equals: [.hidden])
    script.at(900, .lifecycle(.running))
    script.at(901, .commandEnded(status: 1 << 8))
    #expect(script.session.machine.pauseReasons.isEmpty)
    #expect(script.rows[0].contains("the command"))
    // The message disappears automatically at this time.
    expect(script.requests.wake, equals: Timestamp(.milliseconds(2401)))
  }

  @Test func `two equal commands are both issued`() {
    var script = Script()
    script.at(0, .deck(DeckUpdate(Self.deck("red"), isComplete: true)))
    script.at(1, .input(.key(.control("l"))))
    script.at(2, .input(.key(.control("l"))))
    expect(script.requests.commands.map(\.command), equals: [.repaint, .repaint])
    script.at(3, .performed(script.requests.commands[0]))
    expect(script.requests.commands.count, equals: 1)
  }

  @Test func `a neighbor is prerendered once, and a resize requests the picture again`() throws {
    var script = Script()
    script.at(0, .deck(DeckUpdate(Self.deck("red", "green"), isComplete: true)))
    for serial in UInt64(1)...2 {
      let pictures = script.requests.pictures
      let request = try #require((pictures.visible + pictures.soon).first)
      script.at(1, .picture(request, script.picture(serial == 1 ? "red" : "green", for: request, serial: serial)))
    }
    _ = script.renderer.frame(of: script.session.view(at: script.now)) { script.now }
    let expected = script.renderer.expect(script.requests.ahead)
    let job = try #require(expected)
    let isVisible = script.renderer.keep(job.run(), of: job)
    #expect(!isVisible)
    expect(script.prerender, equals: nil)
    // Another window size is another generation.
    script.at(4, .resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5))
    _ = script.renderer.expect(script.requests.ahead)
    let isKept = script.renderer.keep(job.run(), of: job)
    #expect(!isKept && script.prerender == nil)
    expect(script.names(script.requests.pictures.visible), equals: ["red"])
  }

  @Test func `an animation that ends is repeated, and one that fails is not`() throws {
    var script = Script()
    script.at(0, .deck(DeckUpdate(Self.deck("red"), isComplete: true)))
    let request = try #require(script.requests.pictures.visible.first)
    script.at(1, .picture(request, script.picture("red", for: request, serial: 1, moves: true)))
    let first = try #require(script.requests.playback)
    #expect(first.wantsFrame && first.repeats == 0)
    let bitmap = Bitmap(
      size: PixelSize(width: 20, height: 10), pixels: Array(repeating: SIMD4(0, 0, 0, .max), count: 200), isOpaque: true
    )
    script.at(2, .playback(first, .frame(PictureFrame(bitmap: bitmap, delay: .milliseconds(40)))))
    script.at(3, .playback(first, .end))
    expect(script.requests.playback?.repeats, equals: 1)
    expect(script.requests.playback?.generation, equals: first.generation)
    script.at(4, .playback(first, .failed))
    expect(script.requests.playback?.wantsFrame, equals: false)
  }
}
