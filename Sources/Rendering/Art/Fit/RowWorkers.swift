import Dispatch
import Glibc
import Synchronization

/// Rows shared out among all processors. Each row is worked on by one thread and depends on no other, so that what comes
/// of it is the same however many there are.
final class RowWorkers: Sendable {
  /// One for each processor, but no more than eight: beyond that the memory is what takes the time.
  static let shared = RowWorkers(count: min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// Queues of their own: Dispatch's shared ones, once used, wake the process every second for ever.
  private let helpers: [DispatchQueue]

  /// So many threads, the caller's included.
  init(count: Int) { helpers = (1..<max(1, count)).map { DispatchQueue(label: "tui.rows.\($0)") } }

  /// Calls `body` for each row of `0..<rows`, in any order, on this thread and the helpers; returns when all are done.
  func run(rows: Int, _ body: @escaping @Sendable (Int) -> Void) {
    guard !helpers.isEmpty, rows > 1 else {
      for row in 0..<rows { body(row) }
      return
    }
    let round = Round(rows: rows, body: body)
    for helper in helpers.prefix(rows - 1) { helper.async { round.work() } }
    round.work()
    // A helper that comes late finds nothing left to do: what is waited for are rows, not helpers.
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
