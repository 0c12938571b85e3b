import Dispatch
import Glibc
import Synchronization

/// Threads for reading and decoding, so that a slow disk or a large picture never holds up Swift's own, of which there
/// are only as many as processors: on those, asking for a picture that is at hand would wait for one that is not.
final class LoadingThreads: TaskExecutor {
  /// As many as processors, but enough for the slide on screen beside both neighbours.
  static let shared = LoadingThreads(count: min(max(3, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  private struct State {
    var waiting: [UnownedJob] = []
    var threads = 0
  }

  private let count: Int
  private let state = Mutex(State())

  /// At most `count` threads, none of them while there is nothing to do.
  init(count: Int) { self.count = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < count else { return false }
      state.threads += 1
      return true
    }
    // A queue of its own for each: such get a thread even when the shared ones are all taken.
    if needsThread { DispatchQueue(label: "tui.loading").async { self.work() } }
  }

  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
