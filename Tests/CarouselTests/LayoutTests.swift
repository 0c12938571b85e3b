import Carousel
import CarouselValues
import TestSupport
import Testing

/// Layouts, transitions and layers.
struct LayoutTests {
  private typealias Layout = CarouselMachine.Layout

  private func settings(_ layout: CarouselMachine.Layout, _ transition: TransitionSettings = .slide)
    -> CarouselMachine.Settings
  {
    CarouselMachine.Settings(interval: nil, transition: transition, layout: layout)
  }

  /// The layers from back to front: slide, x, y, width, height in thousandths.
  private func drawn(_ frame: CarouselMachine.Frame) -> [[Int]] {
    frame.layers.map { layer in
      [layer.slide] + [layer.box.x, layer.box.y, layer.box.width, layer.box.height].map { Int(($0 * 1000).rounded()) }
    }
  }

  @Test func `as many neighbors as fit are in view, unless the layout limits them`() {
    func neighbors(_ length: Double, _ spacing: Double = 0, _ alignment: CarouselMachine.Layout.Alignment = .center)
      -> Int
    {
      CarouselMachine.Layout(pageLength: length, spacing: spacing, alignment: alignment).effectiveNeighbors
    }
    expect([1, 0.99, 0.5, 1 / 3.0, 0.3, 0.2, 0.01].map { neighbors($0) }, equals: [0, 1, 1, 1, 2, 2, 8])
    expect([1, 0.5, 0.25].map { neighbors($0, 0, .start) }, equals: [0, 1, 3])
    expect(neighbors(0.5, 0.25), equals: 0)
    expect(CarouselMachine.Layout(pageLength: 0.2, neighbors: 1).effectiveNeighbors, equals: 1)
    // None of them appears in the middle of the view.
    var machine = CarouselMachine(
      count: 9, settings: CarouselMachine.Settings(interval: nil, layout: CarouselMachine.Layout(pageLength: 0.5)))
    machine.handle(.move(by: 1), at: .zero)
    let edges = (0...300).flatMap { machine.frame(at: .milliseconds($0)).layers.filter { $0.slide == 2 }.map(\.box.x) }
    #expect(edges.first.map { $0 > 0.99 } ?? false)
  }

  @Test func `by default slides are laid out side by side`() {
    var script = Script(5)
    expect(drawn(script.frame(0)), equals: [[0, 0, 0, 1000, 1000]])
    script.at(0, .grab)
    script.at(0, .drag(to: 0.25))
    expect(drawn(script.frame(0)), equals: [[1, 750, 0, 1000, 1000], [0, -250, 0, 1000, 1000]])
    script.at(0, .drag(to: -0.25))
    expect(drawn(script.frame(0)), equals: [[4, -750, 0, 1000, 1000], [0, 250, 0, 1000, 1000]])
  }

  @Test func `the next slide is on the left if mirrored, below if vertical, above if both`() {
    for (layout, box) in [
      (Layout(isMirrored: true), [1, -750, 0, 1000, 1000]), (Layout(axis: .vertical), [1, 0, 750, 1000, 1000]),
      (Layout(axis: .vertical, isMirrored: true), [1, 0, -750, 1000, 1000]),
    ] {
      var script = Script(5, settings(layout))
      script.at(0, .grab)
      script.at(0, .drag(to: 0.25))
      expect(drawn(script.frame(0)).first, equals: box)
    }
  }

  @Test func `neighbors appear beside the current slide with their spacing`() {
    let layout = Layout(pageLength: 0.5, spacing: 0.1, neighbors: 1)
    let frame = Script(5, settings(layout)).frame(0)
    expect(drawn(frame), equals: [[4, -350, 0, 500, 1000], [1, 850, 0, 500, 1000], [0, 250, 0, 500, 1000]])
    expect(frame[page: 2], equals: 2)
    expect(frame[page: 3], equals: nil)
    expect(Script(5, settings(Layout(pageLength: 0.5))).frame(0).layers.count, equals: 3)
    expect(Script(5, settings(Layout(pageLength: 0.5, neighbors: 0))).frame(0).layers.count, equals: 1)
    expect(Script(5, settings(Layout(neighbors: 3))).frame(0).layers.count, equals: 1)
    expect(Script(50, settings(Layout(pageLength: 0.1, neighbors: 4))).frame(0).layers.count, equals: 9)
  }

  @Test func `pointer movement maps to pages along the layout's axis`() {
    expect(Layout().pages(forTranslation: SlidePoint(x: -0.25, y: 0.9)), equals: 0.25)
    expect(Layout(isMirrored: true).pages(forTranslation: SlidePoint(x: -0.25, y: 0)), equals: -0.25)
    expect(Layout(axis: .vertical).pages(forTranslation: SlidePoint(x: 7, y: 0.5)), equals: -0.5)
    #expect(isClose(Layout(pageLength: 0.4, spacing: 0.1).pages(forTranslation: SlidePoint(x: -0.25, y: 0)), 0.5))
  }

  @Test func `with three slides in view, a jump replaces none and arrives among its own neighbors`() {
    let layout = Layout(pageLength: 0.5, neighbors: 1)
    var script = Script(100, start: 10, settings(layout))
    script.at(0, .jump(to: 40))
    expect(script.frame(0).layers.map(\.slide).sorted(), equals: [9, 10, 11])
    expect(script.frame(0).destination, equals: 40)
    var seen: [[Int]] = []
    for time in 0...300 {
      let slides = script.frame(time).layers.sorted { $0.distance < $1.distance }.map(\.slide)
      if seen.last != slides { seen.append(slides) }
    }
    expect(seen, equals: [[9, 10, 11], [10, 11, 39], [11, 39, 40], [39, 40, 41]])
    #expect(Set(script.machine.demand.visible).isSuperset(of: [9, 10, 11, 39, 40]))
    // If the slide is near, the motion passes through the slides in between.
    script.at(1000, .jump(to: 43))
    expect(script.shown(at: 2000), equals: [41, 42, 43])
  }

  @Test func `a fade mixes slides in place, with the slide further ahead on top`() {
    var script = Script(5, settings(Layout(), .fade))
    script.at(0, .grab)
    script.at(0, .drag(to: 0.25))
    expect(drawn(script.frame(0)), equals: [[0, 0, 0, 1000, 1000], [1, 0, 0, 1000, 1000]])
    expect(script.frame(0).layers.map(\.pose.opacity), equals: [1, 0.25])
    script.at(0, .drag(to: -0.25))
    expect(script.frame(0).layers.map(\.slide), equals: [4, 0])
    expect(script.frame(0).layers.map(\.pose.opacity), equals: [1, 0.75])
  }

  @Test func `a transition's pose is interpolated from its sorted keyframes`() {
    expect(SlideTransition.push.pose(at: -0.5), equals: .init(shift: 0.35))
    expect(SlideTransition.push.pose(at: 0.5).z, equals: 0.5)
    expect(SlideTransition.curl.pose(at: -0.5).turn, equals: -45)
    expect(SlideTransition.coverFlow.pose(at: 3).shift, equals: -0.75)
    expect(SlideTransition.coverFlow.pose(at: 3).turn, equals: -50)
    let bounce = SlideTransition(keyframes: [
      .init(at: 0.5, .init(scale: 2)), .init(at: 0, .init()), .init(at: .nan, .init(scale: 9)), .init(at: 1, .init()),
    ])
    expect(bounce.keyframes.map(\.distance), equals: [0, 0.5, 1])
    expect(bounce.pose(at: 0.25).scale, equals: 1.5)
    expect(bounce.pose(at: -4), equals: .init())
    expect(SlideTransition(keyframes: []).pose(at: 0.3), equals: .init())
  }

  @Test(arguments: [
    SlideTransition.slide, .fade, .push, .stack, .depth, .coverFlow, .curl,
  ])
  func `at rest every transition shows only the current slide, unchanged`(_ transition: SlideTransition) {
    let script = Script(5, settings(Layout(), TransitionSettings(transition)))
    expect(drawn(script.frame(0)), equals: [[0, 0, 0, 1000, 1000]])
    let pose = script.frame(0).layers[0].pose
    #expect((pose.opacity, pose.shade, pose.turn) == (1, 0, 0))
    var moved = script
    moved.at(0, .grab)
    moved.at(0, .drag(to: 0.5))
    expect(Set(moved.frame(0).layers.map(\.slide)), equals: [0, 1])
  }

  @Test func `a point in a frame maps to the slide under it`() {
    let frame = Script(5, settings(Layout(pageLength: 0.5, neighbors: 1))).frame(0)
    expect(frame.layer(at: SlidePoint(x: 0.1, y: 0.5))?.slide, equals: 4)
    expect(frame.layer(at: SlidePoint(x: 0.5, y: 0.5))?.slide, equals: 0)
    expect(frame.layer(at: SlidePoint(x: 0.9, y: 0.5))?.slide, equals: 1)
    expect(frame.layer(at: SlidePoint(x: 0.5, y: 1)), equals: nil)
  }

  @Test func `aligned at the start, a slide is followed by others and preceded by none`() {
    var layout = CarouselMachine.Layout(pageLength: 0.4, spacing: 0.1, neighbors: 2, alignment: .start)
    var script = Script(9, start: 3, .still.with { $0.layout = layout })
    func boxes(_ milliseconds: Int) -> [Int: Double] {
      Dictionary(uniqueKeysWithValues: script.frame(milliseconds).layers.map { ($0.slide, $0.box.x) })
    }
    expect(boxes(0).keys.sorted(), equals: [3, 4])
    #expect(isClose(boxes(0)[3] ?? .nan, 0) && isClose(boxes(0)[4] ?? .nan, 0.5))
    script.at(0, .grab)
    script.at(0, .drag(to: -0.5))
    expect(boxes(0).keys.sorted(), equals: [2, 3, 4])
    #expect(isClose(boxes(0)[2] ?? .nan, -0.25))
    script.at(0, .release(velocity: 0))
    layout.isMirrored = true
    script.at(1000, .configure(.still.with { $0.layout = layout }))
    #expect(isClose(boxes(1000)[2] ?? .nan, 0.6) && isClose(boxes(1000)[3] ?? .nan, 0.1))
  }
}
