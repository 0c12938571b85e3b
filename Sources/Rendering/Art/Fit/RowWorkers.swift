import Dispatch
import Glibc
import Parallelism
import Synchronization

/// Distributes rows over all processors. Each row is processed by one thread and depends on no other row, so the result
/// does not depend on the number of threads.
///
/// What is drawn ahead leaves a processor to frames that are due (`DrawingAhead`): the last helper then goes on with no further row.
final class RowWorkers: Sendable {
  /// As many threads as pay.
  static let shared = RowWorkers(count: Processors.threadCount)

  /// The caller's thread alone.
  static let alone = RowWorkers(count: 1)

  private let helpers: [Helper]

  /// The number of threads, including the caller's.
  var count: Int { helpers.count + 1 }

  /// Creates workers with `count` threads, including the caller's.
  init(count: Int) { helpers = (1..<max(1, count)).map { Helper(number: $0, isLast: $0 == count - 1) } }

  /// Does work on a helper, if there is one, and returns at once. Meanwhile, rounds go on without that helper.
  func async(_ work: @escaping @Sendable () -> Void) { helpers.first?.queue.async(execute: work) }

  /// Calls `body` for each row of `0..<rows`, in any order, on this thread and the helpers; returns when all are done.
  func run(rows: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let limit = DrawingAhead.limit
    let helpers = limit?.leavesProcessor == true ? helpers.dropLast() : helpers[...]
    guard !helpers.isEmpty, rows > 1 else {
      for row in 0..<rows { body(row) }
      return
    }
    let round = Round(rows: rows, limit: limit, body: body)
    for helper in helpers.prefix(rows - 1) { helper.join(round) }
    round.work()
    // Waits for rows, not helpers: a helper that starts late finds no rows left.
    round.wait()
  }

  /// Calls `prepare` for each row, on all threads, and meanwhile `body` on one of them.
  ///
  /// - Parameter body: Goes through the rows in order, and calls its argument before each: that returns once the row is prepared.
  func run(
    rows: Int, preparing prepare: @escaping @Sendable (Int) -> Void,
    while body: @escaping @Sendable (_ await: (Int) -> Void) -> Void
  ) {
    let states = (0..<rows).map { _ in Preparation() }
    run(rows: rows + 1) { number in
      if number > 0 {
        states[number - 1].run { prepare(number - 1) }
      } else {
        body { row in
          states[row].run { prepare(row) }
          states[row].wait()
        }
      }
    }
  }

  /// The preparation of a row, by the first thread that comes to it.
  private final class Preparation: Sendable {
    private let isBegun = Atomic(false)
    private let isDone = Atomic(false)
    /// The number of times to look before other threads get the processor.
    private static let spinLimit = 10_000

    func run(_ prepare: () -> Void) {
      guard isBegun.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
      prepare()
      isDone.store(true, ordering: .releasing)
    }

    func wait() {
      var looks = 0
      while !isDone.load(ordering: .acquiring) {
        looks += 1
        if looks > Self.spinLimit { sched_yield() }
      }
    }
  }

  /// One element for each place in a grid, row-major.
  func map<Element: Sendable>(
    columns: Int, rows: Int, _ element: @escaping @Sendable (_ column: Int, _ row: Int) -> Element
  ) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: columns * rows) { elements, count in
      guard let base = elements.baseAddress else { return }
      nonisolated(unsafe) let memory = unsafe base
      // The pointer is valid only in this closure, and all work on the rows ends within it.
      run(rows: rows) { row in
        for column in 0..<columns {
          unsafe (memory + row * columns + column).initialize(to: element(column, row))
        }
      }
      count = columns * rows
    }
  }

  /// Calls `body` for each cell of a grid: in a row one after another, and each after those of the row before it that
  /// are at most `reach` columns further on. The result is that of calling it row by row if a cell depends on no others.
  func runInWaves(columns: Int, rows: Int, reach: Int, _ body: @escaping @Sendable (_ column: Int, _ row: Int) -> Void)
  {
    let progress = (0..<rows).map { _ in Progress() }
    // Rows are begun in order, so the one that a row waits for is being processed.
    run(rows: rows) { row in
      var ahead = row == 0 ? columns : 0
      for column in 0..<columns {
        let needed = min(columns, column + reach + 1)
        if ahead < needed { ahead = progress[row - 1].wait(for: needed) }
        body(column, row)
        progress[row].count.store(column + 1, ordering: .releasing)
      }
    }
  }

  /// The number of processed cells of a row.
  private final class Progress: Sendable {
    let count = Atomic(0)
    /// The number of times to look before other threads get the processor: another row's cell takes microseconds.
    private static let spinLimit = 1000

    /// Returns the number of cells once it is at least `needed`.
    func wait(for needed: Int) -> Int {
      var looks = 0
      while true {
        let count = count.load(ordering: .acquiring)
        if count >= needed { return count }
        looks += 1
        if looks > Self.spinLimit { sched_yield() }
      }
    }
  }

  /// A thread that helps with rounds. Drawing a picture takes several of them with hardly any time in between, and to wake a thread takes
  /// longer than many a round: it looks for the next one for a moment before it sleeps.
  private final class Helper: Sendable {
    private struct State {
      /// The round that it should help with next.
      var next: Round?
      var isAwake = false
    }

    /// A private queue: Dispatch's global queues, once used, wake the process every second for the rest of its life.
    fileprivate let queue: DispatchQueue
    private let state = Mutex(State())
    /// The number of rounds that it was asked to help with.
    private let offers = Atomic(0)
    /// The number of looks for the next round: some 50 microseconds.
    private static let spinLimit = 100_000

    /// Whether it leaves its processor to frames that are due.
    private let isLast: Bool

    init(number: Int, isLast: Bool) {
      queue = DispatchQueue(label: "tui.rows.\(number)")
      self.isLast = isLast
    }

    /// Asks it to help with a round as soon as it is done with its last one.
    func join(_ round: Round) {
      let isAwake = state.withLock { state in
        state.next = round
        defer { state.isAwake = true }
        return state.isAwake
      }
      offers.add(1, ordering: .releasing)
      if !isAwake { queue.async { self.work() } }
    }

    private func work() {
      var looks = 0
      while looks < Self.spinLimit || !sleeps() {
        let seen = offers.load(ordering: .acquiring)
        if let round = state.withLock({ $0.next.take() }) {
          // One that has left does not look for more.
          looks = round.work(mayLeave: isLast) ? 0 : Self.spinLimit
        }
        while looks < Self.spinLimit, offers.load(ordering: .acquiring) == seen { looks += 1 }
      }
    }

    /// Whether there is nothing left to do.
    private func sleeps() -> Bool {
      state.withLock { state in
        state.isAwake = state.next != nil
        return !state.isAwake
      }
    }
  }

  private final class Round: Sendable {
    private let rows: Int
    private let limit: DrawingAhead.Limit?
    private let body: @Sendable (Int) -> Void
    private let next = Atomic(0)
    private let finished = Atomic(0)
    private let done = DispatchSemaphore(value: 0)
    /// The number of looks for the end before other threads get the processor: some 50 microseconds.
    private static let spinLimit = 100_000

    init(rows: Int, limit: DrawingAhead.Limit?, body: @escaping @Sendable (Int) -> Void) {
      (self.rows, self.limit, self.body) = (rows, limit, body)
    }

    /// Processes rows until none is left. Returns whether that is so.
    ///
    /// - Parameter mayLeave: Whether it stops before the next row if a processor is to be left to frames that are due.
    @discardableResult
    func work(mayLeave: Bool = false) -> Bool {
      while true {
        if mayLeave, limit?.leavesProcessor == true { return false }
        let row = next.add(1, ordering: .relaxed).oldValue
        guard row < rows else { return true }
        body(row)
        if finished.add(1, ordering: .acquiringAndReleasing).newValue == rows { done.signal() }
      }
    }

    /// Returns when all rows are done.
    func wait() {
      for _ in 0..<Self.spinLimit where finished.load(ordering: .acquiring) == rows { return }
      done.wait()
    }
  }
}
