import Carousel
import CarouselValues
import TestSupport
import Testing

@testable import CarouselApp

@Suite struct PrintProgressTests {
  private func line(
    _ progress: inout PrintProgress, _ number: Int, of count: Int = 40, _ name: String, isUTF8: Bool = true,
    at seconds: Double
  ) -> String {
    String(
      decoding: progress.line(for: number, of: count, name: name.utf8, isUTF8: isUTF8, at: .seconds(seconds)),
      as: UTF8.self)
  }

  @Test func `the line appears after two seconds and changes five times a second`() {
    var progress = PrintProgress(at: .seconds(10), columns: 20)
    expect(line(&progress, 1, "a.png", at: 10), equals: "")
    expect(line(&progress, 2, "b.png", at: 11.9), equals: "")
    expect(line(&progress, 3, "long name.png", at: 12), equals: "\r3/40 long name.png")
    expect(line(&progress, 4, "c.png", at: 12.1), equals: "")
    // Blanks cover what the last line left.
    expect(line(&progress, 5, "c.png", at: 12.25), equals: "\r5/40 c.png        ")
    expect(progress.removal(), equals: Array("\r          \r".utf8))
    expect(progress.removal(), equals: [])
  }

  @Test func `the line is narrower than the terminal, and a single slide has none`() {
    var progress = PrintProgress(at: .zero, columns: 12)
    expect(line(&progress, 3, "long name.png", at: 3), equals: "\r3/40 long …")
    var ascii = PrintProgress(at: .zero, columns: 12)
    expect(line(&ascii, 3, "…\u{1B}", isUTF8: false, at: 3), equals: "\r3/40 ...^[")
    var single = PrintProgress(at: .zero, columns: 12)
    expect(line(&single, 1, of: 1, "a.png", at: 99), equals: "")
  }
}
