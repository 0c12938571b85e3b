import Carousel
import CarouselApp
import CarouselValues
@testable import Decks
import RemoteControl
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Slides for which a deck sets something in place of the options.
@MainActor struct SessionOwnSettingsTests: OwnSettingsTesting {
  let interval: Duration? = .seconds(5)

  // MARK: - Duration

  @Test func `a slide is shown for its own duration, the others for the interval`() {
    var stage = stage([("red", plain), ("green", OwnSettings(duration: .seconds(20))), ("blue", plain)])
    stage.wait(5.5)
    expect(stage.color(10, 2), equals: "green")
    stage.wait(19)
    expect(stage.color(10, 2), equals: "green")
    stage.wait(1.5)
    expect(stage.color(10, 2), equals: "blue")
    stage.wait(5.5)
    expect(stage.color(10, 2), equals: "red")
  }

  @Test func `a slide that holds stays until a key moves on, and the interval counts again`() {
    var stage = stage([("red", OwnSettings(duration: .hold)), ("green", plain)])
    stage.wait(600)
    expect(stage.color(10, 2), equals: "red")
    stage.press(.right)
    stage.wait(0.5)
    expect(stage.color(10, 2), equals: "green")
    stage.wait(5.5)
    expect(stage.color(10, 2), equals: "red")
  }

  @Test func `a slide's own duration counts without auto-advance, too`() {
    var stage = stage([("red", OwnSettings(duration: .seconds(3))), ("green", plain)]) { $0.settings.interval = nil }
    stage.wait(3.5)
    expect(stage.color(10, 2), equals: "green")
    stage.wait(60)
    expect(stage.color(10, 2), equals: "green")
  }

  @Test func `the countdown is that of the slide's own duration`() {
    var stage = stage([("red", OwnSettings(duration: .seconds(20))), ("green", plain)]) {
      $0.preferences.overlays.showsCountdown = true
    }
    stage.wait(10)
    expect(stage.session.machine.frame(at: stage.now).countdown, equals: 0.5)
    // A column of 20 takes a second.
    expect(stage.requests.wake, equals: stage.now.advanced(by: .seconds(1)))
  }

  @Test func `durations follow their slides when the deck is read again`() {
    var stage = stage([("red", plain), ("green", OwnSettings(duration: .seconds(20)))])
    stage.press(.right)
    stage.wait(1)
    show([("blue", plain), ("red", plain), ("green", OwnSettings(duration: .seconds(20)))], &stage)
    stage.wait(15)
    expect(stage.color(10, 2), equals: "green")
    stage.wait(5)
    expect(stage.color(10, 2), equals: "blue")
  }

  @Test func `durations follow their slides when a shuffled deck is shuffled again`() {
    var stage = Stage {
      $0.settings.interval = .seconds(2)
      $0.settings.transition = .none
    }
    let slides = (0..<8).map { Slide(.file(Path("p\($0)")), own: OwnSettings(duration: $0 == 3 ? .seconds(9) : nil)) }
    stage.apply(Deck([.slides(slides)], shuffleSeed: 5), isComplete: true)
    for _ in 0..<40 {
      stage.wait(1)
      let deck = stage.session.deck
      let long = (0..<8).first { deck[$0].location == .file(Path("p3")) }
      expect(Set(stage.session.machine.settings.slides.keys), equals: Set([long].compactMap { $0 }))
    }
  }

  @Test func `with --interval auto, an animation with its own duration is left when that is over`() {
    var stage = Stage(moving: ["red", "green"]) { options in
      options.settings.interval = .seconds(5)
      options.waitsForPlayback = true
    }
    let slides = [Slide(.file(Path("red")), own: OwnSettings(duration: .seconds(3))), Slide(.file(Path("green")))]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.load()
    expect(stage.session.machine.pauseReasons, equals: [])
    stage.wait(3.5)
    expect(stage.current, equals: 1)
    expect(stage.session.machine.pauseReasons, equals: [.playback])
  }

  // MARK: - Transition

  private func fading(change: (inout Options) -> Void = { _ in }) -> Stage {
    stage([("red", plain), ("green", OwnSettings(transition: "fade")), ("blue", plain)]) {
      $0.settings.interval = nil
      change(&$0)
    }
  }

  private func pass(_ milliseconds: Int, _ stage: inout Stage) {
    stage.now = stage.now.advanced(by: .milliseconds(milliseconds))
    stage.send(.tick)
  }

  /// The colors in a row, from left to right.
  private func colors(_ stage: Stage) -> [Color] {
    let row = (0..<20).map { stage.frame[$0, 2].background }
    return row.enumerated().filter { $0.offset == 0 || row[$0.offset - 1] != $0.element }.map(\.element)
  }

  private let red = Color(red: 255, green: 0, blue: 0)
  private let green = Color(red: 0, green: 255, blue: 0)

  @Test func `a slide comes in with its own transition, forward and backward, the others with that of the option`() {
    var stage = fading()
    stage.press(.right)
    pass(100, &stage)
    // The whole window is a mixture of both.
    expect(colors(stage).count, equals: 1)
    #expect(colors(stage)[0] != red && colors(stage)[0] != green)
    stage.wait(1)
    stage.press(.right)
    pass(100, &stage)
    expect(colors(stage), equals: [green, Color(red: 0, green: 0, blue: 255)])
    stage.wait(1)
    stage.press(.left)
    pass(100, &stage)
    expect(colors(stage).count, equals: 1)
    stage.wait(1)
    expect(colors(stage), equals: [green])
  }

  @Test func `c chooses a change mode for all slides, also for those that have their own`() {
    var stage = fading { $0.settings.transition = .none }
    stage.type("c")
    expect(stage.session.machine.settings.slides, equals: [:])
    expect(stage.session.machine.settings.transition, equals: .slide)
    stage.press(.right)
    pass(100, &stage)
    expect(colors(stage), equals: [red, green])
  }

  @Test func `if nothing is to move, slides come in at once`() {
    var stage = fading {
      $0.settings.transition = .none
      $0.usesSlidesTransitions = false
    }
    stage.press(.right)
    expect(colors(stage), equals: [green])
  }

  @Test func `transitions follow their slides when the deck is read again in mid-motion`() {
    var stage = fading()
    stage.press(.right)
    pass(100, &stage)
    show(
      [("white", plain), ("red", plain), ("green", OwnSettings(transition: "fade")), ("blue", plain)], &stage)
    expect(colors(stage).count, equals: 1)
    stage.wait(1)
    expect(colors(stage), equals: [green])
    stage.press(.left)
    pass(100, &stage)
    expect(colors(stage), equals: [red, green])
  }

  // MARK: - Clients

  @Test func `clients learn what a deck sets for the slide, in its words, and the interval of the others`() {
    let own = OwnSettings(duration: .hold, transition: "fade", background: "#00f", fit: "cover")
    var stage = stage([("red", own), ("green", OwnSettings(duration: .seconds(2.5))), ("blue", plain)])
    let held = stage.session.remoteState(at: stage.now)
    expect(held.interval, equals: 5)
    expect(held.slide?.duration, equals: .hold)
    expect(
      [held.slide?.transition, held.slide?.background, held.slide?.fit], equals: ["fade", "#00f", "cover"])
    stage.press(.right)
    stage.wait(0.5)
    expect(stage.session.remoteState(at: stage.now).slide?.duration, equals: .seconds(2.5))
    stage.press(.right)
    stage.wait(0.5)
    expect(stage.session.remoteState(at: stage.now).slide?.duration, equals: nil)
  }

  // MARK: - Problems

  @Test func `a problem of a deck's settings is shown once it is read, and again only if it is another one`() {
    func bad(_ problem: String) -> OwnSettings { OwnSettings(problem: problem) }
    var stage = stage([("red", bad("deck.json, entry 1: wrong")), ("green", bad("b"))], columns: 60)
    #expect(stage.frame.textRows.joined().contains("deck.json, entry 1: wrong (and 1 more)"))
    stage.wait(6)
    #expect(!stage.frame.textRows.joined().contains("entry"))
    show([("red", bad("deck.json, entry 1: wrong")), ("green", bad("b"))], &stage)
    #expect(!stage.frame.textRows.joined().contains("entry"))
    show([("red", plain), ("green", bad("deck.json, entry 2: wrong"))], &stage)
    #expect(stage.frame.textRows.joined().contains("deck.json, entry 2: wrong"))
  }

  @Test func `the facts name a slide's own settings and what is wrong with them`() {
    var stage = stage(
      [("red", OwnSettings(duration: .seconds(2.5), problem: "deck.json, entry 1: wrong"))], columns: 60, rows: 16)
    stage.wait(6)
    stage.press(.character("i"))
    let text = stage.frame.textRows.joined(separator: "\n")
    #expect(text.contains("2.5 s"))
    #expect(text.contains("deck.json, entry 1: wrong"))
  }
}
