import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// A zoom, event by event. The viewport has 100 × 50 units; the content, 400 × 100, has 100 × 25 units at zoom 1.
struct ZoomMachineTests {
  private var zoom = ZoomMachine(
    viewport: SlideSize(width: 100, height: 50), content: SlideSize(width: 400, height: 100))

  private mutating func rest(_ milliseconds: Int, _ events: ZoomMachine.Event...) {
    for event in events { zoom.handle(event, at: .milliseconds(milliseconds)) }
    zoom.handle(.tick, at: .milliseconds(milliseconds + 2000))
  }

  /// The pull of the only report, or NaN if there is another or none.
  private func pull(_ reports: [ZoomMachine.Report]) -> Double {
    guard reports.count == 1, case .pull(let pull) = reports[0] else { return .nan }
    return pull
  }

  private func frame(_ milliseconds: Int) -> ZoomMachine.Frame { zoom.frame(at: .milliseconds(milliseconds)) }

  @Test func `content starts where its content mode places it`() {
    expect(frame(0).box, equals: SlideBox(x: 0, y: 12.5, width: 100, height: 25))
    expect(frame(0).visible, equals: SlideBox(x: 0, y: 0, width: 1, height: 1))
    expect(frame(0).scale, equals: 0.25)
    #expect(!zoom.isZoomed)
  }

  @Test mutating func `the maximum zoom is the larger of 3 and twice the 1:1 zoom`() {
    var small = ZoomMachine(viewport: SlideSize(width: 100, height: 50), content: SlideSize(width: 120, height: 40))
    small.handle(.zoom(to: 100), at: .zero)
    expect(small.destinationZoom, equals: 3)
    zoom.handle(.zoom(to: 100), at: .zero)
    expect(zoom.destinationZoom, equals: 8)
  }

  @Test mutating func `the minimum zoom is 1, or 1:1 for content that is enlarged to fit`() {
    zoom.handle(.zoom(to: 0.001), at: .zero)
    expect(zoom.destinationZoom, equals: 1)
    var icon = ZoomMachine(viewport: SlideSize(width: 100, height: 50), content: SlideSize(width: 20, height: 10))
    icon.handle(.zoomToActualSize(), at: .zero)
    icon.handle(.tick, at: .seconds(1))
    expect(icon.frame(at: .seconds(1)).box, equals: SlideBox(x: 40, y: 20, width: 20, height: 10))
  }

  @Test mutating func `a zoom keeps the point under the pointer at every moment`() {
    // Zoomed in so far that no edge is reached.
    rest(0, .zoom(to: 4))
    let pointer = SlidePoint(x: 60, y: 30)
    let share = (60 - frame(3000).box.x) / frame(3000).box.width
    zoom.handle(.magnify(by: 1.3, at: pointer), at: .milliseconds(3000))
    zoom.handle(.magnify(by: 1.3, at: pointer), at: .milliseconds(3060))
    for moment in stride(from: 3000, through: 3500, by: 10) {
      let box = frame(moment).box
      #expect(abs(box.x + share * box.width - 60) < 1e-9, "at \(moment) ms")
    }
    #expect(isClose(frame(3500).zoom, 4 * 1.3 * 1.3))
  }

  @Test mutating func `ten quick presses zoom ten times`() {
    for press in 0..<10 { zoom.handle(.magnify(by: 1.1), at: .milliseconds(20 * press)) }
    #expect(isClose(zoom.destinationZoom, 2.5937424601))
  }

  @Test func `a double click zooms to 1:1 or to 2, whichever is greater, unless settings name another zoom`() {
    let size = SlideSize(width: 800, height: 600)
    func zoom(_ content: SlideSize, _ settings: ZoomMachine.Settings = ZoomMachine.Settings()) -> Double {
      var zoom = ZoomMachine(viewport: size, content: content, settings: settings)
      zoom.handle(.toggleZoom(), at: .zero)
      return zoom.destinationZoom
    }
    expect(zoom(SlideSize(width: 4000, height: 3000)), equals: 5)
    expect(zoom(SlideSize(width: 1000, height: 600)), equals: 2)
    expect(zoom(size, ZoomMachine.Settings(toggleZoom: 2.5)), equals: 2.5)
    expect(zoom(size, ZoomMachine.Settings(toggleZoom: 99)), equals: 3)
    expect(zoom(size, ZoomMachine.Settings(toggleZoom: .nan)), equals: 1)
  }

  @Test func `equal settings, sizes and contents, set in every frame, leave the content steady`() {
    var zoom = ZoomMachine(viewport: SlideSize(width: 80, height: 60), content: SlideSize(width: 400, height: 300))
    for moment in stride(from: 0, through: 160, by: 16) {
      zoom.handle(.configure(zoom.settings), at: .milliseconds(moment))
      zoom.handle(.resize(zoom.viewport), at: .milliseconds(moment))
      zoom.handle(.replace(zoom.content), at: .milliseconds(moment))
    }
    #expect(zoom.frame(at: .milliseconds(160)).isSteady)
  }

  @Test func `a zoom is even: by equal factors in equal times, apart from easing`() {
    let settings = ZoomMachine.Settings(maximumZoom: 16)
    var zoom = ZoomMachine(
      viewport: SlideSize(width: 80, height: 60), content: SlideSize(width: 400, height: 300), settings: settings)
    zoom.handle(.zoom(to: 16), at: .zero)
    // A flick covers 2s − s² of its way: three quarters in half of the time.
    #expect(isClose(zoom.frame(at: .milliseconds(125)).zoom, 8))
    zoom.handle(.zoom(to: 1), at: .seconds(1))
    #expect(isClose(zoom.frame(at: .milliseconds(1125)).zoom, 2))
  }

  @Test func `a rotation keeps the hold, and the pull that was reported ends`() {
    var zoom = ZoomMachine(viewport: SlideSize(width: 128, height: 64), content: SlideSize(width: 128, height: 64))
    zoom.handle(.grab(at: SlidePoint(x: 64, y: 32)), at: .zero)
    expect(zoom.handle(.drag(to: SlidePoint(x: 48, y: 32)), at: .zero), equals: [.pull(-16)])
    expect(zoom.handle(.rotate(quarterTurns: 1), at: .zero), equals: [.pull(0)])
    #expect(zoom.frame(at: .zero).isHeld)
    expect(zoom.handle(.drag(to: SlidePoint(x: 40, y: 32)), at: .zero), equals: [.pull(-8)])
    expect(zoom.handle(.release(), at: .zero), equals: [.release(velocity: 0)])
  }

  @Test mutating func `a double click toggles between a zoom and the whole content`() {
    zoom.handle(.configure(ZoomMachine.Settings(maximumZoom: 8, toggleZoom: 8)), at: .zero)
    zoom.handle(.toggleZoom(at: SlidePoint(x: 20, y: 25)), at: .zero)
    expect(zoom.destinationZoom, equals: 8)
    #expect(zoom.isZoomed)
    rest(2000, .tick)
    let box = frame(2000).box
    #expect(isClose(box.x + 0.2 * box.width, 20))
    rest(3000, .toggleZoom(at: SlidePoint(x: 90, y: 3)))
    expect(frame(5000).box, equals: SlideBox(x: 0, y: 12.5, width: 100, height: 25))
  }

  @Test mutating func `a pan stops at the edge, and a second push there leaves the slide`() {
    rest(0, .zoom(to: 4))
    expect(zoom.handle(.pan(by: SlidePoint(x: 1000, y: 0)), at: .milliseconds(3000)), equals: [])
    rest(4000, .tick)
    let box = frame(6000).box
    #expect(isClose(box.x + box.width, 100))
    expect(zoom.handle(.pan(by: SlidePoint(x: 10, y: 0)), at: .milliseconds(6000)), equals: [])
    #expect(frame(6050).box.x < box.x)
    expect(zoom.handle(.pan(by: SlidePoint(x: 10, y: 0)), at: .milliseconds(6200)), equals: [.leave(.right)])
  }

  @Test mutating func `a page stops at the edge, and the next one leaves the slide`() {
    rest(0, .zoom(to: 4))
    expect(zoom.handle(.page(by: SlidePoint(x: 0, y: 1000)), at: .milliseconds(3000)), equals: [])
    expect(zoom.handle(.page(by: SlidePoint(x: 0, y: 10)), at: .milliseconds(3001)), equals: [.leave(.bottom)])
    let box = frame(6000).box
    #expect(isClose(box.y + box.height, 50))
  }

  @Test mutating func `a key held down at an edge does not leave the slide`() {
    rest(0, .zoom(to: 4), .pan(by: SlidePoint(x: -1000, y: 0)))
    for moment in stride(from: 3000, to: 5000, by: 33) {
      expect(zoom.handle(.pan(by: SlidePoint(x: -10, y: 0)), at: .milliseconds(moment)), equals: [], "at \(moment) ms")
    }
  }

  @Test mutating func `a pan away from the edge resets the first push`() {
    rest(0, .zoom(to: 4), .pan(by: SlidePoint(x: 1000, y: 0)))
    zoom.handle(.pan(by: SlidePoint(x: 10, y: 0)), at: .milliseconds(3000))
    rest(3500, .pan(by: SlidePoint(x: -10, y: 0)))
    rest(6000, .pan(by: SlidePoint(x: 10, y: 0)))
    expect(zoom.handle(.pan(by: SlidePoint(x: 10, y: 0)), at: .milliseconds(9000)), equals: [])
  }

  @Test mutating func `a drag moves zoomed content with the pointer`() {
    rest(0, .zoom(to: 8))
    let box = frame(3000).box
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .milliseconds(3000))
    zoom.handle(.drag(to: SlidePoint(x: 47, y: 30)), at: .milliseconds(3100))
    #expect(isClose(frame(3100).box.x, box.x - 3) && isClose(frame(3100).box.y, box.y + 5))
    #expect(frame(3100).isHeld)
  }

  @Test mutating func `a flick coasts as far as 0.3 s at its velocity`() {
    rest(0, .zoom(to: 8))
    let box = frame(3000).box
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .milliseconds(3000))
    zoom.handle(.release(velocity: SlidePoint(x: 200, y: 0)), at: .milliseconds(3000))
    #expect(isClose(frame(3001).box.x - box.x, 0.2, within: 0.001))
    #expect(isClose(frame(3900).box.x - box.x, 60))
    #expect(!frame(3900).isMoving)
  }

  @Test mutating func `at an unlocked edge a drag continues as a swipe`() {
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .zero)
    let box = frame(0).box
    #expect(isClose(pull(zoom.handle(.drag(to: SlidePoint(x: 30, y: 25)), at: .milliseconds(50))), -20))
    expect(frame(50).box, equals: box)
    expect(zoom.handle(.drag(to: SlidePoint(x: 50, y: 25)), at: .milliseconds(60)), equals: [.pull(0)])
    zoom.handle(.drag(to: SlidePoint(x: 20, y: 25)), at: .milliseconds(70))
    expect(
      zoom.handle(.release(velocity: SlidePoint(x: -90, y: 4)), at: .milliseconds(80)),
      equals: [.release(velocity: -90)])
    expect(frame(80).box, equals: box)
    #expect(!frame(80).isMoving)
  }

  @Test mutating func `locked content rubber-bands at its edge and springs back`() {
    rest(0, .configure(ZoomMachine.Settings(isLocked: true)), .zoom(to: 4), .pan(by: SlidePoint(x: -1000, y: 0)))
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .milliseconds(3000))
    expect(zoom.handle(.drag(to: SlidePoint(x: 90, y: 25)), at: .milliseconds(3050)), equals: [])
    #expect(frame(3050).box.x > 5 && frame(3050).box.x < 40)
    expect(zoom.handle(.release(), at: .milliseconds(3100)), equals: [])
    #expect(isClose(frame(3400).box.x, 0))
    // At zoom 1 it swipes nevertheless.
    rest(4000, .reset)
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .milliseconds(7000))
    #expect(isClose(pull(zoom.handle(.drag(to: SlidePoint(x: 60, y: 25)), at: .milliseconds(7050))), 10))
  }

  @Test mutating func `a pinch beyond the maximum zoom rubber-bands and springs back`() {
    rest(0, .zoom(to: 8))
    zoom.handle(.grab(at: SlidePoint(x: 50, y: 25)), at: .milliseconds(3000))
    zoom.handle(.drag(to: SlidePoint(x: 50, y: 25), scale: 2), at: .milliseconds(3050))
    #expect(frame(3050).zoom > 8.5 && frame(3050).zoom < 12)
    zoom.handle(.release(), at: .milliseconds(3100))
    #expect(isClose(frame(3400).zoom, 8))
  }

  @Test mutating func `the next slide starts at zoom 1, or keeps the zoom if configured`() {
    rest(0, .rotate(quarterTurns: 1), .zoom(to: 5), .pan(by: SlidePoint(x: 7, y: 30)))
    var (forgets, keeps) = (zoom, zoom)
    forgets.handle(.show(SlideSize(width: 400, height: 100)), at: .seconds(3))
    expect(forgets.frame(at: .seconds(3)).box, equals: SlideBox(x: 0, y: 12.5, width: 100, height: 25))
    expect(forgets.orientation, equals: .upright)

    rest(3000, .reset)
    keeps = zoom
    keeps.handle(.configure(ZoomMachine.Settings(keepsZoom: true)), at: .seconds(6))
    keeps.handle(.zoom(to: 6, at: SlidePoint(x: 20, y: 25)), at: .seconds(6))
    keeps.handle(.tick, at: .seconds(9))
    let frame = keeps.frame(at: .seconds(9))
    keeps.handle(.show(SlideSize(width: 800, height: 200)), at: .seconds(9))
    expect(keeps.frame(at: .seconds(9)).visible, equals: frame.visible)
  }

  @Test mutating func `a swipe's pull continues through a change of slide`() {
    zoom.handle(.grab(at: SlidePoint(x: 90, y: 25)), at: .zero)
    zoom.handle(.drag(to: SlidePoint(x: 20, y: 25)), at: .milliseconds(50))
    expect(zoom.handle(.show(SlideSize(width: 300, height: 300)), at: .milliseconds(60)), equals: [])
    #expect(isClose(pull(zoom.handle(.drag(to: SlidePoint(x: 10, y: 25)), at: .milliseconds(70))), -80))
    expect(frame(70).box, equals: SlideBox(x: 25, y: 0, width: 50, height: 50))
    expect(zoom.handle(.release(), at: .milliseconds(80)), equals: [.release(velocity: 0)])
  }

  @Test mutating func `rotated or flipped content keeps its middle`() {
    rest(0, .zoom(to: 8, at: SlidePoint(x: 80, y: 25)))
    let seen = frame(3000).visible
    let middle = SlidePoint(x: seen.x + seen.width / 2, y: seen.y + seen.height / 2)
    zoom.handle(.rotate(quarterTurns: 1), at: .milliseconds(3000))
    zoom.handle(.flip(.horizontal), at: .milliseconds(3000))
    let turned = frame(3000).visible
    #expect(isClose(turned.x + turned.width / 2, middle.x) && isClose(turned.y + turned.height / 2, middle.y))
  }

  @Test mutating func `content is steady a short delay after it comes to rest`() {
    zoom.handle(.zoom(to: 2), at: .seconds(1))
    expect(zoom.nextWake(after: .seconds(1)), equals: .nextFrame)
    expect(zoom.nextWake(after: .milliseconds(1250)), equals: .at(.milliseconds(1400)))
    #expect(!frame(1399).isSteady)
    #expect(frame(1400).isSteady)
    expect(zoom.nextWake(after: .milliseconds(1400)), equals: .never)
  }

  @Test mutating func `without a duration zooms and flicks end at once`() {
    zoom.handle(.configure(ZoomMachine.Settings(duration: .zero)), at: .zero)
    zoom.handle(.zoom(to: 2), at: .seconds(1))
    expect(frame(1000).zoom, equals: 2)
    #expect(!frame(1000).isMoving)
    zoom.handle(.grab(at: .zero), at: .seconds(1))
    zoom.handle(.release(velocity: SlidePoint(x: 900, y: 0)), at: .seconds(1))
    #expect(!frame(1000).isMoving)
  }
}
