import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// A pointer that holds a grid of three columns on 90 × 60 units: cells of 30 × 22.5, with 2⅔ rows in view.
struct GridTouchTests {
  private func grid(_ count: Int, _ settings: GridMachine.Settings = .init()) -> GridMachine {
    GridMachine(count: count, viewport: SlideSize(width: 90, height: 60), settings: settings)
  }

  /// The distance that a grid is scrolled by, in units.
  private func scrolled(_ grid: GridMachine, at now: Timestamp) -> Double { -(grid.box(of: 0, at: now)?.y ?? .nan) }

  @Test func `the grid follows the pointer that holds it`() {
    var grid = grid(100)
    grid.handle(.grab(at: SlidePoint(x: 10, y: 50)), at: .zero)
    grid.handle(.drag(to: SlidePoint(x: 70, y: 20)), at: .zero)
    #expect(grid.frame(at: .zero).isHeld && !grid.frame(at: .zero).isMoving)
    expect(grid.nextWake(after: .zero), equals: .never)
    expect(scrolled(grid, at: .seconds(9)), equals: 30)
    expect(grid.selection, equals: 0)
    // Where it is released at rest, it stays, and the selection moves into view.
    expect(grid.handle(.release(), at: .seconds(1)), equals: [.didSelect(6)])
    expect(scrolled(grid, at: .seconds(9)), equals: 30)
    expect(grid.nextWake(after: .seconds(1)), equals: .never)
  }

  @Test func `a thrown grid begins at the pointer's velocity, and comes to rest after 0.3 seconds of it`() {
    var grid = grid(1000)
    grid.handle(.grab(at: SlidePoint(x: 0, y: 50)), at: .zero)
    grid.handle(.drag(to: SlidePoint(x: 0, y: 20)), at: .zero)
    grid.handle(.release(velocity: SlidePoint(x: 500, y: -200)), at: .zero)
    #expect(abs(scrolled(grid, at: .seconds(0.001)) - 30.2) < 0.001)
    #expect(grid.frame(at: .seconds(0.899)).isMoving)
    #expect(abs(scrolled(grid, at: .seconds(0.9)) - 90) < 1e-9)
    expect(grid.nextWake(after: .seconds(0.9)), equals: .never)
    // A second grab stops it where it is.
    grid.handle(.grab(at: SlidePoint(x: 0, y: 30)), at: .seconds(0.1))
    let caught = scrolled(grid, at: .seconds(0.1))
    #expect(caught > 40 && caught < 60)
    expect(scrolled(grid, at: .seconds(2)), equals: caught)
  }

  @Test func `beyond an end the grid resists, and springs back in 0.3 seconds`() {
    var grid = grid(100)
    grid.handle(.grab(at: .zero), at: .zero)
    grid.handle(.drag(to: SlidePoint(x: 0, y: 60)), at: .zero)
    // The curve of Apple's scroll views, for a pull by one page: (1 − 1 / (0.55 / 0.5 + 1)) / 2.
    #expect(abs(scrolled(grid, at: .zero) + 60 * 0.261904761904) < 1e-6)
    expect(grid.frame(at: .zero).position, equals: 0)
    grid.handle(.release(velocity: SlidePoint(x: 0, y: 3000)), at: .zero)
    #expect(grid.frame(at: .seconds(0.15)).isMoving)
    expect(scrolled(grid, at: .seconds(0.3)), equals: 0)
    // A throw against an end stops there.
    grid.handle(.grab(at: .zero), at: .seconds(1))
    grid.handle(.release(velocity: SlidePoint(x: 0, y: -1e9)), at: .seconds(1))
    expect(grid.frame(at: .seconds(2)).position, equals: 1)
  }

  @Test func `without a duration there is no momentum, and in whole units the grid rests on them`() {
    var still = grid(100, .init(duration: .zero))
    still.handle(.grab(at: SlidePoint(x: 0, y: 50)), at: .zero)
    still.handle(.drag(to: SlidePoint(x: 0, y: 20)), at: .zero)
    still.handle(.release(velocity: SlidePoint(x: 0, y: -500)), at: .zero)
    expect(scrolled(still, at: .zero), equals: 30)
    var cells = grid(100, .init(unit: 1))
    cells.handle(.grab(at: SlidePoint(x: 0, y: 50)), at: .zero)
    cells.handle(.drag(to: SlidePoint(x: 0, y: 20.4)), at: .zero)
    #expect(abs(scrolled(cells, at: .zero) - 29.6) < 1e-9)
    cells.handle(.release(velocity: SlidePoint(x: 0, y: -111)), at: .zero)
    #expect(abs(scrolled(cells, at: .seconds(1)) - 63) < 1e-9)
  }

  @Test func `a key takes over a grid that a pointer holds`() {
    var grid = grid(100)
    grid.handle(.grab(at: SlidePoint(x: 0, y: 50)), at: .zero)
    grid.handle(.drag(to: SlidePoint(x: 0, y: 20)), at: .zero)
    grid.handle(.move(columns: 1, rows: 0), at: .zero)
    #expect(!grid.frame(at: .zero).isHeld)
    expect(scrolled(grid, at: .zero), equals: 30)
    expect(scrolled(grid, at: .seconds(1)), equals: 0)
    grid.handle(.drag(to: SlidePoint(x: 0, y: 0)), at: .seconds(1))
    expect(scrolled(grid, at: .seconds(1)), equals: 0)
  }

  @Test func `a mirrored grid begins on the right, and arrows go where they point`() {
    var grid = grid(10, .init(isMirrored: true))
    expect(grid.box(of: 0, at: .zero), equals: SlideBox(x: 60, y: 0, width: 30, height: 22.5))
    expect(grid.box(of: 5, at: .zero), equals: SlideBox(x: 0, y: 22.5, width: 30, height: 22.5))
    expect(grid.slide(at: SlidePoint(x: 10, y: 30), at: .zero), equals: 5)
    grid.handle(.move(columns: -1, rows: 1), at: .zero)
    expect(grid.selection, equals: 4)
  }

  @Test func `a horizontal grid scrolls from side to side, and goes from top to bottom first`() {
    // Three rows of cells 20 high, and twice that wide.
    var grid = grid(100, .init(cellRatio: 0.5, axis: .horizontal))
    expect(grid.box(of: 4, at: .zero), equals: SlideBox(x: 40, y: 20, width: 40, height: 20))
    grid.handle(.move(columns: 1, rows: 1), at: .zero)
    expect(grid.selection, equals: 4)
    grid.handle(.grab(at: SlidePoint(x: 80, y: 0)), at: .zero)
    grid.handle(.drag(to: SlidePoint(x: 40, y: 59)), at: .zero)
    #expect(abs((grid.box(of: 0, at: .zero)?.x ?? 0) + 40) < 1e-9)
    var mirrored = self.grid(100, .init(cellRatio: 0.5, axis: .horizontal, isMirrored: true))
    mirrored.handle(.grab(at: .zero), at: .zero)
    mirrored.handle(.drag(to: SlidePoint(x: 40, y: 0)), at: .zero)
    #expect(abs((mirrored.box(of: 0, at: .zero)?.x ?? 0) - 90) < 1e-9)
    mirrored.handle(.move(columns: -1, rows: 0), at: .zero)
    expect(mirrored.selection, equals: 3)
  }
}
