package import Decks
import Downloads
import ExternalDecoders
import System

/// The one truth about pictures: who asks for what, what is under way, what is kept.
///
/// One load per key however many ask; a load that nobody waits for any more is cancelled.
package actor PictureStore {
  /// A load that is under way, and who waits for it.
  private struct Flight {
    let key: PictureKey
    let task: Task<Void, Never>
    var waiters: [UInt64: CheckedContinuation<Result<LoadedPicture, LoadError>, Never>] = [:]
  }

  private let load: @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  private var cache: PictureCache
  private let memoryLimit: Int
  /// Bytes of the limit that are taken elsewhere.
  private var reserve = 0
  private let isMemoryShort: @Sendable () -> Bool
  /// By number, for there may be two of one key: one begun before `removeAll`, and one after.
  private var flights: [UInt64: Flight] = [:]
  /// The flight that whoever asks for a key now joins, and whose picture will be kept.
  private var joinable: [PictureKey: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  /// A queue of its own; see `StoreExecutor`.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe StoreExecutor.shared.asUnownedSerialExecutor()
  }

  /// A store over a loader.
  ///
  /// - Parameters:
  ///   - memoryLimit: bytes of decoded pictures to keep.
  ///   - isMemoryShort: whether the system says so: then half of them are kept. Asked with each picture that comes.
  ///   - load: how a picture is had; it runs off this actor and heeds its task's cancellation.
  package init(
    memoryLimit: Int = 64 << 20, isMemoryShort: @escaping @Sendable () -> Bool = { false },
    load: @escaping @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  ) {
    cache = PictureCache(limit: memoryLimit)
    self.memoryLimit = memoryLimit
    self.isMemoryShort = isMemoryShort
    self.load = load
  }

  /// A store over files.
  ///
  /// - Parameter ahead: a picture that was begun elsewhere, waited for; nil: it is loaded.
  package init(
    memoryLimit: Int = 64 << 20, loader: PictureLoader,
    ahead: @escaping @Sendable (PictureKey) -> LoadedPicture? = { _ in nil }
  ) {
    self.init(memoryLimit: memoryLimit, isMemoryShort: { MemoryPressure.isHigh }) { key in
      if let picture = ahead(key) { return .success(picture) }
      return await PictureStore.decode(key, with: loader)
    }
  }

  /// The picture: kept, under way, or loaded now.
  ///
  /// A waiter whose task is cancelled is answered `.cancelled` at once; when no one else waits, the load is
  /// cancelled, too, and what still comes of it is dropped. Failures are not kept: asking again tries again.
  package func picture(for key: PictureKey) async -> Result<LoadedPicture, LoadError> {
    if Task.isCancelled { return .failure(.cancelled) }
    if let kept = cache.picture(for: key) { return .success(kept) }
    let waiter = nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        flights[joinable[key] ?? depart(for: key)]?.waiters[waiter] = continuation
      }
    } onCancel: {
      // Comes after the waiter has been noted, for until then the actor has not been left. Not a task on the loading threads:
      // they may all be stuck in what is given up here.
      StoreExecutor.shared.run { self.assumeIsolated { $0.leave(waiter) } }
    }
  }

  /// Asks for a picture; `body` is told what came of it, wherever that is, unless the task that is returned was cancelled.
  package nonisolated func request(
    _ key: PictureKey, _ body: @escaping @Sendable (Result<LoadedPicture, LoadError>) -> Void
  ) -> Task<Void, Never> {
    // All of it on our own threads, waiting included; see `StoreExecutor`.
    Task(executorPreference: LoadingThreads.shared) {
      let result = await self.picture(for: key)
      if !Task.isCancelled { body(result) }
    }
  }

  /// Keeps so many bytes less from now on: they are taken by pictures in another form.
  package nonisolated func reserve(_ bytes: Int) {
    StoreExecutor.shared.run { self.assumeIsolated { $0.setReserve(bytes) } }
  }

  private func setReserve(_ bytes: Int) {
    reserve = bytes
    cache.limit = room
    cache.makeRoom()
  }

  /// Bytes that may be kept now.
  private var room: Int { max(0, (isMemoryShort() ? memoryLimit / 2 : memoryLimit) - reserve) }

  /// How many wait for a picture that is under way.
  package func waiters(for key: PictureKey) -> Int {
    flights.values.reduce(0) { $0 + ($1.key == key ? $1.waiters.count : 0) }
  }

  /// Forgets what is kept, so that changed files are read again. What is under way finishes for those who wait for it,
  /// and is not kept.
  ///
  /// - Returns: the bytes that were kept.
  @discardableResult
  package func removeAll() -> Int {
    let cost = cache.cost
    cache.removeAll()
    joinable.removeAll()
    return cost
  }

  /// Forgets some slides' pictures, as `removeAll` forgets them all.
  package func removeAll(where isGone: @Sendable (Location) -> Bool) {
    cache.removeAll { isGone($0.location) }
    joinable = joinable.filter { !isGone($0.key.location) }
  }

  /// Does `removeAll` before anything that is asked for from now on, and tells that it is done.
  package nonisolated func removeAll(then body: @escaping @Sendable () -> Void) {
    StoreExecutor.shared.run {
      _ = self.assumeIsolated { $0.removeAll() }
      body()
    }
  }

  /// Begins a load. Detached: it is its waiters' by count, not the child of the first.
  private func depart(for key: PictureKey) -> UInt64 {
    let number = nextNumber()
    let task = Task.detached(executorPreference: LoadingThreads.shared, priority: Task.currentPriority) { [load] in
      let result = await LoadingThreads.shared.loading { await load(key) }
      await self.land(number, result)
    }
    flights[number] = Flight(key: key, task: task)
    joinable[key] = number
    return number
  }

  /// A load has ended: it is kept unless everything has been forgotten meanwhile, and told to all who wait.
  private func land(_ number: UInt64, _ result: Result<LoadedPicture, LoadError>) {
    guard let flight = flights.removeValue(forKey: number) else { return }
    if joinable[flight.key] == number {
      joinable[flight.key] = nil
      if case .success(let picture) = result {
        cache.limit = room
        cache.insert(picture, for: flight.key)
      }
    }
    for waiter in flight.waiters.values { waiter.resume(returning: result) }
  }

  /// A waiter waits no longer; it may have been answered already.
  private func leave(_ waiter: UInt64) {
    for (number, flight) in flights {
      guard let continuation = flight.waiters[waiter] else { continue }
      flights[number]?.waiters[waiter] = nil
      if flight.waiters.count == 1 {
        flight.task.cancel()
        flights[number] = nil
        if joinable[flight.key] == number { joinable[flight.key] = nil }
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
