import CarouselApp
import Decks
import Dispatch
import Synchronization

/// Passes decks from the thread that reads them to the main queue.
final class DeckMailbox: Sendable {
  private struct State {
    var waiting: [DeckUpdate] = []
    var refusal: String?
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

  /// Posts why none of the complete deck's slides can be shown; nil if one may be.
  func judge(_ refusal: String?) {
    state.withLock { $0.refusal = refusal }
    arrival.signal()
  }

  /// Waits for the judgment; returns it and the complete deck, or nil for either that does not arrive in time.
  func wait(_ timeout: DispatchTimeInterval) -> (deck: Deck?, refusal: String?) {
    _ = arrival.wait(timeout: .now() + timeout)
    return state.withLock { ($0.waiting.last { $0.isComplete }?.deck, $0.refusal) }
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
