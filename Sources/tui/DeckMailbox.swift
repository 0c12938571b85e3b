import CarouselApp
import Decks
import Dispatch
import Synchronization
import System

/// Passes decks from the thread that reads them to the main queue.
final class DeckMailbox: Sendable {
  /// What is known of a complete deck before any of its pictures is loaded.
  struct Judgment: Sendable {
    /// Why none of its slides can be shown; nil if one may be.
    var refusal: String?
    /// The picture that will be shown first; nil if it cannot be decoded ahead.
    var first: FirstPicturePreload?
  }

  private struct State {
    var waiting: [DeckUpdate] = []
    var judgment: Judgment?
    /// Whether nobody waits for the judgment anymore.
    var isLate = false
    var receiver: (@Sendable (DeckUpdate) -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  init() {}

  /// Posts a deck.
  func post(_ update: DeckUpdate) {
    let receiver = state.withLock { state in
      if state.receiver == nil { state.waiting.append(update) }
      return state.receiver
    }
    receiver?(update)
  }

  /// Posts the judgment of the complete deck. Returns whether somebody has waited for it.
  func judge(_ judgment: Judgment) -> Bool {
    let isLate = state.withLock { state in
      if !state.isLate { state.judgment = judgment }
      return state.isLate
    }
    arrival.signal()
    return !isLate
  }

  /// Waits for the judgment; returns it and the complete deck, or nil for either that does not arrive in time.
  func wait(_ timeout: DispatchTimeInterval) -> (deck: Deck?, judgment: Judgment?) {
    _ = WorkerZygote.staying { arrival.wait(timeout: .now() + timeout) }
    return state.withLock { state in
      state.isLate = true
      return (state.waiting.last { $0.isComplete }?.deck, state.judgment)
    }
  }

  /// Sends later updates to a receiver; returns those received so far.
  func deliver(to receiver: @escaping @Sendable (DeckUpdate) -> Void) -> [DeckUpdate] {
    state.withLock { state in
      state.receiver = receiver
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
