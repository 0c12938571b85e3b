import Foundation
import System
import TestSupport
import Testing

struct ProgramArgumentsTests {
  @Test func `the arguments are the bytes that the system passed, without the program's name`() throws {
    let line = try Data(contentsOf: URL(filePath: "/proc/self/cmdline"))
    let words = line.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    #expect(words.count > 1)
    expect(ProgramArguments.all, equals: Array(words.dropFirst()))
  }
}
