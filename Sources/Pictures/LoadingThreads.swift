import Decks
import Dispatch
import Downloads
import ExternalDecoders
import Glibc
import Synchronization
import System

/// Threads for reading and decoding, so that a slow disk or a large picture never holds up Swift's own, of which there
/// are only as many as processors: on those, asking for a picture that is at hand would wait for one that is not.
final class LoadingThreads: TaskExecutor {
  /// As many as processors, but enough for the slide on screen beside both neighbours.
  static let shared = LoadingThreads(count: min(max(3, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// Threads that do not count, at most: each is stuck in a load that was given up, as on a network disk that no longer
  /// answers.
  static let maxStuck = 32

  private struct State {
    var waiting: [UnownedJob] = []
    var threads = 0
    var lastLoad: UInt64 = 0
    /// Loads under way.
    var loads: Set<UInt64> = []
    /// Those of them that were given up, and have not returned yet.
    var stuck: Set<UInt64> = []

    /// Threads that count.
    var counted: Int { threads - min(stuck.count, LoadingThreads.maxStuck) }
  }

  private let count: Int
  private let state = Mutex(State())

  /// At most `count` threads, none of them while there is nothing to do, and beside them those that are stuck in loads that
  /// were given up.
  init(count: Int) { self.count = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      return claimThread(&state)
    }
    if needsThread { startThread() }
  }

  /// Runs a load, which may block one of these threads. When its task is cancelled, that thread no longer counts, so that
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

  /// Whether a further thread is to be started for what waits: it is counted already.
  private func claimThread(_ state: inout State) -> Bool {
    guard !state.waiting.isEmpty, state.counted < count else { return false }
    state.threads += 1
    return true
  }

  private func startThread() {
    // A queue of its own for each: such get a thread even when the shared ones are all taken.
    DispatchQueue(label: "tui.loading").async { self.work() }
  }

  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      // One that was stuck and has come back may be one too many.
      if !state.waiting.isEmpty, state.counted <= count { return state.waiting.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
