import Carousel
import CarouselValues
import CarouselViewing
import TestSupport

// Random scripts for the machines, as a number that must be the same wherever they run: Tools/check-embedded compiles this for WebAssembly,
// where `Int` has 32 bits, and for this machine.

/// A sum of everything that frames show (FNV-1a).
private struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ index: Int) { add(UInt64(bitPattern: Int64(index))) }

  mutating func add(_ bits: UInt64) { value = (value ^ bits) &* 0x100_0000_01B3 }

  mutating func add(_ box: SlideBox) {
    for number in [box.x, box.y, box.width, box.height] { add(number) }
  }
}

/// The number of failed checks and a sum of what was drawn, in the upper 8 and the lower 56 bits.
@_cdecl("run_checks") public func runChecks(_ seed: Int32) -> UInt64 {
  var (sum, failures) = (Checksum(), 0)
  check(carousel: seed, &sum, &failures)
  check(viewing: seed, &sum, &failures)
  return UInt64(min(failures, 255)) << 56 | sum.value & (1 << 56 - 1)
}

private func check(carousel seed: Int32, _ sum: inout Checksum, _ failures: inout Int) {
  var events = RandomEvents(seed: UInt64(seed))
  var carousel = CarouselMachine(count: events.count(), start: events.int(0...5), settings: events.settings())
  var now = 0
  for _ in 0..<60 {
    now += events.gap() / 8
    let time = Timestamp(.microseconds(now))
    carousel.handle(events.event(count: carousel.count), at: time)
    let frame = carousel.frame(at: time)
    if carousel.frame(at: time) != frame || abs(frame.progress.value) >= 1 { failures += 1 }
    let demand = carousel.demand
    for layer in frame.layers {
      if layer.slide < 0 || layer.slide >= frame.count || !demand.visible.contains(layer.slide) { failures += 1 }
      sum.add(layer.slide)
      sum.add(layer.box)
      sum.add(layer.pose.opacity)
    }
    sum.add(frame.position)
  }
}

private func check(viewing seed: Int32, _ sum: inout Checksum, _ failures: inout Int) {
  var random = RandomEvents(seed: UInt64(seed) &+ 1_000_000)
  let viewport = SlideSize(width: 90, height: 60)
  var zoom = ZoomMachine(viewport: viewport, content: SlideSize(width: 4000, height: 3000))
  var grid = GridMachine(count: random.int(0...1_000_000), selection: random.int(0...1_000_000), viewport: viewport)
  var viewer = ViewerMachine(viewport: viewport, content: SlideSize(width: 4000, height: 3000))
  // Longer than 2³¹ nanoseconds.
  zoom.handle(.configure(ZoomMachine.Settings(duration: .seconds(3))), at: .zero)
  var now = 0
  for _ in 0..<60 {
    now += random.int(0...400_000)
    let time = Timestamp(.microseconds(now))
    let point = SlidePoint(x: random.double(-10...100), y: random.double(-10...70))
    switch random.int(1...16) {
    case 1: zoom.handle(.zoom(to: random.double(0.5...30), at: point), at: time)
    case 2: zoom.handle(.pan(by: point), at: time)
    case 3: zoom.handle(.rotate(quarterTurns: random.int(-3...3)), at: time)
    case 4: zoom.handle(.grab(at: point), at: time)
    case 5: zoom.handle(.drag(to: point, scale: random.double(0.5...2)), at: time)
    case 6: zoom.handle(.release(velocity: point), at: time)
    case 7: grid.handle(.move(columns: random.int(-9...9), rows: random.int(-9...9)), at: time)
    case 8: grid.handle(.select(random.int(0...1_000_000)), at: time)
    case 9: grid.handle(.scroll(by: point.x), at: time)
    case 10:
      viewer.handle(.open(from: ViewerMachine.Source(box: SlideBox(x: 5, y: 5, width: 20, height: 10))), at: time)
    case 11: viewer.handle(.close, at: time)
    case 12: grid.handle(.grab(at: point), at: time)
    case 13: grid.handle(.drag(to: point), at: time)
    case 14: grid.handle(.release(velocity: SlidePoint(x: point.x, y: 20 * point.y)), at: time)
    case 15:
      let sections = (0..<random.int(0...5)).map { _ in random.int(0...grid.count) }
      grid.handle(.reload(Reload(count: grid.count), sections: sections), at: time)
    default: grid.handle(.page(by: random.int(-2...2)), at: time)
    }
    let cells = grid.frame(at: time).cells
    if grid.count > 0, cells.isEmpty { failures += 1 }
    for cell in cells {
      sum.add(cell.slide)
      sum.add(cell.box)
    }
    sum.add(zoom.frame(at: time).box)
    if let frame = viewer.frame(at: time) { sum.add(frame.box) }
  }
  if GridMachine(count: 10, viewport: viewport).count != 10 { failures += 1 }
}
