import Carousel
@testable import CarouselApp
import Decks
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Keys that act on "the slide" act on the destination of a motion: over SSH, a swipe and Enter may arrive in one read.
@Suite("Enter in mid-motion")
@MainActor struct SessionDestinationTests {
  /// Keys that arrive together, and the slide that the last of them, Enter, acts on.
  nonisolated static let cases: [(keys: [Key], slide: String, number: Int)] = [
    ([.enter], "red", 1),
    ([.right, .enter], "green", 2),
    ([.right, .right, .right, .enter], "white", 4),
    ([.left, .enter], "white", 4),
    ([.right, .left, .enter], "red", 1),
    ([.character("3"), .enter, .enter], "blue", 3),
    ([.end, .enter], "white", 4),
    ([.end, .home, .enter], "red", 1),
    ([.end, .right, .enter], "red", 1),
  ]

  private func stage(_ change: (inout Options) -> Void) -> Stage {
    Stage("red", "green", "blue", "white", change: change)
  }

  private func feed(_ keys: [Key], to stage: inout Stage) {
    // As from one read: no time passes and nothing else happens between the keys.
    for key in keys { stage.send(.input(.key(key))) }
  }

  @Test(arguments: cases)
  func `--pick names the slide that the motion goes to`(keys: [Key], slide: String, number: Int) {
    var stage = stage { $0.click = .pick }
    feed(keys, to: &stage)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path(slide)))]))])
  }

  @Test(arguments: cases)
  func `--on-click runs for the slide that the motion goes to`(keys: [Key], slide: String, number: Int) throws {
    var stage = stage {
      $0.click = .command("true")
      $0.captions = (try? CaptionFormat("%f, %n of %N")) ?? .deckCaption
    }
    feed(keys, to: &stage)
    let clicked = ClickedSlide(
      slide: Slide(.file(Path(slide))), number: number, count: 4, caption: "\(slide), \(number) of 4")
    expect(stage.effects, equals: [.run(clicked, command: "true")])
    // The carousel comes to rest on that slide.
    stage.wait(1)
    expect(stage.current, equals: number - 1)
  }

  @Test func `a background command also runs for the slide that the motion goes to`() {
    var stage = stage { $0.click = .backgroundCommand("true") }
    feed([.right, .enter], to: &stage)
    let clicked = ClickedSlide(slide: Slide(.file(Path("green"))), number: 2, count: 4, caption: "")
    expect(stage.effects, equals: [.runInBackground(clicked, command: "true")])
  }

  @Test(arguments: cases)
  func `the viewer immediately names the slide that the motion goes to`(keys: [Key], slide: String, number: Int) {
    var stage = stage { _ in }
    feed(keys, to: &stage)
    #expect(stage.row(0).hasSuffix(" \(number)/4 \(slide)  "))
    stage.wait(1)
    #expect(stage.row(0).hasSuffix(" \(number)/4 \(slide)  "))
    expect(stage.current, equals: number - 1)
  }

  @Test func `without wrap, Enter picks the last slide when the motion ends there`() {
    var stage = stage {
      $0.click = .pick
      $0.settings.wraps = false
    }
    feed([.right, .right, .right, .right, .right, .enter], to: &stage)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("white")))]))])
  }

  @Test func `Enter during an automatic change picks the incoming slide`() {
    var stage = stage {
      $0.click = .pick
      $0.settings.interval = .seconds(2)
    }
    stage.wait(2.05)
    expect(stage.current, equals: 0)
    feed([.enter], to: &stage)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("green")))]))])
  }

  @Test func `Enter during a drag picks the slide that would settle`() {
    for (columns, slide) in [([12], "red"), ([12, 3], "green")] {
      var stage = stage { $0.click = .pick }
      stage.mouse(.pressed(.left), 15, 2)
      for column in columns { stage.mouse(.dragged(.left), column, 2) }
      feed([.enter], to: &stage)
      expect(stage.effects, equals: [.end(.picked([Slide(.file(Path(slide)))]))])
    }
  }
}
