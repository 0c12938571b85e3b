import CarouselApp
import Dispatch
import Synchronization

/// Passes decks from the thread that reads them to the main queue.
final class DeckMailbox: Sendable {
  private struct State {
    var waiting: [DeckUpdate] = []
    var verdict: Verdict?
    var receiver: (@Sendable (DeckUpdate) -> Void)?
  }

  /// Whether a deck can be shown, as far as that is known before any of its pictures is loaded.
  private enum Verdict {
    case show
    case refuse(String)
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  init() {}

  func post(_ update: DeckUpdate) {
    let receiver = state.withLock { state in
      if state.receiver == nil { state.waiting.append(update) }
      return state.receiver
    }
    receiver?(update)
  }

  /// Says whether the deck can be shown. The first verdict counts.
  ///
  /// - Parameter refusal: Why none of its slides can be shown; nil if one may be.
  func decide(refusal: String?) {
    state.withLock { state in
      if state.verdict == nil { state.verdict = refusal.map { .refuse($0) } ?? .show }
    }
    arrival.signal()
  }

  /// Waits for the verdict; returns why no slide can be shown. Nil if one may be, or the verdict takes too long.
  func refusal(within timeout: DispatchTimeInterval) -> String? {
    _ = arrival.wait(timeout: .now() + timeout)
    guard case .refuse(let reason) = state.withLock(\.verdict) else { return nil }
    return reason
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
