import CarouselValues
import CarouselViewing
import Testing

/// Properties of every zoom at every time, in random scripts.
struct ZoomPropertyTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -1,
    1e18,
  ]

  @Test(arguments: Soak.seeds(60))
  func `position and velocity are continuous, and no empty space shows at rest`(_ seed: Int) {
    var random = RandomEvents(seed: 40_000 &+ UInt64(seed))
    var zoom = ZoomMachine(viewport: size(&random), content: size(&random), settings: settings(&random))
    var now = 0
    for _ in 0..<120 {
      now += random.chance(80) ? random.int(0...300_000) : random.int(300_000...2_000_000)
      let moment = Timestamp(.microseconds(now))
      let event = event(&random)
      let before = zoom.frame(at: moment)
      let speed = velocity(zoom, moment)
      zoom.handle(event, at: moment)
      let after = zoom.frame(at: moment)
      checkRest(zoom, moment, "seed \(seed), \(event)")
      switch event {
      case .drag, .resize, .replace, .show, .configure, .rotate, .flip, .reset: continue
      case .magnify, .zoom, .zoomToActualSize, .toggleZoom, .home, .pan, .page, .grab, .release, .tick: break
      }
      if zoom.settings.duration > .zero {
        #expect(isClose(before.box, after.box), "seed \(seed), \(event): \(before.box) to \(after.box)")
      }
      // A continuing motion keeps its velocity, or is braked as a whole so that it does not reverse.
      guard before.isMoving, after.isMoving, abs(speed) > 1e-3, case .zoom = event else { continue }
      let kept = velocity(zoom, moment)
      #expect(kept * speed >= -1e-6, "seed \(seed), \(event): \(speed) to \(kept)")
      if (zoom.destinationZoom - after.zoom) * speed > 0, abs(kept) < abs(speed) * 0.99 {
        // On its way to the destination it is braked only where it would overshoot, close to the end.
        #expect(abs(1 / zoom.destinationZoom - 1 / after.zoom) < 0.2 / after.zoom, "seed \(seed), \(event)")
      }
    }
    zoom.handle(.release(), at: Timestamp(.microseconds(now)))
    let end = Timestamp(.microseconds(now + 2_000_000))
    zoom.handle(.tick, at: end)
    #expect(!zoom.frame(at: end).isMoving, "seed \(seed) moves for ever")
  }

  @Test(arguments: Soak.seeds(30))
  func `a zoom keeps its point within half a unit in every frame`(_ seed: Int) {
    var random = RandomEvents(seed: 41_000 &+ UInt64(seed))
    let viewport = SlideSize(width: 160, height: 96)
    var zoom = ZoomMachine(
      viewport: viewport, content: SlideSize(width: 4000, height: 2400), settings: ZoomMachine.Settings(maximumZoom: 60)
    )
    zoom.handle(.zoom(to: 20, at: SlidePoint(x: random.double(20...140), y: random.double(20...76))), at: .zero)
    zoom.handle(.tick, at: .seconds(1))
    let pointer = SlidePoint(x: random.double(0...160), y: random.double(0...96))
    let start = zoom.frame(at: .seconds(1)).box
    let share = SlidePoint(x: (pointer.x - start.x) / start.width, y: (pointer.y - start.y) / start.height)
    var now = 1_000_000
    for _ in 0..<12 {
      let factor = random.double(0.7...1.4)
      // Zooms that would reach an edge are excluded.
      let next = zoom.destinationZoom * factor
      guard next > 14, next < 50 else { continue }
      zoom.handle(.magnify(by: factor, at: pointer), at: Timestamp(.microseconds(now)))
      for _ in 0..<random.int(1...12) {
        now += random.int(0...30_000)
        let box = zoom.frame(at: Timestamp(.microseconds(now))).box
        #expect(abs(box.x + share.x * box.width - pointer.x) < 0.5, "seed \(seed)")
        #expect(abs(box.y + share.y * box.height - pointer.y) < 0.5, "seed \(seed)")
      }
    }
  }

  @Test func `every event is safe with any value`() {
    var events: [ZoomMachine.Event] = [
      .reset, .tick, .toggleZoom(), .rotate(quarterTurns: .min), .rotate(quarterTurns: .max),
    ]
    for number in Self.numbers {
      for other in Self.numbers {
        let (point, extent) = (SlidePoint(x: number, y: other), SlideSize(width: number, height: other))
        events += [
          .magnify(by: number, at: point), .zoom(to: number, at: point), .zoomToActualSize(at: point),
          .toggleZoom(at: point), .pan(by: SlidePoint(x: number, y: other)), .grab(at: point),
          .drag(to: point, scale: other),
          .release(velocity: point), .resize(extent), .replace(extent), .show(extent),
          .configure(
            ZoomMachine.Settings(
              minimumZoom: number, maximumZoom: other, duration: .seconds(Int64.max), steadyDelay: .seconds(Int64.min))),
        ]
      }
    }
    var random = RandomEvents(seed: 5)
    var zoom = ZoomMachine(viewport: SlideSize(width: 80, height: 48), content: SlideSize(width: 4000, height: 3000))
    for step in 0..<6000 {
      let moment = Timestamp(.milliseconds(step * 40))
      zoom.handle(events[random.int(0...events.count - 1)], at: moment)
      let frame = zoom.frame(at: moment)
      for number in [frame.box.x, frame.box.y, frame.box.width, frame.box.height, frame.zoom, frame.scale] {
        #expect(number.isFinite)
      }
      #expect(frame.zoom > 0 && (0...1).contains(frame.visible.x) && (0...1).contains(frame.visible.width))
      checkRest(zoom, moment, "step \(step)")
    }
    zoom.handle(.tick, at: .seconds(1e20))
    _ = zoom.nextWake(after: .seconds(-1e20))
  }

  private func settings(_ random: inout RandomEvents) -> ZoomMachine.Settings {
    let fits = SlideContentMode.Fit.allCases
    let alignments = SlideContentMode.Alignment.allCases
    return ZoomMachine.Settings(
      minimumZoom: random.chance(30) ? random.double(0.2...1) : nil,
      maximumZoom: random.chance(30) ? random.double(1...20) : nil,
      contentMode: SlideContentMode(
        fits[random.int(0...fits.count - 1)], alignments[random.int(0...alignments.count - 1)]),
      swipeAxis: random.chance(80) ? .horizontal : .vertical, isLocked: random.chance(40),
      keepsZoom: random.chance(40), duration: random.chance(90) ? .milliseconds(250) : .zero)
  }

  private func size(_ random: inout RandomEvents) -> SlideSize {
    SlideSize(width: random.double(1...400), height: random.double(1...400))
  }

  private func point(_ random: inout RandomEvents) -> SlidePoint {
    SlidePoint(x: random.double(-50...450), y: random.double(-50...450))
  }

  private func event(_ random: inout RandomEvents) -> ZoomMachine.Event {
    switch random.int(1...100) {
    case ...15: .magnify(by: random.double(0.4...2.5), at: random.chance(70) ? point(&random) : nil)
    case ...25: .zoom(to: random.double(0.2...12), at: random.chance(70) ? point(&random) : nil)
    case ...30: .toggleZoom(at: point(&random))
    case ...40: .pan(by: SlidePoint(x: random.double(-80...80), y: random.double(-80...80)))
    case ...45: .page(by: SlidePoint(x: random.double(-80...80), y: random.double(-80...80)))
    case ...55: .grab(at: point(&random))
    case ...72: .drag(to: point(&random), scale: random.chance(60) ? 1 : random.double(0.1...9))
    case ...84: .release(velocity: SlidePoint(x: random.double(-2000...2000), y: random.double(-2000...2000)))
    case ...86: .rotate(quarterTurns: random.int(-3...3))
    case ...88: .flip(random.chance(50) ? .horizontal : .vertical)
    case ...90: .resize(size(&random))
    case ...92: .replace(size(&random))
    case ...93: .show(size(&random))
    case ...94: .reset
    case ...95: .configure(settings(&random))
    case ...96: .zoomToActualSize()
    case ...97: .home
    default: .tick
    }
  }

  /// The rate at which the zoom changes, per second: the mean of a time in which it hardly changes itself.
  private func velocity(_ zoom: ZoomMachine, _ moment: Timestamp) -> Double {
    let (from, to) = (zoom.frame(at: moment), zoom.frame(at: moment.advanced(by: .nanoseconds(10))))
    return (to.zoom - from.zoom) / 1e-8
  }

  private func checkRest(_ zoom: ZoomMachine, _ moment: Timestamp, _ story: String) {
    let frame = zoom.frame(at: moment)
    guard !frame.isMoving, !frame.isHeld, frame.box.width > 0 else { return }
    let (box, viewport) = (frame.box, zoom.viewport)
    func isCovered(_ edge: Double, _ length: Double, _ extent: Double) -> Bool {
      let slack = 1e-6 * max(length, extent)
      if length <= extent + slack { return edge >= -slack && edge + length <= extent + slack }
      return edge <= slack && edge + length >= extent - slack
    }
    #expect(isCovered(box.x, box.width, viewport.width), "\(story): \(box) in \(viewport)")
    #expect(isCovered(box.y, box.height, viewport.height), "\(story): \(box) in \(viewport)")
  }

  private func isClose(_ left: SlideBox, _ right: SlideBox) -> Bool {
    let tolerance = 1e-7 * max(1, left.width, left.height)
    return abs(left.x - right.x) < tolerance && abs(left.y - right.y) < tolerance
      && abs(left.width - right.width) < tolerance && abs(left.height - right.height) < tolerance
  }
}
