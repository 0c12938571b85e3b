import Decks
import Dispatch
import Glibc
import Synchronization

/// Threads for reading and decoding, so that a slow disk or a large picture never blocks Swift's shared threads. There
/// are only as many of those as processors, so a request for a cached picture would have to wait for one that is being
/// loaded.
final class LoadingThreads: TaskExecutor {
  /// One thread per processor, but at least enough for the slide on screen and both neighbors, and at most eight.
  static let shared = LoadingThreads(count: min(max(3, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// Threads that mostly wait for the far side of ssh: as many as keep a line of some latency and the far side busy.
  static let far = LoadingThreads(count: 16)

  static func loading(from location: Location) -> LoadingThreads { location.isFar ? far : shared }

  /// The maximum number of threads that do not count against the limit, each stuck in a cancelled load, for example on
  /// a network disk that no longer answers.
  static let maxStuck = 32

  private struct State {
    var waiting: [UnownedJob] = []
    var threads = 0
    var lastLoad: UInt64 = 0
    /// The loads in progress.
    var loads: Set<UInt64> = []
    /// Those of them that have been cancelled but have not returned yet.
    var stuck: Set<UInt64> = []

    /// The number of threads that count against the limit.
    var counted: Int { threads - min(stuck.count, LoadingThreads.maxStuck) }
  }

  private let count: Int
  private let state = Mutex(State())

  /// At most `count` threads, and in addition those that are stuck in cancelled loads. Idle threads end.
  init(count: Int) { self.count = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      return claimThread(&state)
    }
    if needsThread { startThread() }
  }

  /// Runs a load, which may block one of these threads. If its task is cancelled, the thread no longer counts, so that
  /// another can take its place.
  func loading<Value>(_ body: () async -> Value) async -> Value {
    let load = state.withLock { state in
      state.lastLoad += 1
      state.loads.insert(state.lastLoad)
      return state.lastLoad
    }
    defer {
      state.withLock { state in
        state.loads.remove(load)
        state.stuck.remove(load)
      }
    }
    return await withTaskCancellationHandler(operation: body) { giveUp(load) }
  }

  private func giveUp(_ load: UInt64) {
    let needsThread = state.withLock { state in
      guard state.loads.contains(load) else { return false }
      state.stuck.insert(load)
      return claimThread(&state)
    }
    if needsThread { startThread() }
  }

  /// Whether to start another thread for the waiting jobs. If so, it has already been counted.
  private func claimThread(_ state: inout State) -> Bool {
    guard state.counted < count else { return false }
    state.threads += 1
    return true
  }

  private func startThread() {
    // A separate serial queue for each: it gets a thread even if all shared threads are busy.
    DispatchQueue(label: "tui.loading").async { self.work() }
  }

  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      // There may be one thread too many after a stuck load has returned.
      if !state.waiting.isEmpty, state.counted <= count { return state.waiting.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
