package import Decks
import Memory
import Synchronization

/// The single source of truth for pictures: requests, loads in progress, and cached pictures.
///
/// There is one load per key, however many requests wait for it. A load without requests is cancelled.
///
/// ```swift
/// let request = store.request(key) { result in … }
/// request.cancel()
/// ```
package final class PictureStore: Sendable {
  /// The result of a load.
  package typealias Answer = Result<LoadedPicture, LoadError>

  /// A request for a picture.
  package struct Request: Sendable {
    fileprivate let store: PictureStore
    fileprivate let number: UInt64

    /// Withdraws the request, which is not answered any more unless its answer is on the way. If no other waits for the load, that is
    /// cancelled, and its result is dropped.
    package func cancel() { store.leave(number) }
  }

  /// A load in progress, and the requests that wait for it.
  private struct Load {
    let key: PictureKey
    let task: Task<Void, Never>
    var waiters: [UInt64: @Sendable (Answer) -> Void]
  }

  private struct State {
    var cache: PictureCache
    /// Bytes of the limit that are used elsewhere.
    var reserve = 0
    /// The loads in progress, by number: there may be two with the same key, one started before `removeAll` and one
    /// after.
    var loads: [UInt64: Load] = [:]
    /// The load for each key that new requests join and whose picture will be cached.
    var joinable: [PictureKey: UInt64] = [:]
    private var lastNumber: UInt64 = 0

    init(limit: Int) { cache = PictureCache(limit: limit) }

    mutating func nextNumber() -> UInt64 {
      lastNumber += 1
      return lastNumber
    }
  }

  private let load: @Sendable (PictureKey) async -> Answer
  private let memoryLimit: Int
  private let isMemoryShort: @Sendable () -> Bool
  private let removeSamples: @Sendable () -> Int
  private let state: Mutex<State>

  /// A store that uses a load function.
  ///
  /// - Parameters:
  ///   - memoryLimit: the maximum cost of the cached pictures in bytes.
  ///   - isMemoryShort: whether the system is short of memory; if so, the limit is halved. Called for each loaded
  ///     picture.
  ///   - removeSamples: frees the samples that loading keeps, and returns their bytes.
  ///   - load: loads a picture. It runs on a loading thread and responds to the cancellation of its task.
  package init(
    memoryLimit: Int = 64 << 20, isMemoryShort: @escaping @Sendable () -> Bool = { false },
    removeSamples: @escaping @Sendable () -> Int = { 0 }, load: @escaping @Sendable (PictureKey) async -> Answer
  ) {
    self.memoryLimit = memoryLimit
    self.isMemoryShort = isMemoryShort
    self.removeSamples = removeSamples
    self.load = load
    state = Mutex(State(limit: memoryLimit))
  }

  /// A store that uses a loader.
  package convenience init(memoryLimit: Int = 64 << 20, loader: PictureLoader) {
    let samples = loader.samples
    self.init(
      memoryLimit: memoryLimit, isMemoryShort: { MemoryPressure.isHigh }, removeSamples: { samples.removeAll() }
    ) { key in
      do throws(LoadError) { return .success(try loader.load(key)) } catch { return .failure(error) }
    }
  }

  /// Requests a picture: one that is cached, being loaded, or loaded now. Failures are not cached: another request tries again.
  ///
  /// - Parameter body: receives the answer on any thread; that of a cached picture before this returns.
  @discardableResult
  package func request(_ key: PictureKey, _ body: @escaping @Sendable (Answer) -> Void) -> Request {
    let (number, cached) = state.withLock { state -> (UInt64, LoadedPicture?) in
      let number = state.nextNumber()
      if let picture = state.cache.picture(for: key) { return (number, picture) }
      if let joined = state.joinable[key] {
        state.loads[joined]?.waiters[number] = body
      } else {
        state.loads[number] = Load(key: key, task: start(number, key), waiters: [number: body])
        state.joinable[key] = number
      }
      return (number, nil)
    }
    if let cached { body(.success(cached)) }
    return Request(store: self, number: number)
  }

  /// Keeps a picture that was loaded elsewhere.
  package func insert(_ picture: LoadedPicture, for key: PictureKey) {
    state.withLock { $0.cache.insert(picture, for: key) }
  }

  /// Starts a load. Its task is detached, because it belongs to all its waiters and not only to the first.
  private func start(_ number: UInt64, _ key: PictureKey) -> Task<Void, Never> {
    let threads = LoadingThreads.loading(from: key.location)
    return Task.detached(executorPreference: threads) { [self] in
      finish(number, await threads.loading { await load(key) })
    }
  }

  /// Handles the end of a load: caches the picture, unless it has been invalidated in the meantime, and answers all
  /// waiters.
  private func finish(_ number: UInt64, _ answer: Answer) {
    let isShort = isMemoryShort()
    let load = state.withLock { state -> Load? in
      guard let load = state.loads.removeValue(forKey: number) else { return nil }
      if state.joinable[load.key] == number {
        state.joinable[load.key] = nil
        if case .success(let picture) = answer {
          state.cache.limit = room(in: state, isShort: isShort)
          state.cache.insert(picture, for: load.key)
        }
      }
      return load
    }
    for waiter in (load?.waiters ?? [:]).values { waiter(answer) }
  }

  /// Withdraws a request, which may have been answered already.
  private func leave(_ waiter: UInt64) {
    state.withLock { state in
      guard let number = state.loads.first(where: { $0.value.waiters[waiter] != nil })?.key else { return }
      state.loads[number]?.waiters[waiter] = nil
      guard state.loads[number]?.waiters.isEmpty == true, let load = state.loads.removeValue(forKey: number) else {
        return
      }
      load.task.cancel()
      if state.joinable[load.key] == number { state.joinable[load.key] = nil }
    }
  }

  /// The number of requests that wait for a picture being loaded.
  package func waiters(for key: PictureKey) -> Int {
    state.withLock { $0.loads.values.reduce(0) { $0 + ($1.key == key ? $1.waiters.count : 0) } }
  }

  // MARK: - Memory

  /// Reduces the limit by this many bytes from now on, for pictures in another form.
  package func reserve(_ bytes: Int) {
    let isShort = isMemoryShort()
    state.withLock { state in
      state.reserve = bytes
      state.cache.limit = room(in: state, isShort: isShort)
      state.cache.makeRoom()
    }
  }

  /// The bytes available for cached pictures now.
  private func room(in state: State, isShort: Bool) -> Int {
    max(0, (isShort ? memoryLimit / 2 : memoryLimit) - state.reserve)
  }

  /// Empties the cache, so that changed files are read again. Loads in progress finish for those who wait for them, but
  /// are not cached.
  ///
  /// - Returns: the cost of the removed pictures and samples in bytes.
  @discardableResult
  package func removeAll() -> Int {
    let cost = state.withLock { state in
      defer {
        state.cache.removeAll()
        state.joinable.removeAll()
      }
      return state.cache.cost
    }
    return cost + removeSamples()
  }

  /// Does the same as `removeAll()` for the pictures of some slides.
  package func removeAll(where isGone: (Location) -> Bool) {
    state.withLock { state in
      state.cache.removeAll { isGone($0.location) }
      state.joinable = state.joinable.filter { !isGone($0.key.location) }
    }
  }
}
