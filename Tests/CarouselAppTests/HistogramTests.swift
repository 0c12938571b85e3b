import Bitmaps
import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

@Suite @MainActor struct HistogramTests {
  /// A bitmap of one row of gray pixels.
  private func bitmap(_ values: [UInt8], alpha: UInt16 = .max) -> Bitmap {
    let pixels = values.map { value in
      let light = min(SRGB.linear16(value), alpha)
      return SIMD4(light, light, light, alpha)
    }
    return Bitmap(size: PixelSize(width: values.count, height: 1), pixels: pixels, isOpaque: alpha == .max)
  }

  private func rows(_ values: [UInt8], isUnicode: Bool = true) -> [String] {
    Histogram(of: bitmap(values)).panel(isUnicode: isUnicode).rows.map(\.keys)
  }

  @Test func `each of 32 levels has a column, as high as its share of the most frequent one`() {
    // Levels of eight values each: four pixels in the first, two in the third, one in the last.
    let rows = rows([0, 1, 2, 3, 16, 23, 255])
    let blank = String(repeating: " ", count: 31)
    let low = String(repeating: " ", count: 28)
    expect(
      rows,
      equals: [
        "█" + blank, "█" + blank, "█" + blank, "█ █" + " " + low, "█ █" + low + "▄", "█ █" + low + "█",
        "black 14.3 %  white 14.3 %",
      ])
  }

  @Test func `without Unicode, columns are drawn in whole cells`() {
    let rows = rows([0, 0, 255], isUnicode: false)
    #expect(rows[3].hasPrefix("# ") && rows[3].hasSuffix("#") && rows[2].hasSuffix(" "))
    #expect(rows.dropLast().allSatisfy { $0.allSatisfy { $0 == "#" || $0 == " " } })
  }

  @Test func `transparent pixels do not count`() {
    let histogram = Histogram(of: bitmap([0, 255], alpha: 0))
    #expect(histogram.black == 0 && histogram.white == 0 && histogram.heights.allSatisfy { $0 == 0 })
  }

  @Test func `a rare level can be seen`() {
    let rows = rows(Array(repeating: 0, count: 10_000) + [255])
    #expect(rows[5].hasSuffix("▁") && rows[6] == "black 100.0 %  white 0.0 %")
  }

  @Test func `H shows the histogram of the slide on screen in place of the facts, and hides it`() {
    var stage = Stage("white", "red", columns: 60, rows: 20)
    stage.type("i")
    #expect(stage.frame.textRows.contains { $0.contains("format") })
    stage.type("H")
    #expect(stage.frame.textRows.contains { $0.contains("black 0.0 %  white 100.0 %") })
    #expect(!stage.frame.textRows.contains { $0.contains("format") })
    stage.press(.right)
    stage.wait(1)
    #expect(stage.frame.textRows.contains { $0.contains("black 0.0 %  white 0.0 %") })
    stage.type("H")
    #expect(!stage.frame.textRows.contains { $0.contains("black") })
    stage.type("H")
    stage.press(.escape)
    #expect(!stage.frame.textRows.contains { $0.contains("black") } && stage.effects.isEmpty)
  }

  @Test func `with showsFacts the facts are there from the beginning`() {
    var stage = Stage("red", columns: 60, rows: 20) { $0.showsFacts = true }
    #expect(stage.frame.textRows.contains { $0.contains("640×480") })
    stage.type("i")
    #expect(!stage.frame.textRows.contains { $0.contains("640×480") })
  }
}
