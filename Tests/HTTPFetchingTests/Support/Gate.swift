import Synchronization

/// Holds back a server until the test lets it continue.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Opens the gate for good.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for goOn in waiting { goOn() }
  }

  /// Calls a closure once the gate is open.
  func pass(_ goOn: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(goOn) }
      return state.isOpen
    }
    if isOpen { goOn() }
  }
}
