import Bitmaps
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("ASCII")
struct AsciiTests {
  func drawn(_ rows: [String], depth: ColorDepth) -> CellBuffer {
    let picture = bitmap(rows, letters)
    let cells = CellSize(columns: picture.size.width / 4, rows: picture.size.height / 8)
    var canvas = Canvas(cells: cells, samplesPerCell: PixelSize(width: 4, height: 8))
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return ArtMode.ascii.draw(canvas, ArtOptions(depth: depth))
  }

  @Test("Shapes become the characters that look like them")
  func shapes() {
    let cells = drawn(
      [
        "..KKKKKWWKKKKKKKKK", "..KKKKKWWKKKKKKKKK", "..KKKKKWWKKKKKKKKK", "..KKKKKWWKKKKKKKKK",
        "..WWWWKWWKKKKKKKKK", "..KKKKKWWKKKKKKKKK", "..KKKKKWWKKKKKKKKK", "..KKKKKWWKWWWWKKKK",
      ].map { String($0.dropFirst(2)) }, depth: .mono)
    expect(cells.textRows, equals: ["~|_ "])
  }

  @Test("Brighter samples become denser characters")
  func tones() {
    let levels: [UInt8] = [0, 60, 120, 180, 255]
    let inks = levels.map { level -> Int in
      let picture = bitmap(Array(repeating: "aaaa", count: 8), ["a": (level, level, level)])
      var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: PixelSize(width: 4, height: 8))
      canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
      let scalar = ArtMode.ascii.draw(canvas, ArtOptions(depth: .mono))[0, 0].glyph.scalars[0]
      // The index in a common ramp of ink: only the order of the characters matters, not which they are.
      return " .`'-_,:;~^!\"*=|+<>/\\?ivjlcrxz1tsuIJ7nLaeo{}[]()2TYfF35SZbCXkyhdqpPV46OUwmEDGgK9AHR8#$0%&QBNMW@"
        .unicodeScalars.map { $0 }.firstIndex(of: scalar) ?? -1
    }
    expect(inks[0], equals: 0)
    expect(inks, equals: inks.sorted())
    expect(Set(inks).count, equals: 5)
  }

  @Test("Any samples are drawn in printable ASCII only")
  func printable() {
    var state: UInt64 = 7
    func random() -> UInt16 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 40)
    }
    var canvas = Canvas(cells: CellSize(columns: 30, rows: 10), samplesPerCell: PixelSize(width: 4, height: 8))
    for index in canvas.samples.indices where index % 7 != 0 {
      canvas.samples[index] = SIMD4(random(), random(), random(), 65_535)
    }
    for depth in [ColorDepth.truecolor, .mono] {
      let cells = ArtMode.ascii.draw(canvas, ArtOptions(depth: depth)).cells
      #expect(cells.allSatisfy { (0x20...0x7E).contains($0.glyph.scalars[0].value) })
    }
  }

  @Test("A flat color is a blank with that background")
  func flat() {
    let cells = drawn(Array(repeating: "GGGG", count: 8), depth: .truecolor).cells
    expect(cells, equals: [Cell(.blank, background: rgb("G"))])
  }
}
