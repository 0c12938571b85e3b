@testable import CommandLineOptions
import TestSupport
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  private let names = ["--interval", "--print", "--print-marked", "--pick", "--fit", "--fps", "-0"]

  @Test(
    arguments: [
      ("--intervall", "--interval"), ("--intreval", "--interval"), ("--inter", "--interval"), ("-print", "--print"),
      ("--Print", "--print"), ("--pirnt", "--print"), ("--print-makred", "--print-marked"), ("--fti", "--fit"),
      ("--nonsense", nil), ("--x", nil), ("--", nil), ("-é", nil), ("--recursive", nil),
    ] as [(String, String?)])
  func `a name is suggested only if it is near`(given: String, nearest: String?) {
    expect(NearestName.find(given, among: names), equals: nearest)
  }

  @Test func `a text too long for a name is not compared`() {
    expect(NearestName.find("--interval" + String(repeating: "l", count: 100_000), among: names), equals: nil)
  }

  @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func `the edit distance counts insertions, deletions, substitutions and swaps`(
    first: String, second: String, distance: Int
  ) {
    expect(NearestName.editDistance(Array(first.utf8), Array(second.utf8)), equals: distance)
  }
}
