import Dispatch

/// Runs tasks that block on a thread of their own: Swift's shared threads are as many as the machine has cores, and a
/// task that blocks the only one keeps the test that is to wake it from running.
package final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "blocking")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
