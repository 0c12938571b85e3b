import Bitmaps
import Carousel
import CarouselValues
import Rendering
import Terminal
import TestSupport
import Testing

/// Layouts and transitions, compared as the colors of the cells.
struct LayerTests {
  private let window = CellSize(columns: 12, rows: 6)

  /// Four slides of one color each (red, green, blue and white), at a progress from `start` to the next one.
  private func scene(
    _ layout: CarouselMachine.Layout = CarouselMachine.Layout(), _ mode: TransitionSettings = .slide,
    at progress: Double = 0,
    start: Int = 0, window: CellSize? = nil
  ) -> Scene {
    let window = window ?? self.window
    var settings = CarouselMachine.Settings(interval: nil, transition: mode)
    settings.layout = layout
    var machine = CarouselMachine(count: 4, start: start, settings: settings)
    if progress != 0 {
      machine.handle(.grab, at: .zero)
      machine.handle(.drag(to: progress), at: .zero)
    }
    var look = style()
    look.overlays.pagePosition = .hidden
    var contents: [Int: SlideContent] = [:]
    for (index, letter) in "RGBW".enumerated() {
      contents[index] = filled(letter, layout.slot(in: window), look)
    }
    return Scene(window: window, style: look, frame: machine.frame(at: .zero), contents: contents)
  }

  /// Each cell as its color's letter; `.` is the terminal's background, `?` any other color.
  private func map(_ scene: Scene) -> [String] {
    let drawn = scene.composed()
    return (0..<drawn.size.rows).map { row in
      String(
        (0..<drawn.size.columns).map { column in
          let cell = drawn[column, row]
          if cell.glyph == .blank, cell.background == .terminalDefault { return Character(".") }
          return "RGBWK".first { rgb($0) == cell.background && cell.glyph == .blank } ?? "?"
        })
    }
  }

  @Test func `moving left, the next slide comes from the right`() {
    expect(map(scene(at: 0.25)), equals: Array(repeating: "RRRRRRRRRGGG", count: 6))
    expect(map(scene(at: -0.25)), equals: Array(repeating: "WWWRRRRRRRRR", count: 6))
  }

  @Test func `moving right, the next slide comes from the left`() {
    let layout = CarouselMachine.Layout(isMirrored: true)
    expect(map(scene(layout, at: 0.25)), equals: Array(repeating: "GGGRRRRRRRRR", count: 6))
    expect(map(scene(layout, at: -0.25)), equals: Array(repeating: "RRRRRRRRRWWW", count: 6))
  }

  @Test func `moving up, the next slide comes from below`() {
    let layout = CarouselMachine.Layout(axis: .vertical)
    let (red, green) = (String(repeating: "R", count: 12), String(repeating: "G", count: 12))
    expect(map(scene(layout, at: 1.0 / 3)), equals: [red, red, red, red, green, green])
  }

  @Test func `moving down, the next slide comes from above`() {
    let layout = CarouselMachine.Layout(axis: .vertical, isMirrored: true)
    let (red, green) = (String(repeating: "R", count: 12), String(repeating: "G", count: 12))
    expect(map(scene(layout, at: 1.0 / 3)), equals: [green, green, red, red, red, red])
  }

  @Test func `a page of half the window leaves room for its neighbors`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    expect(map(scene(layout)), equals: Array(repeating: "WWWRRRRRRGGG", count: 6))
    expect(map(scene(layout, at: 0.5)), equals: Array(repeating: "RRRRRRGGGGGG", count: 6))
    let alone = CarouselMachine.Layout(pageLength: 0.5, neighbors: 0)
    expect(map(scene(alone)), equals: Array(repeating: "...RRRRRR...", count: 6))
  }

  @Test func `gaps show the background and move with the slides`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, spacing: 1.0 / 12, neighbors: 2)
    expect(map(scene(layout)), equals: Array(repeating: "WW.RRRRRR.GG", count: 6))
    expect(map(scene(layout, at: 1.0 / 7)), equals: Array(repeating: "W.RRRRRR.GGG", count: 6))
    let vertical = CarouselMachine.Layout(axis: .vertical, pageLength: 2.0 / 3, spacing: 1.0 / 6, neighbors: 1)
    expect(map(scene(vertical)).map(\.first), equals: [".", "R", "R", "R", "R", "."])
  }

  @Test func `a gap has the background's color`() {
    var scene = scene(CarouselMachine.Layout(spacing: 1.0 / 6), at: 0.5)
    expect(map(scene), equals: Array(repeating: "RRRRR..GGGGG", count: 6))
    scene.style.picture.backdrop = .color(.white)
    expect(map(scene), equals: Array(repeating: "RRRRRWWGGGGG", count: 6))
  }

  @Test func `a push reports a separate motion area for each slide`() throws {
    let pushed = scene(.init(), TransitionSettings(.push), at: 0.5)
    expect(map(pushed), equals: Array(repeating: "RRRRRRGGGGGG", count: 6))
    // They move at different speeds, so the encoder looks at both.
    expect(
      pushed.composed().motion,
      equals: CellMotion(
        .horizontal,
        areas: [CellRect(column: 0, row: 0, columns: 6, rows: 6), CellRect(column: 6, row: 0, columns: 6, rows: 6)]))
    // In a slide transition, both slides move as one.
    expect(scene(at: 0.5).composed().motion?.areas, equals: [CellRect(window)])
  }

  @Test func `vertical motion is reported without the overlays' rows`() {
    var scene = scene(CarouselMachine.Layout(axis: .vertical), at: 0.5)
    expect(scene.composed().motion, equals: CellMotion(.vertical, areas: [CellRect(window)]))
    scene.captions = [0: "words", 1: "words"]
    expect(
      scene.composed().motion, equals: CellMotion(.vertical, areas: [CellRect(column: 0, row: 0, columns: 12, rows: 5)])
    )
  }

  @Test func `a slide at rest and a fade report no motion`() {
    expect(scene().composed().motion, equals: nil)
    expect(scene(.init(), .fade, at: 0.5).composed().motion, equals: nil)
  }

  @Test func `in a stack the next slide is smaller and darker`() {
    let drawn = scene(.init(), TransitionSettings(.stack), at: 0.5, window: CellSize(columns: 20, rows: 10)).composed()
    expect(drawn[0, 0].background, equals: rgb("R"))
    expect(drawn[9, 9].background, equals: rgb("R"))
    // Half-way: scaled by 0.95 and darkened by a fifth.
    expect(drawn[15, 5].background, equals: Color(red: 0, green: 204, blue: 0))
  }

  @Test func `half-way through depth the next slide is smaller and darker`() {
    let drawn = scene(.init(), TransitionSettings(.depth), at: 0.5, window: CellSize(columns: 40, rows: 20)).composed()
    expect(drawn[19, 10].background, equals: rgb("R"))
    expect(drawn[25, 10].background, equals: Color(red: 0, green: 188, blue: 0))
    expect(drawn[25, 0], equals: Cell(.blank))
    expect(drawn[39, 10], equals: Cell(.blank))
  }

  @Test func `neighboring covers are turned away and lower on their inner side`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    let rows = map(scene(layout, TransitionSettings(.coverFlow), window: CellSize(columns: 32, rows: 15)))
    // The current cover is whole. Its neighbors face it, so their outer sides are nearer to the viewer.
    #expect(rows.allSatisfy { $0.dropFirst(8).prefix(16).allSatisfy { $0 == "R" } })
    let heights = (0..<32).map { column in rows.count { Array($0)[column] == "?" } }
    #expect(heights[0] > heights[7] && heights[31] > heights[24])
  }

  @Test(arguments: [(ArtMode.half, 0.0), (.half, 0.3), (.ascii, 0.3)])
  func `the terminal's background around darkened slides stays as it is`(art: ArtMode, progress: Double) {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    var scene = scene(layout, TransitionSettings(.coverFlow), at: progress, window: CellSize(columns: 32, rows: 15))
    scene.style.picture.art = art
    scene.style.picture.backdrop = .terminal(assumed: .white)
    for slide in 0..<4 {
      scene.contents[slide] = SlideContent(emptyIn: layout.slot(in: scene.window), style: scene.style.slides)
    }
    #expect(scene.composed().cells.allSatisfy { $0 == .blank })
  }

  @Test func `turned slides in motion have edges at half cells`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    let drawn = scene(layout, TransitionSettings(.coverFlow), at: 0.3, window: CellSize(columns: 64, rows: 31))
      .composed()
    // The topmost glyph of each column lies in the upper or the lower half of its cell.
    let tops = (0..<64).compactMap { column -> Cell? in
      (0..<31).lazy.map { drawn[column, $0] }.first { $0 != .blank }
    }
    #expect(tops.contains { $0.glyph == .lowerHalf && $0.background == .terminalDefault })
    #expect(tops.contains { $0.glyph == .blank })
    #expect(drawn.cells.allSatisfy { [.blank, .upperHalf, .lowerHalf].contains($0.glyph) })
  }

  @Test func `art without half cells moves by whole cells`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    var scene = scene(layout, TransitionSettings(.coverFlow), at: 0.3, window: CellSize(columns: 64, rows: 31))
    scene.style.picture.art = .ascii
    #expect(scene.composed().cells.allSatisfy { $0.glyph == .blank })
  }

  @Test func `a page turned by 36 degrees uncovers an eighth of the next one`() {
    let drawn = scene(.init(), TransitionSettings(.curl), at: 0.4, window: CellSize(columns: 60, rows: 9)).composed()
    let uncovered = (0..<60).count { drawn[$0, 4].background.isGreener }
    #expect((7...9).contains(uncovered))
  }

  @Test func `a turning page uncovers the next slide from the right`() {
    let rows = map(scene(.init(), TransitionSettings(.curl), at: 0.6, window: CellSize(columns: 40, rows: 9)))
    #expect(rows.allSatisfy { $0.first == "?" && $0.last == "?" })
    let drawn = scene(.init(), TransitionSettings(.curl), at: 0.6, window: CellSize(columns: 40, rows: 9)).composed()
    func isGreen(_ cell: Cell) -> Bool { cell.background.isGreener }
    #expect(!isGreen(drawn[0, 4]) && isGreen(drawn[39, 4]))
    // There is only one edge between them.
    let row = (0..<40).map { isGreen(drawn[$0, 4]) }
    expect(zip(row, row.dropFirst()).count { $0 != $1 }, equals: 1)
  }

  @Test func `a mirrored page turns about its right edge`() {
    let layout = CarouselMachine.Layout(isMirrored: true)
    let drawn = scene(layout, TransitionSettings(.curl), at: 0.6, window: CellSize(columns: 40, rows: 9)).composed()
    #expect(drawn[0, 4].background.isGreener && !drawn[39, 4].background.isGreener)
  }

  @Test(arguments: [SlideTransition.push, .stack, .depth, .coverFlow, .curl, .slide, .fade])
  func `every transition rests exactly on the slide in every layout`(transition: SlideTransition) {
    for layout in [
      CarouselMachine.Layout(), CarouselMachine.Layout(isMirrored: true), CarouselMachine.Layout(axis: .vertical),
      CarouselMachine.Layout(axis: .vertical, isMirrored: true),
    ] {
      for start in 0..<4 {
        let letter = String(Array("RGBW")[start])
        let rest = map(scene(layout, TransitionSettings(transition), start: start))
        expect(rest, equals: Array(repeating: String(repeating: letter, count: 12), count: 6))
      }
    }
  }

  @Test(arguments: [SlideTransition.push, .stack, .depth, .coverFlow, .curl, .fade])
  func `every transition is composed in windows of every size`(transition: SlideTransition) {
    for (columns, rows) in [(1, 1), (2, 1), (1, 7), (3, 2), (8, 4), (31, 9)] {
      for layout in [
        CarouselMachine.Layout(pageLength: 0.3, spacing: 0.1, neighbors: 3),
        CarouselMachine.Layout(axis: .vertical, isMirrored: true, neighbors: 1),
      ] {
        for progress in [0, 0.01, -0.4, 0.5, 0.99] {
          let size = CellSize(columns: columns, rows: rows)
          expect(
            scene(layout, TransitionSettings(transition), at: progress, window: size).composed().size, equals: size)
        }
      }
    }
  }

  @Test func `a drifting slide fills the window with a part of its picture`() throws {
    var look = style()
    look.overlays.pagePosition = .hidden
    let window = CellSize(columns: 8, rows: 4)
    let half = String(repeating: "R", count: 16) + String(repeating: "B", count: 16)
    let content = SlideContent(
      picture: bitmap(Array(repeating: half, count: 16), letters), grid: PixelSize(width: 8, height: 8), in: window,
      style: look.slides)
    var mode = TransitionSettings.drift
    mode.drift = Drift(zoom: 2, period: .seconds(20))
    let machine = CarouselMachine(count: 1, settings: CarouselMachine.Settings(interval: nil, transition: mode))
    let frame = machine.frame(at: .seconds(10))
    expect(frame.kind, equals: .mixing)
    let scene = Scene(window: window, style: look, frame: frame, contents: [0: content])
    // Zoomed to twice the size and panned by 0.8 of the way to the right: the picture's middle is at a cell and a half.
    #expect(map(scene)[0] == "?BBBBBBB" || map(scene)[0] == "RBBBBBBB")
    let card = SlideContent(card: .failure(reason: "no", name: "x"), in: window, style: look.slides)
    expect(Scene(window: window, style: look, frame: frame, contents: [0: card]).composed(), equals: card.cells)
  }

  @Test func `layers are composed in few colors`() {
    for depth in [ColorDepth.palette16, .palette8, .mono] {
      var scene = scene(.init(), TransitionSettings(.depth), at: 0.5)
      scene.style.terminal.depth = depth
      let drawn = scene.composed()
      expect(drawn.size, equals: window)
      // Both slides are visible: the one that moves away, and the one that grows beneath it.
      let looks = Set(drawn.cells.map { [$0.foreground, $0.background] })
      #expect(looks.count > 1, "\(depth)")
    }
  }

  @Test func `a click finds the slide in front`() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, neighbors: 1)
    let places = (0..<12).map { scene(layout).layout.hitTarget(atColumn: $0, row: 2) }
    expect(places[0], equals: .picture(slide: 3))
    expect(places[4], equals: .picture(slide: 0))
    expect(places[11], equals: .picture(slide: 1))
    let pushed = scene(.init(), TransitionSettings(.push), at: 0.5).layout
    expect(pushed.hitTarget(atColumn: 5, row: 2), equals: .picture(slide: 0))
    expect(pushed.hitTarget(atColumn: 6, row: 2), equals: .picture(slide: 1))
  }
}

extension Color {
  /// Whether it has more green than red.
  fileprivate var isGreener: Bool {
    guard case .rgb(let red, let green, _) = kind else { return false }
    return green > red
  }
}
