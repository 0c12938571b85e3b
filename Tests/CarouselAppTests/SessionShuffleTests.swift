import Carousel
import CarouselApp
import Decks
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A shuffled session")
@MainActor struct SessionShuffleTests {
  private func stage(_ count: Int, seed: UInt64) -> Stage {
    var stage = Stage {
      $0.settings.interval = .seconds(2)
      $0.settings.transition = .none
      // Otherwise the program would end, because none of the pictures can be shown.
      $0.watches = true
    }
    let slides = (0..<count).map { Slide(Location(argument: "p\($0)".utf8)) }
    stage.apply(Deck([.slides(slides)], shuffleSeed: seed), isComplete: true)
    return stage
  }

  private func name(_ stage: Stage) -> String {
    stage.current.map { String(decoding: stage.session.deck[$0].location.reference, as: UTF8.self) } ?? "none"
  }

  @Test(arguments: [3, 4, 7, 11])
  func `each round shows every slide once in a new order, without repeats between rounds`(count: Int) {
    for seed in Rounds.seeds(3) {
      var stage = stage(count, seed: seed)
      var shown = [name(stage)]
      for _ in 0..<count * 20 where shown.count < count * 6 {
        stage.wait(1)
        if name(stage) != shown.last { shown.append(name(stage)) }
      }
      guard shown.count == count * 6 else { return #expect(Bool(false), "\(shown)") }
      let rounds = (0..<6).map { Array(shown[$0 * count..<($0 + 1) * count]) }
      for round in rounds { expect(Set(round).count, equals: count, "\(rounds)") }
      // A slide shown twice in a row would be recorded only once, and the rounds after it would not be whole.
      if count > 4 { #expect(Set(rounds).count > 3, "\(rounds)") }
    }
  }

  @Test func `going back revisits the slides in reverse order, also across rounds`() {
    var stage = stage(9, seed: 3)
    stage.press(.character(" "))
    var seen: [String] = []
    for _ in 0..<9 {
      seen.append(name(stage))
      stage.press(.right)
      stage.wait(1)
    }
    for back in 1...3 {
      stage.press(.left)
      stage.wait(1)
      expect(name(stage), equals: seen[9 - back])
    }
  }

  @Test func `an unshuffled deck keeps its order`() {
    var stage = Stage("red", "green", "blue", "white")
    for _ in 0..<9 {
      stage.press(.right)
      stage.wait(1)
    }
    expect(stage.current, equals: 1)
    expect(
      (0..<4).map { stage.session.deck[$0].location },
      equals: ["red", "green", "blue", "white"].map { .file(Path($0)) })
  }
}
