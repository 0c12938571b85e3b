import CarouselApp
import Decks
import Dispatch
import Synchronization

/// Passes decks from the thread that reads them to the main queue.
final class DeckMailbox: Sendable {
  /// What is known of a deck before any of its pictures is loaded.
  struct Judgment: Sendable {
    /// The complete deck, or one of only the slide that is shown first.
    var deck: Deck
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

  /// Posts a judgment. The first one counts. Returns false if none has arrived in time.
  func judge(_ judgment: Judgment) -> Bool {
    let isInTime = state.withLock { state in
      if !state.isLate, state.judgment == nil { state.judgment = judgment }
      return state.judgment != nil
    }
    arrival.signal()
    return isInTime
  }

  /// Waits for a judgment; returns it and its deck. Without one in time, returns the complete deck, or nil if that has not arrived, either.
  func wait(_ timeout: DispatchTimeInterval) -> (deck: Deck?, judgment: Judgment?) {
    _ = arrival.wait(timeout: .now() + timeout)
    return state.withLock { state in
      state.isLate = true
      return (state.judgment?.deck ?? state.waiting.last { $0.isComplete }?.deck, state.judgment)
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
