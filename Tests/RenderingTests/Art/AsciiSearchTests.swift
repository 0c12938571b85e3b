import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("The search for characters")
struct AsciiSearchTests {
  @Test func `the character drawn leaves no more error than any other tried by itself would`() {
    let shapes = GlyphTable.shapes(in: .ascii).dropFirst().map { shape in
      (glyph: shape.glyph, coverage: shape.outline.coverage(columns: 4, rows: 8).map { Double($0) })
    }
    var random = SplitMix64(seed: 11)
    for round in 0..<300 {
      let colors = RandomCell.colors(round, &random)
      var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: PixelSize(width: 4, height: 8))
      var luma: [Double] = []
      for (index, color) in colors.enumerated() {
        let light = LinearColor(Color(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z)))
        canvas.samples[index] = LinearColor.pixel(light)
        luma.append(0.2126 * color.x.rounded(.down) + 0.7152 * color.y.rounded(.down) + 0.0722 * color.z.rounded(.down))
      }
      let drawn = ArtMode.ascii.draw(canvas, ArtOptions(depth: .truecolor))[0, 0].glyph
      let gains = shapes.map { ($0.glyph, gain(of: $0.coverage, luma)) }
      let maximum = gains.map(\.1).max() ?? 0
      let chosen = gains.first { $0.0 == drawn }?.1 ?? 0
      // A cell may be blank if no character makes a difference, or if both its colors round to the same one.
      if drawn == .blank { #expect(maximum < 64) } else { #expect(chosen > maximum * 0.999 - 1, "round \(round)") }
    }
  }

  /// The reduction of a cell's squared error by a coverage, with both colors limited to 0…255.
  private func gain(of coverage: [Double], _ luma: [Double]) -> Double {
    let (tone, mean) = (luma.reduce(0, +) / 32, coverage.reduce(0, +) / 32)
    let product = zip(luma, coverage).map { ($0 - tone) * ($1 - mean) }.reduce(0, +)
    let energy = coverage.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let highest = min(tone / mean, (255 - tone) / (1 - mean))
    let lowest = -min((255 - tone) / mean, tone / (1 - mean))
    let slope = min(max(product / energy, lowest), highest)
    return 2 * slope * product - slope * slope * energy
  }
}
