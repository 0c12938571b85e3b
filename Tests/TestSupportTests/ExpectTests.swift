import TestSupport
import Testing

/// Expectations of equal values, on which most tests rely.
struct ExpectTests {
  @Test func `equal values record no issue`() {
    expect(3, equals: 3)
    expect(Int?.none, equals: nil)
    expect([1.5, 2], equals: [1.5, 2])
  }

  @Test func `different values fail the test in its own line, and both are shown`() {
    let line = #line + 2
    withKnownIssue {
      expect("a\n", equals: "b")
    } matching: { issue in
      expect(issue.comments.map(\.rawValue), equals: [#""a\n" is not "b""#])
      expect(issue.sourceLocation?.line, equals: line)
      expect(issue.sourceLocation?.fileName, equals: "ExpectTests.swift")
      #if compiler(>=6.3)
        return issue.severity == .error
      #else
        return true
      #endif
    }
  }

  @Test func `a failure ends with the comment on the case`() {
    withKnownIssue {
      expect(Optional(2), equals: nil, "case 7")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Optional(2) is not nil: case 7"]
    }
  }

  @Test func `a value that differs from itself, such as NaN, is not equal`() {
    withKnownIssue { expect(Double.nan, equals: .nan) }
  }
}
