import Dispatch
import Parallelism
import Synchronization
import System

/// Distributes ranges of elements over all processors.
enum ParallelRanges {
  /// The elements of a range: enough that handing it to another thread costs little in comparison.
  private static let rangeCount = 4096

  /// The results for `0..<count`, in order. `body` returns one for each element of a range; it is called on several threads at a time.
  static func map<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Range<Int>) -> [Result]
  ) -> [Result] {
    let round = Round(count: count, size: rangeCount, body: body)
    let threads = min(Processors.threadCount, round.ranges)
    // Without threads, this one does all work.
    for _ in 1..<max(1, threads) { _ = SystemResources.startThread { round.work() } }
    round.work()
    return round.results()
  }

  private final class Round<Result: Sendable>: Sendable {
    let ranges: Int
    private let count: Int
    private let size: Int
    private let body: @Sendable (Range<Int>) -> [Result]
    private let next = Atomic(0)
    private let finished = Atomic(0)
    private let parts: Mutex<[[Result]]>
    private let done = DispatchSemaphore(value: 0)

    init(count: Int, size: Int, body: @escaping @Sendable (Range<Int>) -> [Result]) {
      ranges = (count + size - 1) / size
      (self.count, self.size, self.body) = (count, size, body)
      parts = Mutex(Array(repeating: [], count: ranges))
    }

    /// Works until all ranges have been claimed.
    func work() {
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < ranges else { return }
        let part = body(number * size..<min(count, (number + 1) * size))
        parts.withLock { $0[number] = part }
        if finished.add(1, ordering: .acquiringAndReleasing).newValue == ranges { done.signal() }
      }
    }

    /// Waits for ranges, not threads: a thread that starts late, or never, finds none left.
    func results() -> [Result] {
      if ranges > 0 { done.wait() }
      return parts.withLock { parts in
        defer { parts = [] }
        return Array(parts.joined())
      }
    }
  }
}
