@testable import CarouselApp
import TestSupport
import Testing

@Suite("The lifecycle")
struct LifecycleTests {
  private static let all: [Lifecycle] = [
    .running, .suspended, .resumed, .stopped, .lent(to: nil), .lent(to: .init(process: 7)),
    .over,
  ]

  /// The states that may follow each state, besides `over`.
  private static let successors: [(state: Lifecycle, next: [Lifecycle])] = [
    (.running, [.suspended, .stopped, .lent(to: nil)]),
    (.suspended, [.resumed]),
    (.resumed, [.running, .suspended, .lent(to: nil)]),
    (.stopped, [.running]),
    (.lent(to: nil), [.running, .lent(to: .init(process: 7))]),
    (.lent(to: .init(process: 7)), [.running, .lent(to: .init(process: 7))]),
  ]

  @Test(arguments: successors) func `each state may change only to its successors or to over`(
    state: Lifecycle, next: [Lifecycle]
  ) {
    for other in Self.all {
      expect(state.mayBecome(other), equals: (next.contains(other) || other == .over), "\(other)")
    }
  }

  @Test func `the over state is final`() {
    for other in Self.all { #expect(!Lifecycle.over.mayBecome(other)) }
  }

  @Test func `a forbidden transition leaves the state unchanged`() {
    var lifecycle = Lifecycle.suspended
    let isLent = lifecycle.become(.lent(to: nil))
    #expect(!isLent)
    expect(lifecycle, equals: .suspended)
    let isResumed = lifecycle.become(.resumed)
    #expect(isResumed)
    expect(lifecycle, equals: .resumed)
  }

  @Test func `only the running and resumed states have the terminal`() {
    expect(Self.all.filter(\.hasTerminal), equals: [.running, .resumed])
  }
}
