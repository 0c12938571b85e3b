import Decks
import Dispatch
import Downloads
import ExternalDecoders
import System

/// Where the store's work is done: a serial queue of its own.
///
/// Not Swift's shared threads: on Linux those are Dispatch's global queues, and once such a queue has had a thread,
/// Dispatch looks after it every second for as long as the process lives. An idle carousel does not wake.
final class StoreExecutor: SerialExecutor {
  static let shared = StoreExecutor()

  private let queue = DispatchQueue(label: "tui.store")

  /// Does something after all that has been given to it, and before all that will be.
  func run(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job lives until it has run, which it does once.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
