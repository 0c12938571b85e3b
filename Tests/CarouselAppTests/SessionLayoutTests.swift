import Carousel
import CarouselApp
import CarouselValues
import Rendering
import Terminal
import TestSupport
import Testing

/// Directions, neighbors and gaps under keys, mouse input and resizes.
@MainActor struct SessionLayoutTests {
  private func stage(
    _ direction: SlideDirection, columns: Int = 20, rows: Int = 10, change: (inout Options) -> Void = { _ in }
  ) -> Stage {
    Stage("red", "green", "blue", columns: columns, rows: rows) { options in
      options.preferences.layout.direction = direction
      options.keys = .directed(direction)
      change(&options)
    }
  }

  @Test(
    arguments: [
      (.left, .right, "l"), (.right, .left, "h"), (.up, .down, "j"), (.down, .up, "k"),
    ] as [(SlideDirection, Key, Character)])
  func `in each direction, the arrow and letter keys toward the next slide go to it`(
    direction: SlideDirection, arrow: Key, letter: Character
  ) {
    var stage = stage(direction)
    stage.press(arrow)
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.press(.character(letter))
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test(
    arguments: [
      (.left, (15, 5), (5, 5)), (.right, (5, 5), (15, 5)), (.up, (10, 8), (10, 2)), (.down, (10, 2), (10, 8)),
    ] as [(SlideDirection, (Int, Int), (Int, Int))])
  func `in each direction, a drag moves the slide and uncovers the next one`(
    direction: SlideDirection, start: (Int, Int), end: (Int, Int)
  ) {
    var stage = stage(direction) { $0.preferences.overlays.pagePosition = .hidden }
    stage.mouse(.pressed(.left), start.0, start.1)
    stage.mouse(.dragged(.left), end.0, end.1)
    expect(stage.color(start.0, start.1), equals: "green")
    expect(stage.color(end.0, end.1), equals: "red")
    stage.wait(0.3)
    stage.mouse(.released(.left), end.0, end.1)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a vertical carousel ignores a horizontal drag`() {
    var stage = stage(.up)
    stage.mouse(.pressed(.left), 15, 5)
    stage.mouse(.dragged(.left), 1, 5)
    stage.mouse(.released(.left), 1, 5)
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test(
    arguments: [
      (.left, .wheelDown), (.left, .wheelRight), (.right, .wheelDown), (.right, .wheelLeft), (.up, .wheelDown),
      (.down, .wheelUp),
    ] as [(SlideDirection, MouseEvent.Kind)])
  func `in each direction, the wheel goes to the next slide`(direction: SlideDirection, wheel: MouseEvent.Kind) {
    var stage = stage(direction)
    stage.mouse(wheel, 5, 5)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `auto-advance runs backward if configured, and turns at an end without wrap`() {
    var stage = stage(.left) {
      $0.settings.interval = .seconds(2)
      $0.settings.heading = .backward
    }
    stage.wait(2.5)
    expect(stage.current, equals: 2)
    stage = self.stage(.left) {
      $0.settings.interval = .seconds(2)
      $0.settings.heading = .backward
      $0.settings.wraps = false
    }
    stage.wait(2.5)
    expect(stage.current, equals: 1)
  }

  @Test func `neighbors and gaps show beside the slide, and a click on a neighbor goes to it`() {
    var stage = stage(.left) {
      $0.preferences.layout.neighbors = 1
      $0.preferences.layout.pageLength = 0.5
      $0.preferences.layout.spacing = 2
      $0.preferences.overlays.pagePosition = .hidden
    }
    expect(
      (0..<20).map { stage.color($0, 4) },
      equals: ["blue", "blue", "blue", "none", "none"]
        + Array(repeating: "red", count: 10) + ["none", "none", "green", "green", "green"])
    stage.mouse(.pressed(.left), 18, 4)
    stage.mouse(.released(.left), 18, 4)
    stage.wait(1)
    expect(stage.current, equals: 1)
    expect(stage.session.mode, equals: .carousel)
    stage.mouse(.pressed(.left), 10, 4)
    stage.mouse(.released(.left), 10, 4)
    #expect(stage.session.mode.viewer != nil)
    stage.wait(1)
    #expect((0..<20).allSatisfy { stage.color($0, 4) == "green" })
    stage.press(.escape)
    stage.wait(1)
    expect(stage.color(0, 4), equals: "red")
    expect(stage.color(10, 4), equals: "green")
  }

  @Test(arguments: 1...4, [0, 2])
  func `by default, all requested neighbors are visible`(neighbors: Int, spacing: Int) {
    var layout = SlideLayout()
    (layout.neighbors, layout.spacing) = (neighbors, spacing)
    for mode in NamedChangeMode.all where mode.showsNeighbors {
      var settings = CarouselMachine.Settings()
      settings.transition = mode.mode
      settings.layout = layout.layout(in: CellSize(columns: 80, rows: 24), for: mode.mode)
      let frame = CarouselMachine(count: 20, settings: settings).frame(at: .zero)
      expect(frame.layers.count, equals: 2 * neighbors + 1, "\(mode.name)")
    }
  }

  @Test func `the default page length leaves a third of the outermost neighbor visible`() {
    func columns(neighbors: Int, spacing: Int = 0) -> Int {
      var layout = SlideLayout()
      (layout.neighbors, layout.spacing) = (neighbors, spacing)
      let length = layout.layout(in: CellSize(columns: 100, rows: 24), for: .slide).pageLength
      return Int((length * 100).rounded())
    }
    expect((0...4).map { columns(neighbors: $0) }, equals: [100, 60, 27, 18, 13])
    expect(columns(neighbors: 1, spacing: 10), equals: 48)
    expect(columns(neighbors: 4, spacing: 100), equals: 10)
  }

  @Test func `a resize during a motion keeps the gaps whole`() {
    var stage = stage(.left) {
      $0.preferences.layout.neighbors = 1
      $0.preferences.layout.pageLength = 0.6
      $0.preferences.layout.spacing = 1
      $0.preferences.overlays.pagePosition = .hidden
    }
    stage.press(.right)
    stage.wait(0.1)
    stage.send(.resized(CellSize(columns: 31, rows: 8), cellAspect: 0.5))
    stage.load()
    expect(stage.frame.size, equals: CellSize(columns: 31, rows: 8))
    stage.wait(1)
    let row = (0..<31).map { stage.color($0, 4) }
    expect(row.count { $0 == "none" }, equals: 2)
    expect(row[15], equals: "green")
    expect(row[0], equals: "red")
    expect(row[30], equals: "blue")
  }

  @Test func `a layout with neighbors works for zero, one and two slides`() {
    for names in [[], ["red"], ["red", "green"]] {
      var stage = stage(.down) {
        $0.preferences.layout.neighbors = 2
        $0.preferences.layout.spacing = 1
      }
      stage.deck(names)
      stage.press(.up)
      stage.wait(0.1)
      expect(stage.frame.size, equals: CellSize(columns: 20, rows: 10))
      stage.wait(1)
      expect(stage.current, equals: [nil, 0, 1][names.count])
    }
  }

  @Test func `the cover-flow mode adds neighbors, and the next mode removes them`() {
    var stage = stage(.left) { $0.preferences.overlays.pagePosition = .hidden }
    while NamedChangeMode.of(stage.session.machine.settings.transition)?.name != "cover-flow" { stage.type("c") }
    expect(stage.session.machine.settings.layout.neighbors, equals: 2)
    expect(stage.session.slot, equals: CellSize(columns: 7, rows: 10))
    stage.wait(2)
    expect(stage.color(10, 5), equals: "red")
    expect(stage.color(2, 5), equals: "none")
    stage.type("c")
    expect(stage.session.slot, equals: CellSize(columns: 20, rows: 10))
  }

  @Test func `a slide drifts until it is paused`() {
    var stage = stage(.left) { $0.settings.transition = .drift }
    expect(stage.session.frameKind(at: stage.now), equals: .still)
    stage.wait(3)
    expect(stage.session.frameKind(at: stage.now), equals: .mixing)
    stage.press(.character(" "))
    stage.wait(0.5)
    expect(stage.session.frameKind(at: stage.now), equals: .still)
  }
}
