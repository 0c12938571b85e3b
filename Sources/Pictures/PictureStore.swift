package import Decks
import Downloads
import ExternalDecoders
import Memory
import System

/// The single source of truth for pictures: requests, loads in progress, and cached pictures.
///
/// There is one load per key, however many callers wait for it. A load without waiters is cancelled.
package actor PictureStore {
  /// A load in progress, and the callers that wait for it.
  private struct InFlightLoad {
    let key: PictureKey
    let task: Task<Void, Never>
    var waiters: [UInt64: CheckedContinuation<Result<LoadedPicture, LoadError>, Never>] = [:]
  }

  private let load: @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  private var cache: PictureCache
  private let memoryLimit: Int
  /// Bytes of the limit that are used elsewhere.
  private var reserve = 0
  private let isMemoryShort: @Sendable () -> Bool
  private let removeSamples: @Sendable () -> Int
  /// The loads in progress, by number: there may be two with the same key, one started before `removeAll` and one
  /// after.
  private var inFlight: [UInt64: InFlightLoad] = [:]
  /// The load for each key that new requests join and whose picture will be cached.
  private var joinable: [PictureKey: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  /// A separate queue; see `StoreExecutor`.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe StoreExecutor.shared.asUnownedSerialExecutor()
  }

  /// A store that uses a load function.
  ///
  /// - Parameters:
  ///   - memoryLimit: the maximum cost of the cached pictures in bytes.
  ///   - isMemoryShort: whether the system is short of memory; if so, the limit is halved. Called for each loaded
  ///     picture.
  ///   - removeSamples: frees the samples that loading keeps, and returns their bytes.
  ///   - load: loads a picture. It runs off this actor and responds to the cancellation of its task.
  package init(
    memoryLimit: Int = 64 << 20, isMemoryShort: @escaping @Sendable () -> Bool = { false },
    removeSamples: @escaping @Sendable () -> Int = { 0 },
    load: @escaping @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  ) {
    cache = PictureCache(limit: memoryLimit)
    self.memoryLimit = memoryLimit
    self.isMemoryShort = isMemoryShort
    self.removeSamples = removeSamples
    self.load = load
  }

  /// A store that uses a loader.
  ///
  /// - Parameter ahead: returns the picture if it is being loaded elsewhere, waiting for it; nil to load it.
  package init(
    memoryLimit: Int = 64 << 20, loader: PictureLoader,
    ahead: @escaping @Sendable (PictureKey) -> LoadedPicture? = { _ in nil }
  ) {
    let samples = loader.samples
    self.init(
      memoryLimit: memoryLimit, isMemoryShort: { MemoryPressure.isHigh }, removeSamples: { samples.removeAll() }
    ) { key in
      if let picture = ahead(key) { return .success(picture) }
      return await PictureStore.decode(key, with: loader)
    }
  }

  /// The picture of a key: cached, being loaded, or loaded now.
  ///
  /// If a caller's task is cancelled, it receives `.cancelled` immediately. If nobody else waits, the load is cancelled
  /// as well, and its result is dropped. Failures are not cached: another request tries again.
  package func picture(for key: PictureKey) async -> Result<LoadedPicture, LoadError> {
    if Task.isCancelled { return .failure(.cancelled) }
    if let cached = cache.picture(for: key) { return .success(cached) }
    let waiter = nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inFlight[joinable[key] ?? start(for: key)]?.waiters[waiter] = continuation
      }
    } onCancel: {
      // This runs after the waiter has been stored, because the actor is not left before that. It is not a task on the
      // loading threads, since they may all be stuck in the load to be cancelled.
      StoreExecutor.shared.run { self.assumeIsolated { $0.leave(waiter) } }
    }
  }

  /// Requests a picture; `body` is called with the result on any thread, unless the returned task has been cancelled.
  package nonisolated func request(
    _ key: PictureKey, _ body: @escaping @Sendable (Result<LoadedPicture, LoadError>) -> Void
  ) -> Task<Void, Never> {
    // Everything runs on our own threads, including the wait; see `StoreExecutor`.
    Task(executorPreference: LoadingThreads.shared) {
      let result = await self.picture(for: key)
      if !Task.isCancelled { body(result) }
    }
  }

  /// Reduces the limit by this many bytes from now on, for pictures in another form.
  package nonisolated func reserve(_ bytes: Int) {
    StoreExecutor.shared.run { self.assumeIsolated { $0.setReserve(bytes) } }
  }

  private func setReserve(_ bytes: Int) {
    reserve = bytes
    cache.limit = room
    cache.makeRoom()
  }

  /// The bytes available for cached pictures now.
  private var room: Int { max(0, (isMemoryShort() ? memoryLimit / 2 : memoryLimit) - reserve) }

  /// The number of callers that wait for a picture being loaded.
  package func waiters(for key: PictureKey) -> Int {
    inFlight.values.reduce(0) { $0 + ($1.key == key ? $1.waiters.count : 0) }
  }

  /// Empties the cache, so that changed files are read again. Loads in progress finish for those who wait for them, but
  /// are not cached.
  ///
  /// - Returns: the cost of the removed pictures and samples in bytes.
  @discardableResult
  package func removeAll() -> Int {
    let cost = cache.cost
    cache.removeAll()
    joinable.removeAll()
    return cost + removeSamples()
  }

  /// Does the same as `removeAll()` for the pictures of some slides.
  package func removeAll(where isGone: @Sendable (Location) -> Bool) {
    cache.removeAll { isGone($0.location) }
    joinable = joinable.filter { !isGone($0.key.location) }
  }

  /// Runs `removeAll()` before all later requests, then calls `body` on the store's queue.
  package nonisolated func removeAll(then body: @escaping @Sendable () -> Void) {
    StoreExecutor.shared.run {
      _ = self.assumeIsolated { $0.removeAll() }
      body()
    }
  }

  /// Starts a load. Its task is detached, because it belongs to all its waiters and not only to the first.
  private func start(for key: PictureKey) -> UInt64 {
    let number = nextNumber()
    let task = Task.detached(executorPreference: LoadingThreads.shared, priority: Task.currentPriority) { [load] in
      let result = await LoadingThreads.shared.loading { await load(key) }
      await self.finish(number, result)
    }
    inFlight[number] = InFlightLoad(key: key, task: task)
    joinable[key] = number
    return number
  }

  /// Handles the end of a load: caches the picture, unless it has been invalidated in the meantime, and resumes all
  /// waiters.
  private func finish(_ number: UInt64, _ result: Result<LoadedPicture, LoadError>) {
    guard let pending = inFlight.removeValue(forKey: number) else { return }
    if joinable[pending.key] == number {
      joinable[pending.key] = nil
      if case .success(let picture) = result {
        cache.limit = room
        cache.insert(picture, for: pending.key)
      }
    }
    for waiter in pending.waiters.values { waiter.resume(returning: result) }
  }

  /// Removes a waiter whose task was cancelled; it may have been resumed already.
  private func leave(_ waiter: UInt64) {
    for (number, pending) in inFlight {
      guard let continuation = pending.waiters[waiter] else { continue }
      inFlight[number]?.waiters[waiter] = nil
      if pending.waiters.count == 1 {
        pending.task.cancel()
        inFlight[number] = nil
        if joinable[pending.key] == number { joinable[pending.key] = nil }
      }
      continuation.resume(returning: .failure(.cancelled))
      return
    }
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  @concurrent
  private static func decode(_ key: PictureKey, with loader: PictureLoader) async -> Result<LoadedPicture, LoadError> {
    do throws(LoadError) { return .success(try loader.load(key)) } catch { return .failure(error) }
  }
}
