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

  private func judge(_ deck: Deck, refusal: String? = nil) -> Bool {
    mailbox.judge(DeckMailbox.Judgment(deck: deck, refusal: refusal, first: nil))
  }

  @Test func `a judgment of the first slide suffices while the others are still being read`() {
    mailbox.post(DeckUpdate(start, isComplete: false))
    #expect(judge(start))
    let (deck, judgment) = mailbox.wait(.seconds(60))
    expect(deck?.count, equals: 1)
    #expect(judgment != nil)
  }

  @Test func `the first judgment counts`() {
    #expect(judge(start))
    mailbox.post(DeckUpdate(whole, isComplete: true))
    #expect(judge(whole, refusal: "no pictures"))
    let (deck, judgment) = mailbox.wait(.seconds(60))
    expect(deck?.count, equals: 1)
    expect(judgment?.refusal, equals: nil)
  }

  @Test func `a judgment after the wait is too late, unless there was one before`() {
    mailbox.post(DeckUpdate(start, isComplete: false))
    mailbox.post(DeckUpdate(whole, isComplete: true))
    let (deck, judgment) = mailbox.wait(.milliseconds(1))
    expect(deck?.count, equals: 2)
    #expect(judgment == nil)
    #expect(!judge(whole))
    let other = DeckMailbox()
    #expect(other.judge(DeckMailbox.Judgment(deck: start, refusal: nil, first: nil)))
    _ = other.wait(.milliseconds(1))
    #expect(other.judge(DeckMailbox.Judgment(deck: whole, refusal: nil, first: nil)))
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
