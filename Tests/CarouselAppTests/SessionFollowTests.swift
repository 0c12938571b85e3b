import Carousel
import Decks
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// `--follow`, and the key for the folder of a slide.
@MainActor struct SessionFollowTests {
  private func deck(_ names: [String]) -> Deck { Deck([.slides(names.map { Slide(.file(Path($0))) })]) }

  private func shown(_ stage: Stage) -> String? {
    stage.session.snapshot(at: stage.now).destination.map {
      String(decoding: $0.slide.location.reference, as: UTF8.self)
    }
  }

  private func read(_ names: [String], newest: Int?, _ stage: inout Stage) {
    let generation = stage.session.slides.reading.generation
    stage.send(.deck(DeckUpdate(deck(names), isComplete: true, generation: generation, newest: newest)))
    stage.load()
  }

  @Test func `the newest of the files that have changed is shown, unless the carousel is paused`() {
    var stage = Stage("red", "green") { $0.follows = true }
    let changed: Set = [Path("/x/blue"), Path("/x/white")]
    stage.send(.sourcesChanged(files: changed, unfinished: []))
    expect(stage.session.slides.reading.followed, equals: changed)
    read(["blue", "green", "red", "white"], newest: 3, &stage)
    expect(shown(stage), equals: "white")
    stage.press(.character(" "))
    stage.send(.sourcesChanged(files: changed, unfinished: []))
    read(["blue", "green", "red", "white"], newest: 0, &stage)
    expect(shown(stage), equals: "white")
  }

  @Test func `files that change while the sources are read are followed, too`() {
    var stage = Stage("red", "green") { $0.follows = true }
    stage.send(.sourcesChanged(files: [Path("/x/blue")], unfinished: []))
    stage.send(.sourcesChanged(files: [Path("/x/white")], unfinished: []))
    expect(stage.session.slides.reading.followed, equals: [Path("/x/blue"), Path("/x/white")])
    read(["red", "green"], newest: nil, &stage)
    stage.send(.sourcesChanged(files: [Path("/x/red")], unfinished: []))
    expect(stage.session.slides.reading.followed, equals: [Path("/x/red")])
  }

  @Test func `without --follow the slide on screen stays`() {
    var stage = Stage("red", "green")
    stage.send(.sourcesChanged(files: [Path("/x/blue")], unfinished: []))
    expect(stage.session.slides.reading.followed, equals: [])
  }

  @Test func `s shows the folder of the slide, and again the slides from before, at the same slide`() {
    var stage = Stage("red", columns: 60)
    stage.deck(["x/red", "y/green"])
    stage.press(.right, .character("s"))
    expect(stage.session.slides.reading.folder, equals: Path("y"))
    stage.deck(["y/blue", "y/green", "y/white"])
    expect(shown(stage), equals: "y/green")
    // A reload stays in the folder.
    stage.press(.character("r"))
    expect(stage.session.slides.reading.folder, equals: Path("y"))
    stage.deck(["y/blue", "y/green", "y/white"])
    stage.press(.character("s"))
    expect(stage.session.slides.reading.folder, equals: nil)
    stage.deck(["x/red", "y/green"])
    expect(shown(stage), equals: "y/green")
  }

  @Test func `a slide from the network is in no folder`() {
    var stage = Stage("red")
    stage.apply(Deck([.slides([Slide(.url("https://example.org/a.png"))])]), isComplete: true)
    stage.press(.character("s"))
    expect(stage.session.slides.reading.folder, equals: nil)
    expect(stage.session.overlays.message(at: stage.now), equals: "this slide is in no folder")
  }
}
