@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Braille")
struct BrailleTests {
  @Test func `an even area stays as it is, up to its edges`() {
    var dots = [Float](repeating: 0.4, count: 12 * 8)
    for index in dots.indices where index % 12 < 3 || index / 12 > 5 { dots[index] = .nan }
    for (before, after) in zip(dots, BrailleFit.sharpened(dots, columns: 12)) {
      expect(before.isNaN, equals: after.isNaN)
      if !before.isNaN { #expect(abs(after - 0.4) < 1e-5) }
    }
  }

  @Test func `a line stands out more, and the average stays`() {
    // A vertical line of one dot in the middle of an even area.
    let dots = (0..<15 * 9).map { $0 % 15 == 7 ? Float(0.6) : 0.4 }
    let sharp = BrailleFit.sharpened(dots, columns: 15)
    let (line, beside) = (sharp[4 * 15 + 7], sharp[4 * 15 + 6])
    #expect(line - beside > 0.25)
    let (before, after) = (dots.reduce(0, +), sharp.reduce(0, +))
    #expect(abs(after - before) < 0.01 * before)
  }
}
