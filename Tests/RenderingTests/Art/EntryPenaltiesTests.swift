import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Cells keep to their neighbors' colors")
struct EntryPenaltiesTests {
  private func penalties(_ neighbors: [(SIMD2<Int32>, Float)]) -> EntryPenalties {
    var result = EntryPenalties()
    for (entries, distance) in neighbors { result.add(entries, difference: SIMD3(distance, 0, 0)) }
    result.finish(weight: 1)
    return result
  }

  @Test func `an entry that a neighbor of the same color has costs nothing, others cost their share of the cell`() {
    let found = penalties([(SIMD2(1, 8), 0)])
    let backs = SIMD8<Int32>(0, 1, 2, 3, 8, 8, 8, 8)
    expect(found.of(1, over: backs, share: 0.25), equals: SIMD8(0.75, 0, 0.75, 0.75, 0, 0, 0, 0))
    expect(found.of(3, over: backs, share: 0.25), equals: SIMD8(1, 0.25, 1, 1, 0.25, 0.25, 0.25, 0.25))
  }

  @Test func `the less a neighbor's color is like the cell's, the less its entries count`() {
    let found = penalties([(SIMD2(1, 8), 0.0375), (SIMD2(3, 8), 0.1125), (SIMD2(4, 4), 0.15), (SIMD2(5, 5), 0.3)])
    func penalty(_ entry: Int32) -> Float { found.of(entry, over: SIMD8(repeating: entry), share: 0)[0] }
    expect(penalty(1), equals: 0)
    expect(penalty(8), equals: 0)
    #expect(abs(penalty(3) - 0.5) < 0.001)
    #expect(abs(penalty(4) - 0.75) < 0.001)
    expect(penalty(5), equals: penalty(4))
    // Where no neighbor is of like color, no entry is unfamiliar.
    let none = penalties([(SIMD2(1, 8), 0.2)])
    expect(none.of(3, over: SIMD8(repeating: 7), share: 0.5), equals: .zero)
  }

  @Test(arguments: [ArtMode.half, .block])
  func `in 16 colors cells of skin share a color with the cell before them, and the average is about right`(
    art: ArtMode
  ) {
    // Both colors lie between those of many pairs of entries.
    for (red, green, blue) in [(200, 170, 150), (190, 140, 110)] as [(Float, Float, Float)] {
      let canvas = Canvas(CellSize(columns: 32, rows: 16), for: art) { x, y in
        let slope: Float = 20 * (x - 0.5) + 10 * (y - 0.5)
        return (SIMD3(red, green, blue) + slope) / 255
      }
      let options = ArtOptions(depth: .palette16)
      let cells = art.draw(canvas, options)
      func colors(_ cell: Cell) -> Set<Color> {
        cell.glyph == .blank ? [cell.background] : [cell.foreground, cell.background]
      }
      var strangers = 0
      for row in 0..<16 {
        for column in 1..<32 where colors(cells[column, row]).isDisjoint(with: colors(cells[column - 1, row])) {
          strangers += 1
        }
      }
      // If each cell chose for itself, 0.4 and 0.9 of them would share none. Fewer than a fifth would make areas wrong in
      // color from a little way off.
      #expect(strangers < 16 * 31 / 5)
      func average(_ view: BlurredView) -> SIMD3<Float> {
        LMS.lab(LMS.responses(to: view.lights.reduce(.zero, +) / Float(view.lights.count)))
      }
      let difference = average(BlurredView(cells, drawnWith: options)) - average(BlurredView(canvas))
      #expect((difference * difference).sum().squareRoot() < 0.045)
    }
  }
}
