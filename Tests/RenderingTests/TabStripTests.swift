import Carousel
import CarouselValues
import Rendering
import Terminal
import TestSupport
import Testing

/// The strip of captions, drawn as text: capitals where the marker is.
struct TabStripTests {
  private let names = [
    0: "one", 1: "three hundred", 2: "two", 3: "four", 4: "five", 5: "six", 6: "seven", 7: "eight", 8: "nine", 9: "ten",
  ]

  /// The strip of `count` slides at a progress.
  private func strip(
    _ count: Int, from: Int = 0, to: Int? = nil, _ value: Double = 0, layout: CarouselMachine.Layout = .init(),
    window: CellSize = CellSize(columns: 48, rows: 10)
  ) throws -> (strip: TabStrip, rows: [String]) {
    var frame = CarouselMachine.Frame(
      count: count, previous: nil, current: from, next: to, progress: value, layout: layout, nearestSlide: from)
    frame.progress = CarouselMachine.Progress(from: from, to: to, value: value)
    let strip = try #require(TabStrip(in: window, frame: frame))
    var buffer = CellBuffer(size: window)
    strip.draw(names, on: &buffer, style: style())
    let rest = LinearColor(Color(hex: 0x202124))
    let rows = strip.area.rowRange.map { row in
      String(
        strip.area.columnRange.map { column -> Character in
          let cell = buffer[column, row]
          let isMarked = LinearColor(cell.background).contrast(to: rest) > 3
          let letter = Character(String(String.UnicodeScalarView(cell.glyph.scalars)))
          return isMarked ? letter == " " ? "_" : Character(letter.uppercased()) : letter
        })
    }
    return (strip, rows)
  }

  @Test func `each tab has its place, and the marker covers the current label`() throws {
    let first = try strip(4).rows[0]
    #expect(first.contains("_ONE_") && first.contains("three") && first.contains("two") && first.contains("four"))
    expect(first.count, equals: 48)
    #expect(try strip(4, from: 1).rows[0].contains("_THREE_HUN"))
  }

  @Test func `between two slides the marker lies between their tabs with their mean width`() throws {
    let row = try strip(4, from: 2, to: 3, 0.5).rows[0]
    let marked = row.indices.filter { row[$0] == "_" || row[$0].isUppercase }
    let columns = marked.map { row.distance(from: row.startIndex, to: $0) }
    // Tabs are 12 cells wide: the middles of the third and the fourth are at 30 and 42.
    expect(columns.first, equals: 33)
    expect(columns.last, equals: 38)
  }

  @Test func `during a jump the strip moves only towards the target slide`() throws {
    var machine = CarouselMachine(count: 200, settings: CarouselMachine.Settings(interval: nil))
    machine.handle(.jump(to: 90), at: .zero)
    var last = -1.0
    for milliseconds in stride(from: 0, through: 320, by: 10) {
      let frame = machine.frame(at: .seconds(Double(milliseconds) / 1000))
      let strip = try #require(TabStrip(in: CellSize(columns: 48, rows: 10), frame: frame))
      let middle = Double(strip.slides.lowerBound + strip.slides.upperBound) / 2
      #expect(middle >= last)
      last = middle
    }
    #expect(abs(last - 90.5) <= 1)
  }

  @Test func `a long strip scrolls with the marker and stops at its ends`() throws {
    let window = CellSize(columns: 36, rows: 10)
    try expect(strip(10, window: window).strip.slides, equals: 0..<3)
    try expect(strip(10, from: 5, window: window).strip.slides, equals: 4..<7)
    try expect(strip(10, from: 9, window: window).strip.slides, equals: 7..<10)
  }

  @Test func `a click on a tab finds its slide`() throws {
    let strip = try strip(4).strip
    expect((0..<4).map { strip.slide(atColumn: $0 * 12 + 6, row: 0) }, equals: [0, 1, 2, 3])
    expect(strip.slide(atColumn: 6, row: 1), equals: nil)
    let mirrored = try self.strip(4, layout: .init(isMirrored: true)).strip
    expect((0..<4).map { mirrored.slide(atColumn: $0 * 12 + 6, row: 0) }, equals: [3, 2, 1, 0])
  }

  @Test func `with vertical motion the strip is at the left`() throws {
    let (strip, rows) = try strip(3, from: 2, layout: .init(axis: .vertical))
    expect(strip.area, equals: CellRect(column: 0, row: 0, columns: 12, rows: 10))
    expect(Array(rows.prefix(4)), equals: [" one        ", " three hun… ", "_TWO________", "            "])
    expect(strip.slide(atColumn: 3, row: 1), equals: 1)
    expect(strip.slide(atColumn: 3, row: 5), equals: nil)
    let area = TabStrip.slideArea(in: CellSize(columns: 48, rows: 10), axis: .vertical)
    expect(area, equals: CellRect(column: 12, row: 0, columns: 36, rows: 10))
  }

  @Test func `small windows and extreme slide counts give a valid strip or none`() throws {
    let frame = restingFrame(count: 3, current: 0)
    expect(TabStrip(in: CellSize(columns: 20, rows: 10), frame: frame), equals: nil)
    expect(TabStrip.slideArea(in: CellSize(columns: 20, rows: 3), axis: .horizontal).size.rows, equals: 3)
    #expect(try strip(0, from: 0).strip.slides.isEmpty)
    let machine = CarouselMachine(count: .max, start: .max, settings: CarouselMachine.Settings(interval: nil))
    let many = try #require(TabStrip(in: CellSize(columns: 48, rows: 10), frame: machine.frame(at: .zero)))
    #expect(many.slides.count <= 5)
  }

  @Test(arguments: [ColorDepth.palette16, .palette8, .mono])
  func `the marker is visible with few colors`(depth: ColorDepth) throws {
    let strip = try strip(4).strip
    var buffer = CellBuffer(size: CellSize(columns: 48, rows: 10))
    strip.draw(names, on: &buffer, style: style(depth: depth))
    if depth == .mono {
      #expect(buffer.textRows[0].contains("[one]"))
    } else {
      expect(Set((0..<48).map { buffer[$0, 0].background }).count, equals: 2)
    }
  }
}

/// The page number, such as `3/12`, beside the dots or instead of them.
struct IndexTests {
  private func row(_ change: (inout SceneStyle) -> Void, mirrored: Bool = false, columns: Int = 24) -> String {
    var look = style()
    look.overlays.showsIndex = true
    change(&look)
    let layout = CarouselMachine.Layout(isMirrored: mirrored)
    let frame = CarouselMachine.Frame(
      count: 4, previous: 0, current: 1, next: 2, layout: layout, nearestSlide: 1)
    return Scene(window: CellSize(columns: columns, rows: 5), style: look, frame: frame, contents: [:]).composed()
      .textRows[4]
  }

  @Test func `the page number is beside the dots`() {
    expect(row { _ in }, equals: "      ○ ● ○ ○  2/4      ")
  }

  @Test func `the page number is alone without dots, and hidden if both do not fit`() {
    expect(row { $0.overlays.showsDots = false }, equals: "          2/4           ")
    expect(row({ _ in }, columns: 12), equals: "  ○ ● ○ ○   ")
  }

  @Test func `in a mirrored layout the first page's dot is on the right`() {
    expect(row({ $0.overlays.showsIndex = false }, mirrored: true), equals: "        ○ ○ ● ○         ")
    let dots = PageDots(
      count: 4, current: 1, window: CellSize(columns: 24, rows: 5), position: .bottomCenter, barRows: 0,
      isMirrored: true)
    expect(dots?.page(atColumn: 8, row: 4), equals: 3)
    expect(dots?.page(atColumn: 14, row: 4), equals: 0)
  }
}
