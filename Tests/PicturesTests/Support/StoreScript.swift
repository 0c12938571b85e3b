import PictureTestSupport
import Pictures
import Synchronization

/// A store whose loads a test controls, and requests to it.
struct StoreScript {
  let loads = HeldLoads()
  let store: PictureStore

  init() {
    let loads = loads
    store = PictureStore { await loads.load($0) }
  }

  /// Requests a picture.
  func ask(_ key: PictureKey = key("a")) -> Task<Result<LoadedPicture, LoadError>, Never> {
    Task { [store] in await store.picture(for: key) }
  }

  /// Returns once exactly this many requests wait for a key.
  func waitForWaiters(_ count: Int, for key: PictureKey = key("a")) async {
    while store.waiters(for: key) != count { await Task.yield() }
  }
}

/// Returns the serial of the loaded picture, or nil if loading failed.
func serial(of result: Result<LoadedPicture, LoadError>) -> UInt64? { try? result.get().serial }

extension PictureStore {
  /// The answer to a request; `.cancelled` as soon as the task is cancelled.
  func picture(for key: PictureKey) async -> Answer {
    let waiter = Waiter()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter.wait(with: $0) { body in request(key, body) } }
    } onCancel: {
      waiter.cancel()
    }
  }
}

/// A task that waits for an answer.
private final class Waiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<PictureStore.Answer, Never>?
    var request: PictureStore.Request?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func wait(
    with continuation: CheckedContinuation<PictureStore.Answer, Never>,
    for request: (@escaping @Sendable (PictureStore.Answer) -> Void) -> PictureStore.Request
  ) {
    state.withLock { $0.continuation = continuation }
    let request = request { self.end($0) }
    state.withLock { $0.request = request }
    if state.withLock(\.isCancelled) { cancel() }
  }

  func cancel() {
    let request = state.withLock { state in
      state.isCancelled = true
      return state.request
    }
    // Otherwise the request follows.
    guard let request else { return }
    request.cancel()
    end(.failure(.cancelled))
  }

  private func end(_ answer: PictureStore.Answer) {
    state.withLock { $0.continuation.take() }?.resume(returning: answer)
  }
}
