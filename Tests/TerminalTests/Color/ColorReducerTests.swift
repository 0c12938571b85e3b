import Terminal
import TestSupport
import Testing

@Suite struct ColorReducerTests {
  private let orange = Color(red: 255, green: 135, blue: 0)

  private func cell(_ cell: Cell, at depth: ColorDepth) -> Cell {
    var reducer = ColorReducer(depth: depth)
    return reducer.reduce(CellBuffer(size: CellSize(columns: 1, rows: 1), filledWith: cell))[0, 0]
  }

  @Test func `Truecolor changes nothing`() {
    let picture = Cell(.upperHalf, foreground: orange, background: Color(index: 3))
    expect(cell(picture, at: .truecolor), equals: picture)
  }

  @Test func `Colors are reduced to the nearest palette entries`() {
    let picture = Cell(.upperHalf, foreground: orange, background: Color(red: 250, green: 2, blue: 3))
    expect(
      cell(picture, at: .palette256),
      equals: Cell(.upperHalf, foreground: Color(index: 208), background: Color(index: 196)))
    expect(cell(picture, at: .palette16).background, equals: Color(index: 9))
    expect(cell(picture, at: .palette8).background, equals: Color(index: 1))
  }

  @Test func `Mono keeps only the glyph`() {
    expect(cell(Cell("x", foreground: orange, background: .black), at: .mono), equals: Cell("x"))
  }

  @Test func `Palette colors that the terminal supports are kept`() {
    let bright = Cell("x", foreground: Color(index: 9), background: Color(index: 200))
    expect(cell(bright, at: .palette256), equals: bright)
    expect(cell(bright, at: .palette16).foreground, equals: Color(index: 9))
    expect(cell(bright, at: .palette8).foreground, equals: Color(index: 1))
  }

  @Test func `A letter stays distinct from its background; a block glyph may blend into it`() {
    let (dim, dark) = (Color(red: 20, green: 20, blue: 20), Color(red: 0, green: 0, blue: 0))
    expect(cell(Cell("x", foreground: dim, background: dark), at: .palette8).foreground, equals: Color(index: 7))
    expect(cell(Cell("▀", foreground: dim, background: dark), at: .palette8).foreground, equals: Color(index: 0))
    let (light, white) = (Color(red: 225, green: 225, blue: 225), Color(red: 229, green: 229, blue: 229))
    expect(cell(Cell("x", foreground: light, background: white), at: .palette8).foreground, equals: Color(index: 0))
  }
}
