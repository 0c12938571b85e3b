import Dispatch

/// Runs blocking tasks on a separate thread. Swift's shared pool has as many threads as the machine has cores: a task
/// that blocks the only one would keep the test that wakes it from running.
package final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "blocking")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
