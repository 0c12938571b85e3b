import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite("Drawing ahead")
struct DrawingAheadTests {
  /// The thread that has rows processed, and the thread of each row.
  private struct Threads: Sendable {
    var caller: pthread_t = 0
    var rows: [pthread_t]
    /// The number of rows that were begun.
    var begun = 0
  }

  /// Has two threads process rows on a queue.
  ///
  /// - Parameters:
  ///   - meets: Whether the first two rows wait for each other, so that they are processed at the same time.
  ///   - frameIsDue: Whether a frame becomes due then.
  private func threads(rows: Int, _ ahead: DrawingAhead, meets: Bool, frameIsDue: Bool = false) -> Threads {
    let (workers, shared, done) = (RowWorkers(count: 2), Shared(rows: rows), DispatchSemaphore(value: 0))
    ahead.async {
      shared.threads.withLock { $0.caller = pthread_self() }
      workers.run(rows: rows) { row in
        shared.threads.withLock {
          $0.rows[row] = pthread_self()
          $0.begun += 1
        }
        guard meets, row < 2 else { return }
        #expect(waitUntil { shared.threads.withLock { $0.begun >= 2 } })
        guard frameIsDue else { return }
        if row == 0 { ahead.leavesProcessor = true }
        #expect(waitUntil { ahead.leavesProcessor })
      }
      done.signal()
    }
    expect(done.wait(timeout: .now() + waitingLimit), equals: .success)
    return shared.threads.withLock { $0 }
  }

  private final class Shared: Sendable {
    let threads: Mutex<Threads>
    init(rows: Int) { threads = Mutex(Threads(rows: Array(repeating: 0, count: rows))) }
  }

  @Test func `at rest, slides are drawn ahead by all threads`() {
    let threads = threads(rows: 2, DrawingAhead(), meets: true)
    #expect(threads.rows.contains(threads.caller) && threads.rows[0] != threads.rows[1])
  }

  @Test func `while frames are due, the last thread draws nothing ahead`() {
    let ahead = DrawingAhead()
    ahead.leavesProcessor = true
    let threads = threads(rows: 50, ahead, meets: false)
    #expect(threads.rows.allSatisfy { $0 == threads.caller })
  }

  @Test func `when a frame becomes due, the last thread ends with its row, and the others draw the rest`() {
    let threads = threads(rows: 50, DrawingAhead(), meets: true, frameIsDue: true)
    #expect(threads.rows[0] != threads.rows[1])
    #expect(threads.rows[2...].allSatisfy { $0 == threads.caller })
  }

  @Test func `what is drawn on other queues is drawn by all threads`() {
    let ahead = DrawingAhead()
    ahead.leavesProcessor = true
    let begun = Shared(rows: 0)
    RowWorkers(count: 2).run(rows: 2) { _ in
      begun.threads.withLock { $0.begun += 1 }
      #expect(waitUntil { begun.threads.withLock { $0.begun == 2 } })
    }
  }
}
