import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// A viewer of 100 × 50 units with content of 400 × 200, which fills it, and a 10 × 10 thumbnail of the content's
/// middle.
struct ViewerMachineTests {
  private var viewer = ViewerMachine(
    viewport: SlideSize(width: 100, height: 50), content: SlideSize(width: 400, height: 200))
  private let thumbnail = ViewerMachine.Source(
    box: SlideBox(x: 20, y: 30, width: 10, height: 10), contentMode: .cover)
  private let whole = SlideBox(x: 0, y: 0, width: 100, height: 50)

  private func frame(_ milliseconds: Int) -> ViewerMachine.Frame? { viewer.frame(at: .milliseconds(milliseconds)) }

  private func isClose(_ left: SlideBox, _ right: SlideBox) -> Bool {
    abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9 && abs(left.width - right.width) < 1e-9
      && abs(left.height - right.height) < 1e-9
  }

  private func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  private mutating func open() {
    for moment in [0, 300] { viewer.handle(moment == 0 ? .open(from: thumbnail) : .tick, at: .milliseconds(moment)) }
  }

  @Test func `a viewer opens and closes in time, also if its source, place and size are set in every frame`() {
    let source = ViewerMachine.Source(box: SlideBox(x: 20, y: 40, width: 16, height: 12))
    let size = SlideSize(width: 800, height: 600)
    var viewer = ViewerMachine(viewport: size, content: SlideSize(width: 400, height: 300))
    viewer.handle(.open(from: source), at: .zero)
    var ends: [Int] = []
    for moment in stride(from: 0, through: 2000, by: 10) {
      var moved = source
      // In the second round the source moves, too.
      if moment > 1000 { moved.box.x += Double(moment) / 10 }
      var reports = viewer.handle(.updateSource(moved), at: .milliseconds(moment))
      reports += viewer.handle(.updateContentBox(SlideBox(width: 800, height: 600)), at: .milliseconds(moment))
      reports += viewer.handle(.resize(size), at: .milliseconds(moment))
      if moment == 1000 { viewer.handle(.close, at: .milliseconds(moment)) }
      if !reports.isEmpty { ends.append(moment) }
    }
    expect(ends, equals: [300, 1300])
  }

  @Test mutating func `opening grows the content from its source while the rest darkens`() throws {
    expect(frame(0), equals: nil)
    viewer.handle(.open(from: thumbnail), at: .zero)
    let first = try #require(frame(0))
    // Twenty wide and ten high, clipped to the thumbnail's square.
    expect(first.box, equals: SlideBox(x: 15, y: 30, width: 20, height: 10))
    expect(first.clip, equals: thumbnail.box)
    expect(first.darkness, equals: 0)
    expect(first.opacity, equals: 1)
    let middle = try #require(frame(150))
    #expect(isClose(middle.darkness, 0.75) && isClose(middle.box.width, 80))
    expect(viewer.handle(.tick, at: .milliseconds(300)), equals: [.didOpen])
    let last = try #require(frame(300))
    expect(last.box, equals: whole)
    expect(last.clip, equals: whole)
    expect(last.darkness, equals: 1)
    expect(viewer.nextWake(after: .milliseconds(300)), equals: .never)
  }

  @Test mutating func `closing shrinks the content back into its source`() throws {
    open()
    expect(viewer.handle(.close, at: .seconds(1)), equals: [.willClose])
    #expect(!viewer.isOpen)
    let last = try #require(frame(1299))
    #expect(abs(last.box.x - 15) < 0.1 && abs(last.clip.width - 10) < 0.1)
    expect(viewer.handle(.tick, at: .milliseconds(1300)), equals: [.didClose])
    expect(frame(1300), equals: nil)
  }

  @Test mutating func `closing fades the content if the source is out of view`() throws {
    open()
    viewer.handle(.updateSource(nil), at: .seconds(1))
    viewer.handle(.close, at: .seconds(1))
    let middle = try #require(frame(1150))
    expect(middle.box, equals: whole)
    #expect(isClose(middle.opacity, 0.25) && isClose(middle.darkness, 0.25))
  }

  @Test mutating func `a drag down shrinks the content under the pointer, to no less than three tenths`() throws {
    open()
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 10)), at: .seconds(1))
    viewer.handle(.drag(to: SlidePoint(x: 60, y: 20)), at: .seconds(1))
    let dragged = try #require(frame(1000))
    // Dragged by a fifth of the height: four fifths of the size, with the grabbed point under the pointer.
    expect(dragged.box, equals: SlideBox(x: 20, y: 12, width: 80, height: 40))
    #expect(isClose(dragged.darkness, 0.8))
    viewer.handle(.drag(to: SlidePoint(x: 60, y: 60)), at: .seconds(1))
    #expect(isClose(try #require(frame(1000)).box.width, 30))
  }

  @Test(arguments: [
    (14.0, 0.0, false), (16, 0, true), (2, 41, true), (2, 39, false), (16, -41, false), (-3, 100, false),
  ])
  mutating func `a drag beyond 30 % of the height or faster than 0.8 heights a second dismisses the viewer`(
    _ way: Double, _ speed: Double, _ isDismissed: Bool
  ) {
    open()
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 10)), at: .seconds(1))
    viewer.handle(.drag(to: SlidePoint(x: 50, y: 10 + way)), at: .seconds(1))
    let reports = viewer.handle(.release(velocity: SlidePoint(x: 0, y: speed)), at: .seconds(1))
    expect(reports, equals: isDismissed ? [.willClose] : [])
    expect(viewer.handle(.tick, at: .milliseconds(1300)), equals: [isDismissed ? .didClose : .didOpen])
  }

  @Test mutating func `a source that changes during closing becomes the new target`() throws {
    open()
    viewer.handle(.close, at: .seconds(1))
    let before = try #require(frame(1150))
    viewer.handle(
      .updateSource(ViewerMachine.Source(box: SlideBox(x: 80, y: 0, width: 20, height: 10))), at: .milliseconds(1150))
    #expect(isClose(try #require(frame(1150)).box, before.box))
    let last = try #require(frame(1299))
    #expect(abs(last.box.x - 80) < 0.2 && abs(last.box.width - 20) < 0.2)
  }

  @Test mutating func `closing starts from where a zoom left the content`() throws {
    open()
    let zoomed = SlideBox(x: -50, y: -25, width: 200, height: 100)
    viewer.handle(.updateContentBox(zoomed), at: .seconds(1))
    viewer.handle(.close, at: .seconds(1))
    expect(frame(1000)?.box, equals: zoomed)
    expect(frame(1000)?.clip, equals: whole)
  }

  @Test mutating func `the viewer can be opened again while it closes`() throws {
    open()
    viewer.handle(.close, at: .seconds(1))
    let before = try #require(frame(1100))
    viewer.handle(.open(from: thumbnail), at: .milliseconds(1100))
    #expect(viewer.isOpen)
    #expect(isClose(try #require(frame(1100)).box, before.box))
    expect(viewer.handle(.tick, at: .milliseconds(1400)), equals: [.didOpen])
  }

  @Test mutating func `without a duration the viewer opens and closes at once`() {
    viewer.handle(.configure(ViewerMachine.Settings(duration: .zero)), at: .zero)
    expect(viewer.handle(.open(from: nil), at: .zero), equals: [.didOpen])
    expect(frame(0)?.box, equals: whole)
    expect(viewer.handle(.close, at: .zero), equals: [.willClose, .didClose])
  }

  @Test mutating func `a host can choose when a drag dismisses the content`() {
    viewer.handle(.configure(ViewerMachine.Settings(dismissDistance: 0.6, dismissVelocity: 2)), at: .zero)
    viewer.handle(.open(from: thumbnail), at: .zero)
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 0)), at: .seconds(1))
    viewer.handle(.drag(to: SlidePoint(x: 50, y: 25)), at: .seconds(1))
    // Half the height, at 1.5 heights a second.
    expect(viewer.handle(.release(velocity: SlidePoint(x: 0, y: 75)), at: .seconds(1)), equals: [])
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 0)), at: .seconds(2))
    viewer.handle(.drag(to: SlidePoint(x: 50, y: 35)), at: .seconds(2))
    expect(viewer.handle(.release(), at: .seconds(2)), equals: [.willClose])
  }

  @Test mutating func `dragged content keeps its size if its least scale is 1`() throws {
    viewer.handle(.configure(ViewerMachine.Settings(minimumScale: 1)), at: .zero)
    viewer.handle(.open(from: nil), at: .zero)
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 0)), at: .seconds(1))
    viewer.handle(.drag(to: SlidePoint(x: 50, y: 25)), at: .seconds(1))
    try expect(#require(frame(1000)).box, equals: SlideBox(x: 0, y: 25, width: 100, height: 50))
  }

  @Test mutating func `held content stays where it is in a viewport that becomes empty`() throws {
    viewer.handle(.open(from: nil), at: .zero)
    viewer.handle(.grab(at: SlidePoint(x: 50, y: 10)), at: .seconds(1))
    viewer.handle(.resize(SlideSize(width: 100, height: 0)), at: .seconds(1))
    try expect(#require(frame(1000)).box, equals: SlideBox(x: 0, y: 0, width: 100, height: 50))
  }

  @Test(arguments: Soak.seeds(20))
  func `every event is safe with any value, and none makes the content jump`(_ seed: Int) throws {
    var random = RandomEvents(seed: 50_000 &+ UInt64(seed))
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1]
    var viewer = ViewerMachine(
      viewport: SlideSize(width: 100, height: 50), content: SlideSize(width: 300, height: 200))
    var now = 0
    for _ in 0..<200 {
      now += random.int(0...200)
      let moment = Timestamp.milliseconds(now)
      func number(_ range: ClosedRange<Double>) -> Double {
        random.chance(95) ? random.double(range) : odd[random.int(0...odd.count - 1)]
      }
      func point() -> SlidePoint { SlidePoint(x: number(-20...120), y: number(-20...80)) }
      func box() -> SlideBox {
        SlideBox(x: number(-50...100), y: number(-50...50), width: number(1...90), height: number(1...50))
      }
      let source = random.chance(70) ? ViewerMachine.Source(box: box(), contentMode: .cover) : nil
      let event: ViewerMachine.Event =
        switch random.int(1...20) {
        case ...4: .open(from: source)
        case ...7: .close
        case ...9: .updateSource(source)
        case ...11: .grab(at: point())
        case ...14: .drag(to: point())
        case ...17: .release(velocity: point())
        case 18: .updateContent(SlideSize(width: number(1...900), height: number(1...900)))
        case 19: .resize(SlideSize(width: number(1...200), height: number(1...100)))
        default: .tick
        }
      let before = viewer.frame(at: moment)
      viewer.handle(event, at: moment)
      let after = viewer.frame(at: moment)
      guard let before, let after else { continue }
      for box in [after.box, after.clip] {
        #expect([box.x, box.y, box.width, box.height].allSatisfy(\.isFinite) && box.width >= 0 && box.height >= 0)
      }
      switch event {
      case .drag, .resize, .updateContent: break
      case .open, .close, .updateSource, .updateContentBox, .configure, .grab, .release, .tick:
        let jump = max(abs(before.box.x - after.box.x), abs(before.box.width - after.box.width))
        #expect(jump < 1e-6 * max(1, abs(before.box.x), before.box.width), "seed \(seed), \(event)")
      }
    }
  }
}
