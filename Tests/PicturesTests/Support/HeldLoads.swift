import PictureTestSupport
import Pictures
import Synchronization

/// Loads that stand still until a test lets them end: by their number, from 0, in the order in which they began.
final class HeldLoads: Sendable {
  private struct State {
    var begun: [PictureKey] = []
    var held: [Int: CheckedContinuation<Result<LoadedPicture, LoadError>, Never>] = [:]
    var cancelled: Set<Int> = []
    /// Who waits for something of this state to become so.
    var watchers: [(isMet: @Sendable (borrowing State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Every key that was loaded, in order.
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

  /// Lets a load end.
  func end(_ number: Int, _ result: Result<LoadedPicture, LoadError>) {
    change { $0.held.removeValue(forKey: number) }?.resume(returning: result)
  }

  /// Returns once so many loads stand still here.
  func areHeld(_ count: Int) async { await wait { $0.held.count >= count } }

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
