import PictureTestSupport
import Pictures
import Synchronization

/// Loads that are suspended until a test ends them. They are numbered from 0 in the order in which they began.
final class HeldLoads: Sendable {
  private struct State {
    var begun: [PictureKey] = []
    var held: [Int: CheckedContinuation<Result<LoadedPicture, LoadError>, Never>] = [:]
    var cancelled: Set<Int> = []
    /// Continuations that wait for a condition of this state.
    var watchers: [(isMet: @Sendable (borrowing State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// The keys of all loads, in the order in which they began.
  var begun: [PictureKey] { state.withLock { $0.begun } }
  /// The numbers of the loads that were cancelled.
  var cancelled: Set<Int> { state.withLock { $0.cancelled } }

  func load(_ key: PictureKey) async -> Result<LoadedPicture, LoadError> {
    let number = change { state in
      state.begun.append(key)
      return state.begun.count - 1
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in change { $0.held[number] = continuation } }
    } onCancel: {
      change { _ = $0.cancelled.insert(number) }
    }
  }

  /// Ends a load with a result.
  func end(_ number: Int, _ result: Result<LoadedPicture, LoadError>) {
    change { $0.held.removeValue(forKey: number) }?.resume(returning: result)
  }

  /// Returns once at least this many loads are suspended.
  func waitUntilHeld(_ count: Int) async { await wait { $0.held.count >= count } }

  /// Returns once a load has been cancelled.
  func isCancelled(_ number: Int) async { await wait { $0.cancelled.contains(number) } }

  private func wait(until isMet: @escaping @Sendable (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in change { $0.watchers.append((isMet, continuation)) } }
  }

  private func change<Value: Sendable>(_ body: (inout State) -> sending Value) -> Value {
    let (value, met) = state.withLock { state in
      let value = body(&state)
      let watchers = state.watchers
      state.watchers = []
      let isMet = watchers.map { $0.isMet(state) }
      state.watchers = zip(watchers, isMet).filter { !$0.1 }.map(\.0)
      return (value, zip(watchers, isMet).filter { $0.1 }.map(\.0.continuation))
    }
    for continuation in met { continuation.resume() }
    return value
  }
}
