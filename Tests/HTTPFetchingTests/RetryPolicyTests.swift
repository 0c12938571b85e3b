import Fetching
import HTTPFetching
import TestSupport
import Testing

struct RetryPolicyTests {
  let policy = RetryPolicy()
  static let lost = FetchFailure(.connectionLost, "connection lost", isTransient: true)

  static func busy(_ retryAfter: Int?) -> FetchFailure {
    FetchFailure(.status, "429 Too Many Requests", isTransient: true, retryAfter: retryAfter)
  }

  @Test func `waits double, and half of each is random jitter`() {
    expect(
      (1...4).map { policy.wait(after: Self.lost, failures: $0, jitter: 0) },
      equals: [0.5, 1, 2, 4].map { .seconds($0) })
    expect(
      (1...4).map { policy.wait(after: Self.lost, failures: $0, jitter: 1) }, equals: [1, 2, 4, 8].map { .seconds($0) })
    expect(policy.wait(after: Self.lost, failures: 1, jitter: 0.5), equals: .milliseconds(750))
  }

  @Test func `retries are limited, and permanent failures are not retried`() {
    expect(policy.wait(after: Self.lost, failures: 5, jitter: 0), equals: nil)
    expect(
      policy.wait(after: FetchFailure(.hostNotFound, "host not found", isTransient: false), failures: 1, jitter: 0),
      equals: nil)
  }

  @Test func `a Retry-After of up to two minutes is respected and never shortened by jitter`() {
    expect(policy.wait(after: Self.busy(7), failures: 1, jitter: 0), equals: .seconds(7))
    expect(policy.wait(after: Self.busy(7), failures: 1, jitter: 1), equals: .seconds(8))
    expect(policy.wait(after: Self.busy(0), failures: 3, jitter: 0), equals: .seconds(2))
    expect(policy.wait(after: Self.busy(120), failures: 1, jitter: 0), equals: .seconds(120))
    for asked in [121, 3_600, .max] {
      expect(policy.wait(after: Self.busy(asked), failures: 1, jitter: 0), equals: nil)
    }
    expect(policy.wait(after: Self.busy(.min), failures: 1, jitter: -5), equals: .milliseconds(500))
  }

  @Test func `backoff never exceeds the maximum wait`() {
    var policy = RetryPolicy()
    policy.retries = 1_000
    expect(policy.wait(after: Self.lost, failures: 1_000, jitter: 7), equals: .seconds(30))
  }
}
