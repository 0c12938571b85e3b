import Dispatch
import Glibc
import PictureTestSupport
@testable import Pictures
import Synchronization
import TestSupport
import Testing

/// Loads that hang, as on a network disk that no longer responds.
struct LoadingThreadsTests {
  /// Loads that hang on threads until they are released, and a log of events in order.
  private final class Disk: Sendable {
    let threads: LoadingThreads
    private let gate = DispatchSemaphore(value: 0)
    private let change = DispatchSemaphore(value: 0)
    private let events = Mutex<[String]>([])

    init(threads count: Int) { threads = LoadingThreads(count: count) }

    /// Starts a load that hangs.
    func hang(_ name: String) -> Task<Void, Never> {
      Task.detached(executorPreference: threads) {
        await self.threads.loading {
          self.note(name)
          self.block()
          self.note("end")
        }
      }
    }

    /// Starts a load that ends at once.
    func load(_ name: String) {
      Task.detached(executorPreference: threads) { await self.threads.loading { self.note(name) } }
    }

    private func block() { gate.wait() }

    private func note(_ event: String) {
      events.withLock { $0.append(event) }
      change.signal()
    }

    /// Releases a number of hanging loads.
    func answer(_ count: Int) { for _ in 0..<count { gate.signal() } }

    /// Waits for a number of events; returns all that have happened.
    func events(_ count: Int) -> [String] {
      while true {
        let events = events.withLock { $0 }
        if events.count >= count { return events }
        guard change.wait(timeout: .now() + 60) == .success else { return events }
      }
    }
  }

  @Test func `three cancelled loads that hang do not block a fourth`() {
    let disk = Disk(threads: 3)
    let hung = ["a", "b", "c"].map(disk.hang)
    expect(disk.events(3).sorted(), equals: ["a", "b", "c"])
    disk.load("d")
    for task in hung { task.cancel() }
    expect(disk.events(4).last, equals: "d")
    disk.answer(3)
    expect(disk.events(7).suffix(3), equals: ["end", "end", "end"])
    // There are as many threads as before.
    for name in ["e", "f", "g"] { disk.load(name) }
    expect(disk.events(10).suffix(3).sorted(), equals: ["e", "f", "g"])
  }

  @Test func `a hanging load that is still wanted occupies its thread`() {
    let disk = Disk(threads: 1)
    _ = disk.hang("a")
    expect(disk.events(1), equals: ["a"])
    disk.load("b")
    disk.answer(1)
    expect(disk.events(3), equals: ["a", "end", "b"])
  }

  @Test func `at most thirty-two hanging loads are replaced by new threads`() {
    let disk = Disk(threads: 1)
    for number in 1...33 {
      let task = disk.hang("\(number)")
      expect(disk.events(number).last, equals: "\(number)")
      task.cancel()
    }
    disk.load("late")
    disk.answer(1)
    expect(disk.events(35).suffix(2), equals: ["end", "late"])
    disk.answer(32)
    #expect(disk.events(67).suffix(32).allSatisfy { $0 == "end" })
  }

  /// The threads on which loads ran.
  private final class Places: Sendable {
    private let threads = Mutex<[pthread_t]>([])

    /// Starts a load on some threads.
    func load(on executor: LoadingThreads) {
      Task.detached(executorPreference: executor) { await executor.loading { self.note() } }
    }

    private func note() { threads.withLock { $0.append(pthread_self()) } }

    var all: [pthread_t] { threads.withLock { $0 } }
  }

}
