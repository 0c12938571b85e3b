import Testing

@testable import torture

/// Tests of interrupted and resumed runs.
struct RunStateTests {
  /// A run of some kinds, with figures.
  private var started: RunState {
    var state = RunState(seed: 7, kinds: [.signals, .pictures])
    state.round = 41
    state.report.inputs = 41
    state.report.hangs = 2
    return state
  }

  @Test func `what is kept is read back`() throws {
    #expect(try RunState(started.text) == started)
    #expect(started.text.hasPrefix("seed: 7\nkinds: signals,pictures\nnext round: 41\ninputs tried: 41\n"))
  }

  @Test func `a resumed run makes the attacks that the run would have made`() throws {
    var whole = RunState(seed: 3, kinds: Attack.allCases)
    var parts = whole
    for round in 0..<60 {
      if round % 7 == 0 { parts = try RunState(parts.text) }
      var (ofWhole, ofParts) = (whole.next(), parts.next())
      #expect(ofWhole.attack == ofParts.attack)
      #expect(ofWhole.chance.next() == ofParts.chance.next())
      whole.round += 1
      parts.round += 1
    }
  }

  @Test(arguments: [
    "", "7 41 1 2 3", "seed: 7\nkinds: signals\nnext round: 1\n", "seed: -1\n", "\u{0}\u{0}",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: RunState.Problem.unreadable) { try RunState(text) }
  }

  @Test(arguments: [("next round: 41", "next round: -1"), ("signals,", "smiles,"), ("seed: 7", "seed: x")])
  func `a value that cannot be is refused`(value: String, other: String) {
    #expect(throws: RunState.Problem.unreadable) { try RunState(started.text.replacing(value, with: other)) }
  }

  @Test func `a run is resumed as it was begun`() throws {
    try started.check(seed: nil, kinds: nil)
    try started.check(seed: 7, kinds: [.signals, .pictures])
    #expect(throws: RunState.Problem.differs("seed 7")) { try started.check(seed: 8, kinds: nil) }
    #expect(throws: RunState.Problem.differs("--only signals,pictures")) { try started.check(seed: 7, kinds: [.early]) }
  }
}
