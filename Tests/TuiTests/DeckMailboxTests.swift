import CarouselApp
import Decks
import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@testable import tui

/// What the main queue learns of the deck before it takes over the terminal.
@Suite struct DeckMailboxTests {
  private let mailbox = DeckMailbox()
  private let start = deck("start.png")
  private let whole = deck("a.png", "start.png")

  private static func deck(_ paths: String...) -> Deck {
    Deck([.slides(paths.map { Slide(.file(Path($0))) })])
  }

  @Test func `a verdict on the first slide suffices while the others are still being read`() {
    mailbox.post(DeckUpdate(start, isComplete: false))
    mailbox.decide(refusal: nil)
    expect(mailbox.refusal(within: .seconds(60)), equals: nil)
  }

  @Test func `the first verdict counts`() {
    mailbox.decide(refusal: "no pictures")
    mailbox.decide(refusal: nil)
    expect(mailbox.refusal(within: .seconds(60)), equals: "no pictures")
  }

  @Test func `a deck without a verdict in time may be shown`() {
    mailbox.post(DeckUpdate(whole, isComplete: true))
    expect(mailbox.refusal(within: .milliseconds(1)), equals: nil)
  }

  @Test func `decks read so far are delivered, and later ones are sent on`() {
    mailbox.post(DeckUpdate(start, isComplete: false))
    let later = Received()
    let earlier = mailbox.deliver { later.append($0) }
    expect(earlier.map(\.deck.count), equals: [1])
    mailbox.post(DeckUpdate(whole, isComplete: true))
    expect(later.counts, equals: [2])
  }
}

/// The decks that have been sent on.
private final class Received: Sendable {
  private let updates = Mutex<[DeckUpdate]>([])

  var counts: [Int] { updates.withLock { $0.map(\.deck.count) } }

  func append(_ update: DeckUpdate) { updates.withLock { $0.append(update) } }
}
