import Dispatch
import Parallelism
import Synchronization

/// Distributes rows over all processors. Each row is processed by one thread and depends on no other row, so the result
/// does not depend on the number of threads.
final class RowWorkers: Sendable {
  /// As many threads as pay.
  static let shared = RowWorkers(count: Processors.threadCount)

  /// The caller's thread alone.
  static let alone = RowWorkers(count: 1)

  /// Private queues: Dispatch's global queues, once used, wake the process every second for the rest of its life.
  private let helpers: [DispatchQueue]

  /// Creates workers with `count` threads, including the caller's.
  init(count: Int) { helpers = (1..<max(1, count)).map { DispatchQueue(label: "tui.rows.\($0)") } }

  /// Calls `body` for each row of `0..<rows`, in any order, on this thread and the helpers; returns when all are done.
  func run(rows: Int, _ body: @escaping @Sendable (Int) -> Void) {
    guard !helpers.isEmpty, rows > 1 else {
      for row in 0..<rows { body(row) }
      return
    }
    let round = Round(rows: rows, body: body)
    for helper in helpers.prefix(rows - 1) { helper.asyncBeside { round.work() } }
    round.work()
    // Waits for rows, not helpers: a helper that starts late finds no rows left.
    round.done.wait()
  }

  private final class Round: Sendable {
    private let rows: Int
    private let body: @Sendable (Int) -> Void
    private let next = Atomic(0)
    private let finished = Atomic(0)
    let done = DispatchSemaphore(value: 0)

    init(rows: Int, body: @escaping @Sendable (Int) -> Void) {
      self.rows = rows
      self.body = body
    }

    func work() {
      while true {
        let row = next.add(1, ordering: .relaxed).oldValue
        guard row < rows else { return }
        body(row)
        if finished.add(1, ordering: .acquiringAndReleasing).newValue == rows { done.signal() }
      }
    }
  }
}
