import CGlibc
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Parallelism

/// Threads on several processors.
struct ProcessorsTests {
  @Test func `there are as many threads as processors that may be used, at most eight`() {
    expect(Processors.threadCount, equals: min(usable.count, 8))
  }

  @Test func `work beside another's begins on another processor, if there is one`() {
    let queue = DispatchQueue(label: "beside")
    var seen: Set<Bool> = []
    for _ in 0..<20 {
      let here = tui_processor()
      let found = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var there: Int32 = -1
      queue.asyncBeside {
        unsafe there = tui_processor()
        found.signal()
      }
      expect(found.wait(timeout: .now() + 10), equals: .success)
      unsafe seen.insert(there == here)
    }
    // On a busy machine the kernel may move either of them meanwhile, but not each time.
    #expect(seen.contains(usable.count < 2))
  }

  @Test func `a thread leaves its processor for work beside that, if there is another one`() {
    let moves = (0..<20).map { _ in
      let before = tui_processor()
      nonisolated(unsafe) var after = before
      Processors.beside { unsafe after = tui_processor() }()
      return unsafe after != before
    }
    // On a busy machine the kernel may move it back at once, but not each time.
    expect(moves.contains(true), equals: usable.count > 1)
  }

  @Test func `a thread that has moved may use all processors again`() {
    let before = usable
    expect(tui_move_thread(0, tui_processor()), equals: 0)
    expect(usable, equals: before)
  }

  @Test func `a thread avoids one processor at a time, until it may use all again`() {
    let before = usable
    for processor in before {
      Processors.avoid(Int32(processor))
      // The only one cannot be avoided.
      expect(usable, equals: before.count > 1 ? before.filter { $0 != processor } : before)
    }
    Processors.avoid(nil)
    expect(usable, equals: before)
    Processors.avoid(nil)
    expect(usable, equals: before)
  }

  /// The numbers of the processors that this thread may use, as the system lists them: "0-3,6".
  private var usable: [Int] {
    let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    return line?.split(separator: "\t").last?.split(separator: ",").flatMap { range -> [Int] in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
    } ?? []
  }
}
