import Carousel
import CarouselValues
import TestSupport
import Testing

/// A reload keeps slides in place by their identity.
struct IdentityTests {
  /// A carousel of letters that can be reloaded with other letters.
  struct Letters {
    var machine: CarouselMachine
    var letters: [Character]
    var now = Timestamp.zero

    init(_ letters: String, start: Character = "a", _ settings: CarouselMachine.Settings = .still) {
      self.letters = Array(letters)
      machine = CarouselMachine(
        count: letters.count, start: self.letters.firstIndex(of: start) ?? 0, settings: settings)
    }

    mutating func at(_ milliseconds: Int, _ event: CarouselMachine.Event) {
      now = .milliseconds(milliseconds)
      machine.handle(event, at: now)
    }

    mutating func reload(_ new: String, at milliseconds: Int) {
      let (old, new) = (letters, Array(new))
      now = .milliseconds(milliseconds)
      let reload = Reload(count: new.count, from: old.count, anchors: machine.anchorSlides(at: now)) {
        new.firstIndex(of: old[$0])
      }
      letters = new
      machine.handle(.reload(reload), at: now)
    }

    /// The letters in view, from the first page to the last, as of the last event or a later time.
    func shown(_ milliseconds: Int? = nil) -> String {
      let frame = machine.frame(at: milliseconds.map { .milliseconds($0) } ?? now)
      return String(frame.layers.sorted { $0.distance < $1.distance }.map { letters[$0.slide] })
    }

    /// The boxes of the removed letters in view.
    func leaving(_ milliseconds: Int) -> [SlideBox] {
      machine.frame(at: .milliseconds(milliseconds)).departingLayers.map(\.box)
    }

    /// The letter at which a motion ends.
    var destination: Character? { machine.frame(at: now).destination.map { letters[$0] } }
  }

  @Test func `a slide inserted between two in view does not replace one of them`() {
    var letters = Letters("abcde", start: "c")
    letters.at(0, .grab)
    letters.at(0, .drag(to: 0.4))
    letters.reload("abcXde", at: 10)
    expect(letters.shown(), equals: "cd")
    letters.at(20, .drag(to: 1.2))
    expect(letters.shown(), equals: "de")
    letters.at(30, .release(velocity: 0))
    letters.at(400, .tick)
    letters.at(400, .grab)
    letters.at(400, .drag(to: -0.2))
    expect(letters.shown(), equals: "Xd")
  }

  @Test func `a jump keeps its destination while slides before it are removed and added`() {
    var letters = Letters("abcdefghij")
    letters.at(0, .jump(to: 4))
    letters.reload("abdefghij", at: 75)
    expect(letters.shown(), equals: "ae")
    expect(letters.destination, equals: "e")
    letters.reload("abXYdefgij", at: 100)
    expect(letters.shown(), equals: "ae")
    expect(letters.shown(400), equals: "e")
  }

  @Test func `a jump keeps its destination through a reload before it is in view`() {
    var letters = Letters("abcdefghij")
    letters.at(0, .move(by: 1, cause: .program))
    letters.at(75, .jump(to: 4))
    letters.reload("Xabdefghij", at: 80)
    expect(letters.shown(), equals: "ab")
    expect(letters.destination, equals: "e")
    expect(letters.shown(400), equals: "e")
  }

  @Test func `a motion through several slides keeps its destination and passes inserted slides`() {
    var letters = Letters("abcdefghij")
    letters.at(0, .move(by: 5, cause: .program))
    letters.at(12, .tick)
    letters.reload("abcdXefghij", at: 12)
    expect(letters.destination, equals: "f")
    var seen = ""
    for time in 13..<400 {
      letters.at(time, .tick)
      if let current = letters.machine.current, seen.last != letters.letters[current] {
        seen.append(letters.letters[current])
      }
    }
    expect(seen, equals: "abcdXef")
  }

  @Test func `a motion keeps its destination and time when many slides are inserted before it`() {
    var letters = Letters("abcdef")
    letters.at(0, .move(by: 2, cause: .program))
    letters.at(12, .tick)
    letters.reload("abABCDEFGHIJKLMNOPcdef", at: 12)
    expect(letters.destination, equals: "c")
    expect(letters.shown(400), equals: "c")
  }

  @Test func `if the current slide is removed, the one beside it stays in place`() {
    var letters = Letters("abcde", start: "b")
    letters.at(0, .grab)
    letters.at(0, .drag(to: 0.4))
    letters.reload("acde", at: 0)
    expect(letters.shown(), equals: "c")
    expect(letters.shown(300), equals: "ac")
    #expect(isClose(letters.machine.frame(at: .zero).progress.value, 0.4))
  }

  @Test func `if a jump's destination is removed, the jump ends on its successor`() {
    var letters = Letters("abcdefghij")
    letters.at(0, .jump(to: 4))
    letters.reload("abcdfghij", at: 0)
    expect(letters.destination, equals: "f")
    var seen = Letters("abcdefghij")
    seen.at(0, .jump(to: 4))
    seen.reload("abcdfghij", at: 75)
    expect(seen.destination, equals: "f")
  }

  @Test func `when the only slide in view is removed, the next one moves in, whatever interrupts it`() {
    var letters = Letters("abcd", start: "b", .ended)
    letters.reload("acd", at: 0)
    func place(_ milliseconds: Int) -> String {
      let layers = letters.machine.frame(at: .milliseconds(milliseconds)).layers
      return layers.map { "\(letters.letters[$0.slide]) \($0.distance)" }.joined(separator: ", ")
    }
    expect(letters.machine.nextWake(after: .zero), equals: .nextFrame)
    expect(place(0), equals: "")
    expect(place(150), equals: "c 0.5")
    expect(place(300), equals: "c 0.0")
    // The next one comes in from where it was, beyond the one that was on its way.
    letters.reload("ad", at: 150)
    expect(place(150), equals: "")
    expect(place(300), equals: "d 0.5")
    letters.at(300, .grab)
    letters.at(300, .drag(to: -0.25))
    expect(place(300), equals: "a -0.75, d 0.75")
    expect(place(450), equals: "a -0.75, d 0.25")
    letters.at(450, .release(velocity: 0))
    letters.at(1000, .tick)
    expect(place(1000), equals: "d 0.0")
    // Without one that follows, the one before comes in from its side.
    letters.reload("a", at: 1000)
    expect(place(1150), equals: "a -0.5")
    letters.at(1300, .tick)
    expect(letters.machine.nextWake(after: letters.now), equals: .never)
  }

  @Test func `at rest, neighbors in view move to make room for new ones`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var letters = Letters("abcde", start: "c", CarouselMachine.Settings(interval: nil, layout: layout))
    expect(letters.shown(), equals: "bcd")
    letters.reload("abXcYde", at: 0)
    let start = letters.machine.frame(at: .zero)
    #expect(start.isMoving)
    expect(start.progress.value, equals: 0)
    expect(start.layers.map(\.slide).sorted(), equals: [1, 2, 3, 4, 5])
    let d = start.layers.first { $0.slide == 5 }
    expect(d?.distance, equals: 1)
    let fresh = start.layers.first { $0.slide == 4 }
    expect(fresh?.distance, equals: 1)
    expect(fresh?.pose.opacity, equals: 0)
    let half = letters.machine.frame(at: .milliseconds(150))
    expect(half.layers.first { $0.slide == 5 }?.distance, equals: 1.5)
    expect(half.layers.first { $0.slide == 4 }?.pose.opacity, equals: 0.5)
    expect(letters.machine.nextWake(after: .milliseconds(150)), equals: .nextFrame)
    expect(letters.shown(300), equals: "XcY")
    letters.at(300, .tick)
    expect(letters.machine.nextWake(after: .milliseconds(300)), equals: .never)
    letters.at(1000, .move(by: 1, cause: .program))
    letters.at(2000, .tick)
    expect(letters.shown(), equals: "cYd")
  }

  @Test func `a drag moves slides that are on their way to their pages, and does not stop them`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var letters = Letters("abcde", start: "c", CarouselMachine.Settings(interval: nil, layout: layout))
    letters.reload("abcYde", at: 0)
    letters.at(150, .grab)
    letters.at(150, .drag(to: 0.3))
    func distance(of slide: Int, _ milliseconds: Int) -> Double {
      letters.machine.frame(at: .milliseconds(milliseconds)).layers.first { $0.slide == slide }?.distance ?? .nan
    }
    #expect(isClose(distance(of: 2, 150), -0.3))
    #expect(isClose(distance(of: 4, 150), 1.2), "d is half-way, and follows the pointer")
    #expect(isClose(distance(of: 4, 300), 1.7), "d arrives beside Y")
    letters.at(300, .release(velocity: 0))
    expect(letters.shown(700), equals: "bcY")
  }

  @Test func `a reload without animation shows all slides on their pages at once`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var machine = CarouselMachine(count: 5, start: 2, settings: CarouselMachine.Settings(interval: nil, layout: layout))
    var reload = Reload(count: 6, newIndices: [1: 1, 2: 3, 3: 4, 4: 5])
    reload.timing = MotionTiming(.zero)
    machine.handle(.reload(reload), at: .zero)
    expect(machine.frame(at: .zero).layers.map(\.slide).sorted(), equals: [2, 3, 4])
    #expect(!machine.frame(at: .zero).isMoving)
  }

  @Test func `a removed slide shrinks and fades out where it was while the others close the gap`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    var letters = Letters("abcde", start: "c", CarouselMachine.Settings(interval: nil, layout: layout))
    letters.reload("abde", at: 0)
    expect(letters.machine.frame(at: .zero).departingLayers.map(\.slide), equals: [-1])
    expect(letters.leaving(0), equals: [SlideBox(x: 0.25, width: 0.5)])
    let frame = letters.machine.frame(at: .milliseconds(150))
    expect(frame.departingLayers[0].pose.opacity, equals: 0.5)
    expect(letters.leaving(150), equals: [SlideBox(x: 0.3125, y: 0.125, width: 0.375, height: 0.75)])
    #expect(isClose(frame.layers.first { $0.slide == 2 }?.distance ?? 9, 0.5), "d is half-way")
    #expect(letters.machine.nextWake(after: .milliseconds(299)) == .nextFrame && letters.leaving(299).count == 1)
    letters.at(300, .tick)
    expect(letters.machine.nextWake(after: .milliseconds(300)), equals: .never)
    expect(letters.leaving(300), equals: [])
  }

  @Test func `an inserted slide grows and fades in`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    var letters = Letters("abcde", start: "c", CarouselMachine.Settings(interval: nil, layout: layout))
    letters.reload("abcXde", at: 0)
    let layer = letters.machine.frame(at: .milliseconds(150)).layers.first { $0.slide == 3 }
    expect(layer?.pose.opacity, equals: 0.5)
    #expect(isClose(layer?.box.width ?? 0, 0.375) && isClose(layer?.box.height ?? 0, 0.75))
    expect(letters.machine.frame(at: .milliseconds(300)).layers.first { $0.slide == 3 }?.pose.scale, equals: 1)
  }

  @Test func `slides that leave do so in their own time during drags, moves and other reloads`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var letters = Letters("abcdef", start: "c", CarouselMachine.Settings(interval: nil, layout: layout))
    letters.reload("abdef", at: 0)
    letters.at(50, .grab)
    letters.at(60, .drag(to: 0.3))
    letters.reload("abef", at: 100)
    let frame = letters.machine.frame(at: .milliseconds(100))
    expect(frame.departingLayers.map(\.slide), equals: [-1, -2])
    #expect(isClose(frame.departingLayers[0].pose.opacity, 1 - 7.0 / 27) && frame.departingLayers[1].pose.opacity == 1)
    letters.at(150, .release(velocity: 5))
    letters.at(160, .move(by: 2))
    expect(letters.machine.frame(at: .milliseconds(299)).departingLayers.map(\.slide), equals: [-1, -2])
    expect(letters.machine.frame(at: .milliseconds(399)).departingLayers.map(\.slide), equals: [-2])
    letters.at(399, .jump(to: 0, animated: false))
    expect(letters.leaving(399), equals: [])
  }

  @Test func `the last slide fades out of an empty carousel, and a reload names what leaves`() {
    var letters = Letters("a", .still)
    expect(
      letters.machine.handle(.reload(.init(count: 0)), at: .zero),
      equals: [.didShow(nil, direction: nil), .willDepart(0, as: -1), .progress(.init(from: nil))])
    expect(letters.leaving(150), equals: [SlideBox(x: 0.125, y: 0.125, width: 0.75, height: 0.75)])
    expect(letters.machine.handle(.tick, at: .milliseconds(300)), equals: [.didDepart(-1)])
  }

  @Test func `a reload takes the time that it names`() {
    var machine = CarouselMachine(count: 2, settings: .still)
    var reload = Reload(count: 1, newIndices: [1: 0])
    reload.timing = MotionTiming(.seconds(1), .easeOut)
    machine.handle(.reload(reload), at: .zero)
    let frame = machine.frame(at: .milliseconds(500))
    #expect(isClose(abs(frame.layers[0].distance), 0.25) && frame.departingLayers[0].pose.opacity == 0.25)
    #expect(machine.frame(at: .milliseconds(999)).isMoving && !machine.frame(at: .seconds(1)).isMoving)
  }

  @Test func `however fast slides are removed, at most 64 leave at a time`() {
    let layout = CarouselMachine.Layout(pageLength: 0.1)
    var machine = CarouselMachine(count: 1000, settings: CarouselMachine.Settings(interval: nil, layout: layout))
    for _ in 0..<20 { machine.handle(.reload(Reload(count: machine.count - 1, newIndices: [900: 899])), at: .zero) }
    #expect(machine.frame(at: .zero).departingLayers.count <= 64)
  }

  @Test func `a neighbor beyond an end leaves at rest when wrapping is turned off`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var letters = Letters("abcde", start: "e", CarouselMachine.Settings(interval: nil, layout: layout))
    expect(letters.shown(), equals: "dea")
    letters.at(0, .configure(CarouselMachine.Settings(interval: nil, wraps: false, layout: layout)))
    expect(letters.shown(), equals: "dea")
    expect(letters.shown(300), equals: "de")
  }

  @Test func `a deletion in view closes the gap and shows no slide twice`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    var letters = Letters("abcdefgh", start: "d", CarouselMachine.Settings(interval: nil, layout: layout))
    letters.at(0, .move(by: 2))
    letters.reload("abcdfgh", at: 50)
    expect(Set(letters.shown()).count, equals: letters.shown().count)
    expect(letters.destination, equals: "f")
    expect(letters.shown(1000), equals: "dfg")
  }

  @Test func `a motion keeps its destination when the order is reversed`() {
    let layout = CarouselMachine.Layout(pageLength: 0.2, neighbors: 2)
    let settings = CarouselMachine.Settings(interval: nil, wraps: false, layout: layout)
    var letters = Letters("abc", settings)
    letters.at(0, .move(by: 2))
    letters.reload("ca", at: 20)
    expect(letters.shown().count, equals: 2)
    expect(letters.destination, equals: "c")
    expect(letters.shown(1000), equals: "ca")
  }

  @Test func `a reload can be made from a collection difference`() {
    let (old, new) = (Array("abcdef"), Array("XbcfYd"))
    let reload = Reload(
      new.difference(from: old).inferringMoves(), from: old.count, anchors: [0, 1, 3, 5])
    expect(reload.count, equals: 6)
    expect(reload.newIndices[1], equals: 1)
    expect(reload.newIndices[3], equals: 5)
    expect(reload.newIndices[5], equals: 3)
    // A removed slide has no new place; its successor takes it.
    expect(reload.successors, equals: [0: 1])
    expect(reload.newIndices[0], equals: nil)
    let gone = Reload(Array("cde").difference(from: Array("abcde")), from: 5, anchors: [1])
    expect(gone, equals: Reload(count: 3, successors: [1: 0]))
    let hostile = Reload(new.difference(from: old), from: .max, anchors: [.max, .min, -1])
    expect(
      hostile.count,
      equals: .max / 4 + new.difference(from: old).insertions.count - new.difference(from: old).removals.count)
    expect(hostile.newIndices, equals: [:])
  }

  @Test(arguments: [(1000, 500, 400...600, 601), (8, 3, 2...5, 6), (8, 6, 5...7, 4), (4000, 10, 5...900, 901)])
  func `the first survivor after a removed range takes its place, or the last before it`(
    count: Int, start: Int, range: ClosedRange<Int>, expected: Int
  ) {
    let old = Array(0..<count)
    let new = old.filter { !range.contains($0) }
    for usesDifference in [true, false] {
      var machine = CarouselMachine(count: count, start: start, settings: .ended)
      let anchors = machine.anchorSlides(at: .zero)
      let reload =
        usesDifference
        ? Reload(new.difference(from: old), from: count, anchors: anchors)
        : Reload(count: new.count, from: count, anchors: anchors) { range.contains($0) ? nil : new.firstIndex(of: $0) }
      machine.handle(.reload(reload), at: .zero)
      expect(machine.current.map { new[$0] }, equals: expected)
    }
  }

  @Test func `without successors, the survivors that a reload names determine what takes a place`() {
    let reload = Reload(count: 5, newIndices: [2: 1, 7: 3])
    expect((0...9).map { reload.newIndex(ofSuccessorOf: $0, in: 5) }, equals: [1, 1, 1, 3, 3, 3, 3, 3, 4, 4])
  }

  /// The property that the tests above exemplify.
  @Test(arguments: Soak.seeds(24))
  func `after random events and reloads, surviving slides in view stay in place`(_ seed: Int) {
    var events = RandomEvents(seed: 7000 &+ UInt64(seed))
    var names = Array(0..<events.int(3...14))
    var fresh = 100
    var settings = events.settings()
    settings.interval = nil
    var machine = CarouselMachine(count: names.count, settings: settings)
    var now = 0
    for _ in 0..<120 {
      now += events.int(0...120_000)
      let moment = Timestamp(.microseconds(now))
      guard events.chance(40) else {
        machine.handle(events.event(count: names.count, reloads: false), at: moment)
        continue
      }
      machine.handle(.tick, at: moment)
      let (before, old) = (machine.frame(at: moment), names)
      for _ in 0..<events.int(1...3) {
        if events.chance(50) {
          names.insert(fresh, at: events.int(0...names.count))
          fresh += 1
        } else if names.count > 2 {
          names.remove(at: events.int(0...names.count - 1))
        }
      }
      let reload = Reload(count: names.count, from: old.count, anchors: machine.anchorSlides(at: moment)) {
        names.firstIndex(of: old[$0])
      }
      machine.handle(.reload(reload), at: moment)
      let after = machine.frame(at: moment)
      // At a new end the carousel may have nothing to hold on to, and rests at once. Which is which of the slides of an
      // endless deck shorter than its view cannot be told from outside.
      let incoming = after.current.map(machine.settings.effectiveTransition) ?? machine.settings.transition
      let isDistinct =
        !machine.settings.wraps || min(before.count, after.count) >= 2 * after.layout.effectiveNeighbors + 2
      guard incoming.userDuration > .zero, before.isMoving == after.isMoving, isDistinct,
        isClose(before.progress.value, after.progress.value)
      else { continue }
      let isCurrentKept = before.current.map { names.contains(old[$0]) } ?? false
      for layer in before.layers where names.contains(old[layer.slide]) && isCurrentKept && isInView(layer.box) {
        let same = after.layers.contains {
          isClose($0.distance, layer.distance) && names[$0.slide] == old[layer.slide]
        }
        // At an end, slides beyond a removed one move up.
        let isWhole = before.layers.allSatisfy { names.contains(old[$0.slide]) }
        #expect(same || !isWhole, "seed \(seed), \(now) µs: \(before) \(after)")
      }
      if let destination = before.destination, names.contains(old[destination]), after.isMoving, isCurrentKept {
        expect(after.destination.map { names[$0] }, equals: old[destination], "seed \(seed), \(now) µs")
      }
    }
  }

  /// Whether a rectangle is in view, apart from rounding: a slide that has left may have its edge on that of the view.
  private func isInView(_ box: SlideBox) -> Bool {
    let (least, greatest) = (1e-9, 1 - 1e-9)
    return box.x < greatest && box.y < greatest && box.x + box.width > least && box.y + box.height > least
  }
}
