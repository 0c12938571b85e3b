import Rendering
import TestSupport
import Testing

struct LoadingProgressTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (35_499, "35 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
    (1_234_567, "1.2 MB"), (99_949_999, "99.9 MB"), (100_000_000, "100 MB"), (5_000_000_000, "5.0 GB"), (-5, "0 B"),
  ])
  func `byte counts are shown in readable units`(bytes: Int, text: String) {
    expect(ByteCount.text(bytes), equals: text)
  }

  @Test func `progress is shown in bytes, and in per cent if the length is known`() {
    expect(LoadingProgress.receiving(received: 1_234_567, expected: nil).text, equals: "1.2 MB")
    expect(LoadingProgress.receiving(received: 1_234_567, expected: 5_000_000).text, equals: "24 %  1.2 of 5.0 MB")
    expect(LoadingProgress.receiving(received: 4_999_999, expected: 5_000_000).text, equals: "99 %  5.0 of 5.0 MB")
    expect(LoadingProgress.retrying(seconds: 3, reason: "lost").text, equals: "retrying in 3 s: lost")
    expect(LoadingProgress.retrying(seconds: 3, reason: "lost").lines, equals: ["retrying in 3 s", "lost"])
    expect(LoadingProgress.receiving(received: 1, expected: nil).share, equals: nil)
    expect(LoadingProgress.receiving(received: 1, expected: 4).share, equals: 0.25)
  }
}
