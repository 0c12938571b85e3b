import Foundation
import TestSupport
import Testing

@testable import Parallelism

struct ProcessorsTests {
  @Test func `there are as many threads as processors that may be used, at most eight`() {
    expect(Processors.threadCount, equals: min(usable.count, 8))
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
