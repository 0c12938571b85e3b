import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// A grid of three columns on 90 × 60 units: cells of 30 × 22.5, with 2⅔ rows in view.
struct GridMachineTests {
  private func grid(_ count: Int, selection: Int = 0, _ settings: GridMachine.Settings = .init()) -> GridMachine {
    GridMachine(
      count: count, selection: selection, viewport: SlideSize(width: 90, height: 60), settings: settings)
  }

  @Test func `a grid has three columns by default, and four slides form two rows of two`() {
    let frame = grid(10).frame(at: .zero)
    expect(frame.columns, equals: 3)
    expect(frame.cells.map(\.slide), equals: Array(0..<9))
    expect(frame.cells[4].box, equals: SlideBox(x: 30, y: 22.5, width: 30, height: 22.5))
    let four = grid(4).frame(at: .zero)
    expect(four.columns, equals: 2)
    // Both rows fit.
    expect(four.cells.map(\.box.y), equals: [0, 0, 30, 30])
  }

  @Test func `at most 64 rows fit in the viewport, also in whole units`() {
    for (height, unit) in [(100.0, 1.0), (127, 1), (100, 0), (1_000, 7), (63, 1), (1, 1)] {
      var settings = GridMachine.Settings()
      (settings.cellRatio, settings.unit) = (1e-6, unit)
      let grid = GridMachine(
        count: 10_000, selection: 0, viewport: SlideSize(width: 90, height: height), settings: settings)
      #expect(grid.layout.rowsPerPage <= 64, "\(height) in units of \(unit)")
      if unit > 0 { expect(grid.layout.pitch.truncatingRemainder(dividingBy: unit), equals: 0) }
    }
  }

  @Test func `horizontal moves follow reading order, and vertical moves go by rows`() {
    var grid = grid(10)
    for (columns, rows, slide) in [
      (1, 0, 1), (1, 0, 2), (1, 0, 3), (-1, 0, 2), (0, 1, 5), (0, 1, 8), (0, 1, 9), (0, 1, 9), (-50, 0, 0), (0, -1, 0),
    ] {
      grid.handle(.move(columns: columns, rows: rows), at: .zero)
      expect(grid.selection, equals: slide)
    }
  }

  @Test func `the grid scrolls smoothly to the selected row`() {
    var grid = grid(100)
    expect(grid.handle(.select(50), at: .zero), equals: [.didSelect(50)])
    expect(grid.frame(at: .zero).cells.first?.slide, equals: 0)
    expect(grid.nextWake(after: .zero), equals: .nextFrame)
    let middle = grid.frame(at: .milliseconds(100))
    #expect(middle.isMoving && middle.position > 0 && middle.position < 0.5)
    let end = grid.frame(at: .milliseconds(200))
    let selected = end.cells.first { $0.slide == 50 }
    #expect(isClose(selected?.box.y ?? 0, 37.5))
    expect(grid.nextWake(after: .milliseconds(200)), equals: .never)
  }

  @Test func `paging moves by the rows in view, and selections are clamped`() {
    var grid = grid(100)
    grid.handle(.page(by: 1), at: .zero)
    expect(grid.selection, equals: 6)
    grid.handle(.select(.max), at: .zero)
    expect(grid.selection, equals: 99)
    grid.handle(.page(by: -1), at: .zero)
    expect(grid.selection, equals: 93)
    grid.handle(.page(by: .min), at: .zero)
    expect(grid.selection, equals: 0)
  }

  @Test func `the wheel scrolls the grid, and the selection stays in view`() {
    var grid = grid(100)
    expect(grid.handle(.scroll(by: 45), at: .zero), equals: [.didSelect(6)])
    expect(grid.handle(.scroll(by: -1000), at: .zero), equals: [.didSelect(3)])
    expect(grid.frame(at: .seconds(1)).position, equals: 0)
    grid.handle(.scroll(by: 1e300), at: .seconds(1))
    expect(grid.frame(at: .seconds(2)).position, equals: 1)
  }

  @Test func `demand is the slides where the grid comes to rest, those in view, and one page ahead`() {
    var grid = grid(100)
    expect(grid.demand, equals: SlideDemand(visible: Array(0..<9), upcoming: Array(9..<18)))
    grid.handle(.select(50), at: .zero)
    expect(grid.demand, equals: SlideDemand(visible: Array(42..<51) + Array(0..<9), upcoming: Array(51..<60)))
    grid.handle(.select(44), at: .zero)
    grid.handle(.select(20), at: .zero)
    expect(grid.demand, equals: SlideDemand(visible: Array(18..<27) + Array(0..<18)))
  }

  @Test func `a point maps to the slide under it`() {
    let grid = grid(10)
    expect(grid.slide(at: SlidePoint(x: 35, y: 30), at: .zero), equals: 4)
    expect(grid.slide(at: SlidePoint(x: 35, y: 59), at: .zero), equals: 7)
    expect(grid.slide(at: SlidePoint(x: 90, y: 30), at: .zero), equals: nil)
    expect(grid.slide(at: SlidePoint(x: .nan, y: 30), at: .zero), equals: nil)
  }

  @Test func `the selected slide stays in place when slides are added and removed`() throws {
    var grid = grid(100, selection: 50)
    let before = try #require(grid.frame(at: .zero).cells.first { $0.slide == 50 })
    // Thirty slides are inserted before it, then it is removed itself.
    let held = grid.anchorSlides(at: .zero)
    grid.handle(.reload(Reload(count: 130, from: 200, anchors: held) { $0 + 30 }), at: .zero)
    expect(grid.selection, equals: 80)
    let after = try #require(grid.frame(at: .zero).cells.first { $0.slide == 80 })
    #expect(isClose(before.box.y, after.box.y))
    let reload = Reload(count: 129, from: 200, anchors: grid.anchorSlides(at: .zero)) {
      $0 == 80 ? nil : $0 > 80 ? $0 - 1 : $0
    }
    grid.handle(.reload(reload), at: .zero)
    expect(grid.selection, equals: 80)
    grid.handle(.reload(Reload(count: 0)), at: .zero)
    #expect(grid.selection == nil && grid.frame(at: .zero).cells.isEmpty)
  }

  @Test func `the slide after a removed selection is selected, also if its neighbors are removed with it`() {
    var grid = grid(10, selection: 5)
    let reload = Reload(count: 7, from: 200, anchors: grid.anchorSlides(at: .zero)) {
      (4...6).contains($0) ? nil : $0 < 4 ? $0 : $0 - 3
    }
    grid.handle(.reload(reload), at: .zero)
    // The slide that was 7.
    expect(grid.selection, equals: 4)
  }

  @Test func `the first survivor after a removed range is selected`() {
    var grid = grid(100, selection: 40)
    let new = Array(0..<20) + Array(60..<100)
    let reload = Reload(new.difference(from: Array(0..<100)), from: 100, anchors: grid.anchorSlides(at: .zero))
    grid.handle(.reload(reload), at: .zero)
    expect(grid.selection.map { new[$0] }, equals: 60)
  }

  @Test(arguments: Soak.seeds(20))
  func `the demand lists what every frame shows until the next wake, and at most twice more`(_ seed: Int) {
    var random = RandomEvents(seed: 61_000 &+ UInt64(seed))
    var grid = grid(random.int(1...400), selection: random.int(0...300))
    var now = 0
    for _ in 0..<100 {
      let event: GridMachine.Event =
        switch random.int(1...4) {
        case 1: .select(random.int(0...400))
        case 2: .move(columns: random.int(-1...1), rows: random.int(-3...3))
        case 3: .page(by: random.int(-1...1))
        default: .scroll(by: random.double(-50...50))
        }
      grid.handle(event, at: .milliseconds(now))
      let demand = grid.demand
      expect(Set(demand.visible + demand.upcoming).count, equals: demand.visible.count + demand.upcoming.count)
      #expect(demand.visible.count <= 4 * 12 && demand.upcoming.count <= 12)
      let shown = Set(grid.frame(at: .milliseconds(now)).cells.map(\.slide))
      #expect(shown.isSubset(of: demand.visible), "seed \(seed), \(event)")
      now += random.int(0...250)
    }
  }

  @Test func `a short way is listed as a whole, and of a long one the ends`() {
    var grid = grid(1000)
    grid.handle(.scroll(by: 60), at: .zero)
    expect(grid.demand.visible.sorted(), equals: Array(0..<18))
    grid.handle(.select(999), at: .zero)
    expect(grid.demand.visible.sorted(), equals: Array(0..<9) + Array(993..<1000))
  }

  @Test func `a grid whose end is removed scrolls back smoothly from rest`() throws {
    var grid = grid(100, selection: 99)
    grid.handle(.select(60), at: .zero)
    let rest = Timestamp.seconds(1)
    func top(at moment: Timestamp) throws -> Double {
      try #require(grid.frame(at: moment).cells.first { $0.slide == 60 }).box.y
    }
    #expect(isClose(try top(at: rest), 0))
    // Nothing is left below the selected slide, which therefore moves down.
    let reload = Reload(count: 61, from: 200, anchors: grid.anchorSlides(at: rest)) { $0 < 61 ? $0 : nil }
    grid.handle(.reload(reload), at: rest)
    var last = -1e-9
    for milliseconds in 0...300 {
      let now = try top(at: rest.advanced(by: .milliseconds(milliseconds)))
      #expect(now >= last)
      last = now - 1e-9
    }
    #expect(isClose(last, 37.5))
  }

  @Test func `at rest, cell edges lie on whole units`() {
    let settings = GridMachine.Settings(columns: 4, gap: 1, unit: 1)
    var grid = GridMachine(count: 50, viewport: SlideSize(width: 83, height: 23), settings: settings)
    grid.handle(.select(30), at: .zero)
    for cell in grid.frame(at: .seconds(1)).cells {
      for edge in [cell.box.x, cell.box.y, cell.box.width, cell.box.height] { #expect(isClose(edge, edge.rounded())) }
    }
  }

  @Test func `a resize keeps the selected slide in view`() {
    var grid = grid(1000, selection: 500)
    for (width, height) in [(20.0, 10.0), (300, 7), (1, 1), (90, 60)] {
      grid.handle(.resize(SlideSize(width: width, height: height)), at: .zero)
      let frame = grid.frame(at: .zero)
      #expect(frame.cells.contains { $0.slide == 500 && $0.box.y > -1e-6 && $0.box.y + $0.box.height < height + 1e-6 })
    }
  }

  @Test(arguments: Soak.seeds(20))
  func `every event is safe with any value and any count`(_ seed: Int) {
    var random = RandomEvents(seed: 60_000 &+ UInt64(seed))
    let integers = [Int.min, -1, 0, 1, 5, 100_000, .max / 4, .max]
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1, 0, 1e-300, 0.5, 7, 90]
    func integer() -> Int { random.chance(50) ? random.int(-20...200) : integers[random.int(0...integers.count - 1)] }
    func number() -> Double { numbers[random.int(0...numbers.count - 1)] }
    var grid = GridMachine(count: integer(), selection: integer(), viewport: SlideSize(width: 90, height: 60))
    for step in 0..<300 {
      let moment = Timestamp.milliseconds(step * 50)
      let event: GridMachine.Event =
        switch random.int(1...20) {
        case ...4: .select(integer())
        case ...9: .move(columns: integer(), rows: integer())
        case ...11: .page(by: integer())
        case ...14: .scroll(by: number())
        case 15:
          .configure(
            GridMachine.Settings(
              columns: random.chance(50) ? nil : integer(), cellRatio: number(), gap: number(), unit: number(),
              duration: .milliseconds(random.int(0...300))))
        case 16: .resize(SlideSize(width: number(), height: number()))
        case 17: .reload(Reload(count: integer(), newIndices: [grid.selection ?? 0: integer()]))
        default: .tick
        }
      grid.handle(event, at: moment)
      let frame = grid.frame(at: moment)
      #expect(frame.cells.count <= 65 * 65, "seed \(seed), \(event)")
      #expect(grid.selection.map { (0..<grid.count).contains($0) } ?? (grid.count == 0))
      #expect(frame.cells.allSatisfy { (0..<grid.count).contains($0.slide) && $0.box.y.isFinite && $0.box.width >= 0 })
      if !frame.isMoving, let selection = grid.selection {
        #expect(frame.cells.contains { $0.slide == selection }, "seed \(seed), step \(step), \(event)")
      }
      #expect(grid.demand.visible.count + grid.demand.upcoming.count <= 5 * 65 * 65)
      _ = grid.anchorSlides(at: moment)
    }
  }

  @Test func `a grid with an unbounded count holds 1 << 40 slides and handles a thousand moves`() {
    var grid = GridMachine(count: .max, selection: .max, viewport: SlideSize(width: 90, height: 60))
    for step in 0..<1000 {
      grid.handle(.move(columns: -step, rows: step % 7), at: .milliseconds(step))
      _ = grid.frame(at: .milliseconds(step))
    }
    expect(grid.count, equals: 1 << 40)
  }
}
