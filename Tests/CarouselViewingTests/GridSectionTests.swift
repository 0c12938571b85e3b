import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// Grids whose slides are in sections, and several selected slides.
struct GridSectionTests {
  /// A drawing of a frame: each heading as a line, each slide's last digit in the corners of its cell, `*` if selected.
  private func drawing(_ grid: GridMachine, at now: Timestamp) -> String {
    let (width, height) = (Int(grid.viewport.width), Int(grid.viewport.height))
    var rows = Array(repeating: Array(repeating: Character("."), count: width), count: height)
    func draw(_ character: Character, _ box: SlideBox) {
      for y in max(0, Int(box.y))..<max(0, min(height, Int(box.y + box.height))) {
        for x in max(0, Int(box.x))..<max(0, min(width, Int(box.x + box.width))) { rows[y][x] = character }
      }
    }
    let frame = grid.frame(at: now)
    for heading in frame.headings { draw("─", heading.box) }
    for cell in frame.cells { draw(cell.isSelected ? "*" : Character("\(cell.slide % 10)"), cell.box) }
    return rows.map { String($0) }.joined(separator: "\n")
  }

  private func grid(_ sections: [Int], _ settings: (inout GridMachine.Settings) -> Void = { _ in }) -> GridMachine {
    var value = GridMachine.Settings(columns: 3, cellRatio: 0.5, gap: 1, unit: 1, headingLength: 2)
    settings(&value)
    return GridMachine(
      count: 12, sections: sections, viewport: SlideSize(width: 14, height: 11), settings: value)
  }

  @Test func `each section begins a new row beneath its heading`() {
    var grid = grid([0, 4])
    let top = """
      ──────────────
      ..............
      0000.1111.2222
      0000.1111.2222
      ..............
      3333..........
      3333..........
      ..............
      ──────────────
      ..............
      4444.5555.6666
      """
    expect(drawing(grid, at: .zero), equals: top)
    expect(grid.slide(at: SlidePoint(x: 1, y: 0.5), at: .zero), equals: nil)
    expect(grid.slide(at: SlidePoint(x: 6, y: 10.5), at: .zero), equals: 5)
    grid.handle(.select(.max), at: .zero)
    let end = """
      ..............
      ──────────────
      ..............
      4444.5555.6666
      4444.5555.6666
      ..............
      7777.8888.9999
      7777.8888.9999
      ..............
      0000.1111.....
      0000.1111.....
      """
    expect(drawing(grid, at: .seconds(1)), equals: end)
    expect(grid.box(of: 0, at: .seconds(1)), equals: SlideBox(x: 0, y: -5, width: 4, height: 2))
    expect(grid.box(of: 12, at: .seconds(1)), equals: nil)
  }

  @Test func `slides before the first heading have none`() {
    let grid = grid([99, 5, 5, -1])
    expect(grid.frame(at: .zero).headings, equals: [.init(firstSlide: 5, box: SlideBox(y: 6, width: 14, height: 1))])
    expect(grid.box(of: 5, at: .zero)?.y, equals: 8)
  }

  @Test func `moves by rows keep the column as far as a section's last row allows, and reveal headings`() {
    var grid = grid([0, 4])
    var seen: [Int?] = []
    grid.handle(.select(2), at: .zero)
    for _ in 0..<4 {
      grid.handle(.move(columns: 0, rows: 1), at: .zero)
      seen.append(grid.selection)
    }
    expect(seen, equals: [3, 4, 7, 10])
    grid.handle(.select(4), at: .seconds(1))
    expect(grid.frame(at: .seconds(2)).headings.map(\.firstSlide), equals: [4])
    grid.handle(.select(0), at: .seconds(2))
    expect(grid.frame(at: .seconds(3)).headings.first?.box.y, equals: 0)
  }

  @Test func `several slides are selected by toggling and extending, and survive a reload`() {
    var grid = grid([0, 4])
    expect(grid.handle(.toggleSelection(of: 1), at: .zero), equals: [.didChangeSelectedSlides])
    expect(grid.handle(.extendSelection(to: 4), at: .zero), equals: [.didSelect(4), .didChangeSelectedSlides])
    grid.handle(.toggleSelection(of: 3), at: .zero)
    expect(grid.handle(.toggleSelection(of: 12), at: .zero), equals: [])
    expect(grid.selectedSlides.ranges, equals: [1..<3, 4..<5])
    #expect(drawing(grid, at: .zero).contains("0000.****.****"))
    expect(grid.anchorSlides(at: .zero), equals: [4, 1, 2])
    // The first two slides are removed.
    let reload = Reload(count: 10, from: 12, anchors: grid.anchorSlides(at: .zero)) { $0 < 2 ? nil : $0 - 2 }
    let reports = grid.handle(.reload(reload, sections: [0, 2]), at: .zero)
    expect(reports, equals: [.didSelect(2), .didChangeSelectedSlides])
    expect(grid.selectedSlides.ranges, equals: [0..<1, 2..<3])
    grid.handle(.deselectAll, at: .zero)
    #expect(grid.selectedSlides.isEmpty)
  }

  @Test func `a million selected slides are one range`() {
    var grid = GridMachine(count: 1_000_000, viewport: SlideSize(width: 90, height: 60))
    grid.handle(.selectAll, at: .zero)
    grid.handle(.toggleSelection(of: 500_000), at: .zero)
    expect(grid.selectedSlides.ranges, equals: [0..<500_000, 500_001..<1_000_000])
    expect(grid.selectedSlides.count, equals: 999_999)
    grid.handle(.extendSelection(to: .max), at: .zero)
    expect(grid.selectedSlides.ranges, equals: [0..<1_000_000])
  }

  @Test(arguments: 0..<80)
  func `what a grid shows is continuous, demanded and in order, in random scripts`(_ seed: Int) {
    var random = SplitMix64(seed: 77_000 + UInt64(seed))
    func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    let count = int(0...300)
    let settings = GridMachine.Settings(
      columns: int(0...1) == 0 ? nil : int(1...7), gap: double(0...3), unit: Double(int(0...1)),
      axis: int(0...1) == 0 ? .vertical : .horizontal, isMirrored: int(0...1) == 0, headingLength: double(0...9))
    var grid = GridMachine(
      count: count, selection: int(0...300), sections: (0..<int(0...9)).map { _ in int(0...300) },
      viewport: SlideSize(width: 90, height: 60), settings: settings)
    var (now, point) = (Timestamp.zero, SlidePoint.zero)
    for step in 0..<80 {
      now = now.advanced(by: .milliseconds(int(0...300)))
      let label: Comment = "seed \(seed), step \(step)"
      let before = grid.box(of: 0, at: now)
      switch int(0...8) {
      case 0: grid.handle(.select(int(0...300)), at: now)
      case 1: grid.handle(.move(columns: int(-3...3), rows: int(-3...3)), at: now)
      case 2: grid.handle(.page(by: int(-2...2)), at: now)
      case 3: grid.handle(.scroll(by: double(-100...100)), at: now)
      case 4, 5:
        point = SlidePoint(x: double(0...90), y: double(0...60))
        grid.handle(.grab(at: point), at: now)
      case 6: grid.handle(.release(velocity: SlidePoint(x: double(-900...900), y: double(-900...900))), at: now)
      default: grid.handle(.tick, at: now)
      }
      if let before, let after = grid.box(of: 0, at: now) {
        #expect(abs(before.x - after.x) + abs(before.y - after.y) < 1e-6, label)
      }
      if grid.frame(at: now).isHeld {
        let next = SlidePoint(x: double(-50...150), y: double(-50...150))
        let start = grid.box(of: 0, at: now) ?? SlideBox()
        grid.handle(.drag(to: next), at: now)
        let way = grid.box(of: 0, at: now).map { settings.axis == .vertical ? $0.y - start.y : $0.x - start.x } ?? 0
        let pulled = settings.axis == .vertical ? next.y - point.y : next.x - point.x
        #expect(abs(way) <= abs(pulled) + 1e-6 && way * pulled >= -1e-6, label)
        point = next
      }
      let (frame, demand) = (grid.frame(at: now), grid.demand)
      expect(grid.nextWake(after: now), equals: frame.isMoving ? .nextFrame : .never)
      #expect(frame.cells.allSatisfy { demand.visible.contains($0.slide) }, label)
      expect(frame.cells.map(\.slide), equals: frame.cells.map(\.slide).sorted())
      let boxes = frame.cells.map(\.box) + frame.headings.map(\.box)
      for (index, box) in boxes.enumerated() {
        #expect(
          boxes[..<index].allSatisfy {
            $0.x + $0.width <= box.x + 1e-6 || box.x + box.width <= $0.x + 1e-6 || $0.y + $0.height <= box.y + 1e-6
              || box.y + box.height <= $0.y + 1e-6
          }, label)
      }
      guard count > 0, !frame.isMoving, !frame.isHeld else { continue }
      #expect(frame.cells.contains { $0.slide == grid.selection }, label)
    }
    grid.handle(.release(), at: now)
    #expect(!grid.frame(at: now.advanced(by: .seconds(1))).isMoving)
  }
}
