import Decks
import Dispatch
import Downloads
import ExternalDecoders
import System

/// The executor of the store: a separate serial queue.
///
/// Swift's shared threads would not do: on Linux they are Dispatch's global queues, and once such a queue has had a
/// thread, Dispatch checks it every second for as long as the process lives. An idle carousel must not wake up.
final class StoreExecutor: SerialExecutor {
  static let shared = StoreExecutor()

  private let queue = DispatchQueue(label: "tui.store")

  /// Runs a body after everything that has been enqueued before, and before everything enqueued later.
  func run(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job lives until it has run, which happens once.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
