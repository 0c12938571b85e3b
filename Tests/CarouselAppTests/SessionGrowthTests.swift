import Bitmaps
import Carousel
@testable import CarouselApp
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Pictures that grow into the viewer")
@MainActor struct SessionGrowthTests {
  private func grid(_ change: (inout Options) -> Void = { _ in }) -> Stage {
    var stage = Stage(columns: 32, rows: 14, change: change)
    stage.deck(["red", "green", "blue", "white", "red", "green"])
    stage.type("g")
    return stage
  }

  /// Returns the number of cells of a color on the screen.
  private func count(_ color: String, _ stage: Stage) -> Int {
    let frame = stage.frame
    guard let (red, green, blue) = Stage.colors[color] else { return 0 }
    let light = Color(red: red, green: green, blue: blue)
    return frame.cells.count { $0.background == light && ($0.glyph == .blank || $0.foreground == light) }
  }

  @Test func `a thumbnail grows into the viewer while everything else darkens`() {
    var stage = grid()
    stage.press(.right)
    let whites = count("blue", stage)
    #expect(whites > 20)
    stage.press(.enter)
    var last = 0
    for _ in 0..<5 {
      stage.wait(0.05)
      let now = count("green", stage)
      #expect(now >= last)
      last = now
    }
    // Everything else is darker than before, including glyphs.
    let rest = stage.frame.cells.filter { $0.glyph != .blank }.compactMap(\.foreground.channels)
    #expect(rest.allSatisfy { max($0.0, $0.1, $0.2) < 128 || $0 == (0, 255, 0) })
    expect(count("blue", stage), equals: 0)
    stage.wait(0.2)
    expect(stage.color(0, 5), equals: "green")
    expect(stage.color(31, 13), equals: "green")
    expect(stage.session.frameKind(at: stage.now), equals: .still)
  }

  @Test func `a closing picture shrinks to its thumbnail while the selection can move on`() {
    var stage = grid()
    stage.press(.right, .enter)
    stage.wait(1)
    stage.press(.escape)
    #expect(stage.session.mode.grid != nil)
    stage.wait(0.05)
    let early = count("green", stage)
    stage.press(.down)
    expect(stage.session.mode.grid?.machine.selection, equals: 4)
    stage.wait(0.1)
    #expect(count("green", stage) < early)
    stage.wait(0.5)
    expect(stage.requests.wake, equals: nil)
    expect(stage.color(3, 1), equals: "red")
    expect(stage.color(24, 1), equals: "blue")
  }

  @Test func `the cell of a dismissed picture stays empty until the picture has returned`() {
    var stage = grid()
    stage.press(.right, .enter)
    stage.wait(1)
    stage.mouse(.pressed(.left), 16, 2)
    for row in [4, 6, 8, 10, 12] { stage.mouse(.dragged(.left), 16, row) }
    stage.mouse(.released(.left), 16, 12)
    #expect(stage.session.mode.grid != nil)
    stage.wait(0.03)
    func green(_ row: Int) -> Int { stage.frame[16, row].background.channels.map { Int($0.1) } ?? 0 }
    expect(green(12), equals: 255)
    #expect(green(1) < 20)
    stage.wait(1)
    expect(green(1), equals: 255)
  }

  @Test func `a slide between neighbors grows from its place into the viewer`() {
    var stage = Stage("red", "green", "blue", columns: 40, rows: 10) { $0.preferences.layout.neighbors = 1 }
    stage.press(.enter)
    stage.wait(0.05)
    expect(stage.color(20, 5), equals: "red")
    #expect(stage.color(0, 5) != "red")
    stage.wait(0.5)
    expect(stage.color(0, 5), equals: "red")
    expect(stage.color(39, 5), equals: "red")
  }

  @Test func `a slide that fills the window opens and closes without motion`() {
    var stage = Stage("red", "green")
    stage.press(.enter)
    expect(stage.session.frameKind(at: stage.now), equals: .still)
    stage.press(.escape)
    expect(stage.session.frameKind(at: stage.now), equals: .still)
  }

  @Test func `without motion the viewer opens at once`() {
    var stage = grid { $0.settings.transition = .none }
    stage.press(.enter)
    expect(stage.session.frameKind(at: stage.now), equals: .still)
    expect(stage.color(0, 5), equals: "red")
  }

  @Test(arguments: [(3, false), (7, true)])
  func `a long drag down dismisses the viewer; a short one springs back`(rows: Int, isDismissed: Bool) {
    var stage = grid()
    stage.press(.right, .enter)
    stage.wait(1)
    stage.mouse(.pressed(.left), 16, 4)
    for row in 1...rows {
      stage.wait(0.2)
      stage.mouse(.dragged(.left), 16, 4 + row)
    }
    // The picture shrinks, and its surroundings are darker than it.
    #expect(stage.color(0, 0) != "green")
    stage.wait(0.2)
    stage.mouse(.released(.left), 16, 4 + rows)
    stage.wait(1)
    expect(stage.session.mode.grid != nil, equals: isDismissed)
    if !isDismissed { expect(stage.color(0, 5), equals: "green") }
    expect(stage.current, equals: 1)
  }

  @Test func `a drag down that ends with lost focus springs back`() {
    var stage = grid()
    stage.press(.enter)
    stage.wait(1)
    stage.mouse(.pressed(.left), 16, 4)
    stage.mouse(.dragged(.left), 16, 12)
    stage.send(.input(.focus(false)))
    stage.wait(1)
    #expect(stage.session.mode.viewer != nil)
    expect(stage.color(0, 5), equals: "red")
  }

  @Test func `a bitmap of one part of a picture is stretched to stand in for another part`() {
    func pixel(_ value: UInt16) -> SIMD4<UInt16> { SIMD4(repeating: value) }
    // The middle half of a picture, in four columns.
    let bitmap = Bitmap(size: PixelSize(width: 4, height: 1), pixels: (1...4).map { pixel($0) }, isOpaque: true)
    let middle = PicturePart(
      Fit(box: PixelSize(width: 4, height: 4), scaling: .cover), of: PixelSize(width: 16, height: 8))
    expect([middle.x, middle.width], equals: [0.25, 0.5])
    func shown(_ own: PicturePart, _ part: PicturePart, columns: Int) -> [UInt16] {
      bitmap.stretched(to: PixelSize(width: columns, height: 1), showing: part, of: own).pixels.map(\.x)
    }
    expect(shown(middle, middle, columns: 4), equals: [1, 2, 3, 4])
    expect(shown(middle, .whole, columns: 8), equals: [1, 1, 1, 2, 3, 4, 4, 4])
    expect(shown(.whole, middle, columns: 4), equals: [2, 2, 3, 3])
    expect(shown(.whole, .whole, columns: 2), equals: [2, 4])
  }
}
