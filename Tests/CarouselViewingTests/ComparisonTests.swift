import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// Pictures that zoom together, in a viewport of 80 × 60 units.
struct ComparisonTests {
  private let viewport = SlideSize(width: 80, height: 60)
  private let large = SlideSize(width: 4000, height: 3000)
  private let small = SlideSize(width: 400, height: 300)

  private func comparison(
    _ contents: [SlideSize], _ settings: ComparisonMachine.Settings = .init()
  ) -> ComparisonMachine {
    ComparisonMachine(viewport: viewport, contents: contents, settings: settings)
  }

  @Test func `two pictures of different resolutions show the same part side by side`() {
    var pair = comparison([large, small], .init(zoom: .init(duration: .zero)))
    expect(
      pair.frame(at: .zero).panes.map(\.zoom.box),
      equals: [SlideBox(x: 0, y: 15, width: 40, height: 30), SlideBox(x: 40, y: 15, width: 40, height: 30)])
    // A point of the second pane: a quarter from its left edge, in the middle.
    pair.handle(.zoom(.magnify(by: 2, at: SlidePoint(x: 50, y: 30))), at: .zero)
    let panes = pair.frame(at: .zero).panes
    expect(panes.map(\.zoom.box.x), equals: [-10, 30])
    expect(panes.map(\.clip.x), equals: [0, 40])
    expect(panes[0].zoom.visible, equals: panes[1].zoom.visible)
    expect(panes.map(\.zoom.scale), equals: [0.02, 0.2])
  }

  @Test func `three pictures are in a row, four in two, and others are ignored`() {
    let three = comparison([large, large, large], .init(axis: .vertical, gap: 3)).frame(at: .zero)
    expect(three.panes.map(\.clip.y), equals: [0, 21, 42])
    let four = comparison([large, large, large, large, large], .init(gap: 2)).frame(at: .zero)
    expect(
      four.panes.map(\.clip),
      equals: [(0, 0), (41, 0), (0, 31), (41, 31)].map { SlideBox(x: $0.0, y: $0.1, width: 39, height: 29) })
  }

  @Test func `a pointer near a wipe's border moves it, and elsewhere the pictures`() {
    var wipe = comparison([large, small], .init(style: .wipe, borderReach: 2, zoom: .init(duration: .zero)))
    expect(wipe.frame(at: .zero).panes.map(\.clip.width), equals: [40, 40])
    wipe.handle(.zoom(.grab(at: SlidePoint(x: 41, y: 9))), at: .zero)
    wipe.handle(.zoom(.drag(to: SlidePoint(x: 61, y: 50))), at: .zero)
    expect(wipe.frame(at: .zero).border, equals: 0.75)
    expect(wipe.frame(at: .zero).panes.map(\.clip.x), equals: [0, 60])
    #expect(!wipe.frame(at: .zero).panes[0].zoom.isHeld)
    wipe.handle(.zoom(.drag(to: SlidePoint(x: 999, y: 0))), at: .zero)
    wipe.handle(.zoom(.release()), at: .zero)
    expect(wipe.border, equals: 1)
    wipe.handle(.moveBorder(to: 0.25), at: .zero)
    wipe.handle(.zoom(.zoom(to: 2)), at: .zero)
    wipe.handle(.zoom(.grab(at: SlidePoint(x: 50, y: 30))), at: .zero)
    wipe.handle(.zoom(.drag(to: SlidePoint(x: 60, y: 30))), at: .zero)
    expect(wipe.border, equals: 0.25)
    expect(wipe.frame(at: .zero).panes.map(\.zoom.box.x), equals: [-30, -30])
  }

  @Test func `a blink shows each picture for its interval, however late the tick`() {
    var blink = comparison([large, small, large], .init(style: .blink))
    let shown = [0, 0.4999, 0.5, 1.25, 1.5, 1_000_000.5].map { blink.frame(at: .seconds($0)).panes.map(\.content) }
    expect(shown, equals: [[0], [0], [1], [2], [0], [0]])
    expect(blink.nextWake(after: .seconds(1.25)), equals: .at(.seconds(1.5)))
    blink.handle(.showNext, at: .seconds(1.25))
    expect(blink.frame(at: .seconds(1.6)).panes.map(\.content), equals: [0])
    expect(blink.nextWake(after: .seconds(1.6)), equals: .at(.seconds(1.75)))
    blink.handle(.configure(.init(style: .blink, interval: nil)), at: .seconds(1.6))
    expect(blink.frame(at: .seconds(99)).panes.map(\.content), equals: [0])
    expect(blink.nextWake(after: .seconds(99)), equals: .never)
    blink.handle(.show([small]), at: .seconds(100))
    expect(blink.frame(at: .seconds(101)).panes.map(\.content), equals: [0])
  }

  @Test(arguments: 0..<60)
  func `all pictures show the same part of themselves, in random scripts`(_ seed: Int) {
    var random = SplitMix64(seed: 78_000 + UInt64(seed))
    func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    let styles = ComparisonMachine.Style.allCases
    func settings() -> ComparisonMachine.Settings {
      .init(style: styles[int(0...2)], axis: int(0...1) == 0 ? .horizontal : .vertical, gap: double(0...9))
    }
    var comparison = comparison((0..<int(0...5)).map { _ in int(0...1) == 0 ? large : small }, settings())
    var now = Timestamp.zero
    for step in 0..<60 {
      now = now.advanced(by: .milliseconds(int(0...400)))
      let point = SlidePoint(x: double(-9...90), y: double(-9...70))
      switch int(0...9) {
      case 0: comparison.handle(.zoom(.magnify(by: double(0.3...3), at: point)), at: now)
      case 1: comparison.handle(.zoom(.pan(by: point)), at: now)
      case 2: comparison.handle(.zoom(.grab(at: point)), at: now)
      case 3: comparison.handle(.zoom(.drag(to: point)), at: now)
      case 4: comparison.handle(.zoom(.release(velocity: point)), at: now)
      case 5: comparison.handle(.zoom(.rotate(quarterTurns: int(-1...1))), at: now)
      case 6: comparison.handle(.moveBorder(to: double(-1...2)), at: now)
      case 7: comparison.handle(.configure(settings()), at: now)
      case 8: comparison.handle(.resize(SlideSize(width: double(0...90), height: double(0...90))), at: now)
      default: comparison.handle(.tick, at: now)
      }
      let frame = comparison.frame(at: now)
      let label: Comment = "seed \(seed), step \(step)"
      #expect(frame.panes.isEmpty == comparison.contents.isEmpty, label)
      guard let first = frame.panes.first else { continue }
      #expect(frame.border.map { $0 >= 0 && $0 <= 1 } ?? true, label)
      for pane in frame.panes {
        // Both have the same aspect ratio, so the same share of them is visible, by the same zoom.
        let (shown, other) = (pane.zoom.visible, first.zoom.visible)
        #expect(abs(shown.x - other.x) + abs(shown.width - other.width) < 1e-9, label)
        #expect(abs(shown.y - other.y) + abs(shown.height - other.height) < 1e-9, label)
        #expect(pane.zoom.zoom == first.zoom.zoom && pane.clip.width >= 0 && pane.clip.height >= 0, label)
      }
      if case .at(let time) = comparison.nextWake(after: now) { #expect(time > now, label) }
    }
  }
}
