import Bitmaps
import Carousel
import CarouselValues
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// What depends on an event is up to date after it: each step comes after those on which it depends, so that nothing is
/// left for a later event.
@Suite @MainActor struct PropagationTests {
  /// Sends an event, then checks that nothing is left to follow from it.
  private func check(_ event: SessionEvent, _ stage: Stage) {
    var session = stage.session
    session.update(event, at: stage.now)
    let (view, requests) = (session.view(at: stage.now), session.requests(at: stage.now))
    session.update(.tick, at: stage.now)
    expect(session.view(at: stage.now), equals: view, "\(event)")
    expect(session.requests(at: stage.now), equals: requests, "\(event)")
  }

  private static func stage() -> Stage {
    Stage("red", "slow", "green", "blue", columns: 40, rows: 12, moving: ["green"]) {
      $0.settings.interval = .seconds(5)
      $0.waitsForPlayback = true
      $0.preferences.overlays.showsTabs = true
    }
  }

  @Test(
    arguments: [
      [], [.enter], [.character("g")], [.character("i")], [.character("H")], [.character("?")], [.character("/")],
      [.enter, .character("+")], [.character("g"), .enter], [.end, .left],
    ] as [[Key]])
  func `an event leaves nothing to be done at the same time`(state: [Key]) {
    var stage = Self.stage()
    for key in state { stage.press(key) }
    let keys: [Key] = [
      .right, .left, .end, .enter, .escape, .character("g"), .character("+"), .character("c"), .character("?"),
      .character("o"), .character("m"), .character("r"), .character(" "), .character("7"), .character("w"),
    ]
    for wait in [0, 0.1, 1] {
      stage.wait(wait)
      for key in keys { check(.input(.key(key)), stage) }
      check(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5), stage)
      check(.lifecycle(.suspended), stage)
      check(
        .deck(
          DeckUpdate(
            Deck([.slides(["blue", "red"].map { Slide(Location(argument: $0.utf8), caption: nil) })]), isComplete: true,
            generation: stage.session.slides.reading.generation)), stage)
      check(.sourcesChanged(files: [Path("red").absolute], unfinished: []), stage)
      stage.press(.right)
    }
  }

  /// The names of the pictures that are requested for slides on screen.
  private func visible(_ session: Session, at now: Timestamp) -> [String] {
    session.requests(at: now).pictures.visible.map { String(decoding: $0.key.location.reference, as: UTF8.self) }
  }

  @Test func `a swipe in the viewer requests the slide that it goes to at once`() {
    var stage = Stage("red", "green", "slow", columns: 40, rows: 12)
    stage.press(.right, .enter)
    stage.wait(1)
    var session = stage.session
    session.update(.input(.key(.right)), at: stage.now)
    expect(session.viewer?.location, equals: .file(Path("slow")))
    expect(visible(session, at: stage.now), equals: ["slow"])
  }

  @Test func `the grid's thumbnails are requested in the size of its columns at once`() {
    let stage = Stage("red", "green", "blue", columns: 40, rows: 12)
    var session = stage.session
    session.update(.input(.key(.character("g"))), at: stage.now)
    let wide = session.requests(at: stage.now).pictures.visible.map(\.key.shape.fit.box.width)
    session.update(.input(.key(.character("+"))), at: stage.now)
    let narrow = session.requests(at: stage.now).pictures.visible.map(\.key.shape.fit.box.width)
    #expect(!wide.isEmpty && narrow.count == wide.count && narrow[0] < wide[0])
  }

  @Test func `once an animation has been played, the next slide comes and its picture is requested in the same turn`() {
    var stage = Stage("red", "slow", "green", columns: 40, rows: 12, moving: ["red"]) {
      $0.settings.interval = .seconds(5)
      $0.settings.minimumInterval = .zero
      $0.waitsForPlayback = true
    }
    stage.wait(0.01)
    for name in ["red", "blue", nil] { stage.decodeFrame(name) }
    var session = stage.session
    let before = stage.now.advanced(by: .milliseconds(199))
    session.update(.tick, at: before)
    expect(session.snapshot(at: before).destination?.index, equals: 0)
    let end = stage.now.advanced(by: .milliseconds(200))
    session.update(.tick, at: end)
    let now = session.snapshot(at: end)
    #expect(now.destination?.index == 1 && now.frame.isMoving)
    expect(visible(session, at: end), equals: ["slow"])
  }

  @Test func `auto-advance counts from when a panel closes, in the frame of the same turn`() {
    var stage = Stage("red", "green", columns: 40, rows: 12) { $0.settings.interval = .seconds(5) }
    stage.press(.character("?"))
    stage.wait(3)
    var session = stage.session
    expect(session.snapshot(at: stage.now).frame.countdown, equals: nil)
    session.update(.input(.key(.escape)), at: stage.now)
    expect(session.snapshot(at: stage.now).frame.countdown, equals: 0)
  }
}
