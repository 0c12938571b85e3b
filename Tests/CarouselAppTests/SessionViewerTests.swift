import Bitmaps
import Carousel
import CarouselApp
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Pictures of 640×480 in a window of 20×5 cells. With half-block art the window is 40×20 units, and a fitted picture
/// is 26⅔ units wide.
@Suite("A session's viewer")
@MainActor struct SessionViewerTests {
  private func viewing(_ names: String..., change: (inout Options) -> Void = { _ in }) -> Stage {
    var stage = Stage(change: change)
    stage.deck(names)
    stage.press(.enter)
    return stage
  }

  /// Returns the cells of the middle row as the first letters of their colors.
  private func cells(_ stage: Stage) -> String {
    String((0..<20).map { stage.color($0, 2).first.map { $0 == "n" ? "." : $0 } ?? "." })
  }

  @Test func `keys zoom in around the middle and back out`() {
    var stage = viewing("halves")
    expect(cells(stage), equals: "rrrrrrrrrrbbbbbbbbbb")
    stage.type("-")
    stage.wait(1)
    expect(cells(stage), equals: "rrrrrrrrrrbbbbbbbbbb")
    stage.type("+++")
    stage.wait(1)
    expect(cells(stage), equals: "rrrrrrrrrrbbbbbbbbbb")
    #expect(abs((stage.session.mode.viewer?.zoom.destinationZoom ?? 0) - 2.83) < 0.01)
    stage.press(.backspace)
    stage.wait(1)
    expect(stage.session.mode.viewer?.zoom.destinationZoom, equals: 1)
    stage.type("=")
    stage.wait(1)
    // At 1:1, the 40 samples across show 1/16 of the 640 pixels.
    #expect(abs((stage.session.mode.viewer?.zoom.destinationZoom ?? 0) - 24) < 0.01)
    stage.type("0")
    stage.wait(1)
    expect(stage.session.mode.viewer?.zoom.destinationZoom, equals: 1)
  }

  @Test func `keys change the exposure of one slide's picture, and 0 undoes that`() {
    var stage = viewing("halves", "green")
    func exposures(_ stage: inout Stage) -> [Int] { stage.wanted().visible.map(\.shape.exposure.thirds) }
    func type(_ keys: String, _ stage: inout Stage) {
      for key in keys { stage.send(.input(.key(.character(key)))) }
    }
    type("))))", &stage)
    expect(exposures(&stage), equals: [4])
    #expect(stage.frame.textRows.joined().contains("+1⅓ EV"))
    // Until it arrives, the picture is shown as it was.
    #expect(cells(stage).contains("rrrrr") && cells(stage).contains("bbbbb"))
    type("(((((", &stage)
    #expect(stage.frame.textRows.joined().contains("−⅓ EV"))
    expect(exposures(&stage), equals: [-1])
    stage.load()
    stage.type("n")
    stage.wait(1)
    expect(stage.wanted().visible.map(\.shape.exposure), equals: [])
    stage.type("p)0")
    stage.wait(1)
    expect(exposures(&stage), equals: [])
  }

  @Test func `arrows pan a zoomed picture up to its edge`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.wait(1)
    stage.press(.right)
    stage.wait(1)
    // The picture is 53⅓ units wide in a window of 40: panning ends after 6⅔ units, which are 3⅓ columns.
    expect(cells(stage), equals: "rrrrrr.bbbbbbbbbbbbb")
    stage.type("h")
    stage.wait(1)
    expect(cells(stage), equals: "rrrrrrrrrr.bbbbbbbbb")
    expect(stage.current, equals: 0)
  }

  @Test func `a second push against an edge goes to the next slide, which is not zoomed`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.wait(1)
    for _ in 0..<3 {
      stage.press(.right)
      stage.wait(0.5)
    }
    expect(stage.current, equals: 1)
    stage.wait(1)
    expect(stage.session.mode.viewer?.zoom.isZoomed, equals: false)
    // Without zoom, arrows swipe.
    stage.press(.left)
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test func `a second push against the lower or the upper edge goes to the next or the previous slide`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.wait(1)
    for _ in 0..<5 {
      stage.press(.down)
      stage.wait(0.5)
    }
    expect(stage.current, equals: 1)
    stage.type("++")
    stage.wait(1)
    for _ in 0..<5 {
      stage.press(.up)
      stage.wait(0.5)
    }
    expect(stage.current, equals: 0)
  }

  /// The upper edge of the picture, in units: 0 shows its top, -10 what is half a window further down.
  private func top(_ stage: Stage) -> Double {
    stage.session.mode.viewer?.zoom.frame(at: stage.now).box.y.rounded() ?? .nan
  }

  @Test func `by its width a picture is read from its top to its end by pages, and then the next one`() {
    var stage = viewing("halves", "green")
    stage.type("ww")
    stage.wait(1)
    // 40 units of width make 30 of height, of which the window shows 20.
    expect(top(stage), equals: 0)
    stage.press(.pageDown)
    stage.wait(1)
    expect(top(stage), equals: -10)
    stage.type(" ")
    stage.wait(1)
    #expect(stage.current == 1 && top(stage) == 0)
    stage.type(" ")
    stage.wait(1)
    expect(top(stage), equals: -10)
    stage.press(.pageUp, .pageUp)
    stage.wait(1)
    #expect(stage.current == 0 && top(stage) == 0)
    #expect(!stage.session.machine.pauseReasons.contains(.user))
  }

  @Test func `--align places pictures that fill the width, also the first one`() {
    var stage = viewing("halves", "green") { $0.preferences.picture.content.alignment = .bottom }
    stage.type("ww")
    stage.wait(1)
    expect(top(stage), equals: -10)
    stage.type("n")
    stage.wait(1)
    expect(top(stage), equals: -10)
  }

  @Test func `n and p go to other slides at any zoom`() {
    var stage = viewing("halves", "green", "blue")
    stage.type("++n")
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.type("+pp")
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test func `a leaving slide keeps its zoom while it is in view`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.press(.right)
    stage.wait(1)
    let before = cells(stage)
    stage.type("n")
    stage.wait(0.1)
    stage.type("p")
    stage.wait(1)
    expect(cells(stage), equals: before)
    stage.type("n")
    stage.wait(1)
    stage.type("p")
    stage.wait(1)
    expect(stage.session.mode.viewer?.zoom.isZoomed, equals: false)
  }

  @Test func `with --keep-zoom the next slide has the same zoom and position`() {
    var stage = viewing("halves", "halves") { $0.keepsZoom = true }
    stage.type("++")
    stage.press(.right)
    stage.wait(1)
    stage.type("n")
    stage.wait(1)
    expect(stage.current, equals: 1)
    expect(cells(stage), equals: "rrrrrr.bbbbbbbbbbbbb")
  }

  @Test func `auto-advance stops while a slide is zoomed and resumes after the viewer closes`() {
    var stage = viewing("red", "green") { $0.settings.interval = .seconds(5) }
    stage.type("+")
    expect(stage.session.machine.pauseReasons, equals: [.viewer, .zoom])
    stage.wait(60)
    expect(stage.current, equals: 0)
    stage.press(.escape)
    #expect(stage.session.machine.pauseReasons.isEmpty)
    stage.wait(5.5)
    expect(stage.current, equals: 1)
  }

  @Test func `the wheel zooms at the pointer with Ctrl, and swipes without`() {
    var stage = viewing("halves", "green")
    let point = SlidePoint(x: 31, y: 10)
    func share(_ stage: Stage) -> Double {
      guard let box = stage.session.mode.viewer?.zoom.frame(at: stage.now).box else { return 0 }
      return (point.x - box.x) / box.width
    }
    for _ in 0..<3 { stage.mouse(.wheelUp, 15, 2, hasControl: true) }
    stage.wait(1)
    let before = share(stage)
    for _ in 0..<2 { stage.mouse(.wheelUp, 15, 2, hasControl: true) }
    for _ in 0..<10 {
      stage.wait(0.05)
      #expect(abs(share(stage) - before) < 1e-9)
    }
    expect(stage.current, equals: 0)
    stage.mouse(.wheelDown, 15, 2)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a drag pans and continues as a swipe beyond the edge`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.wait(1)
    stage.mouse(.pressed(.left), 18, 2)
    stage.mouse(.dragged(.left), 15, 2)
    expect(cells(stage), equals: "rrrrrrrbbbbbbbbbbbbb")
    stage.mouse(.dragged(.left), 5, 2)
    // A third of a column was left to pan: the other 9⅔ of the ten dragged columns move the slide.
    expect(cells(stage), equals: "bbbbbbbbbbgggggggggg")
    stage.wait(0.3)
    stage.mouse(.dragged(.left), 3, 2)
    stage.wait(0.3)
    stage.mouse(.released(.left), 3, 2)
    stage.wait(1)
    expect(stage.current, equals: 1)
    expect(cells(stage), equals: "gggggggggggggggggggg")
  }

  @Test func `a drag that is ended by lost focus releases the picture`() {
    var stage = viewing("halves", "green") { $0.settings.interval = .seconds(5) }
    stage.type("++")
    stage.wait(1)
    stage.mouse(.pressed(.left), 18, 2)
    stage.mouse(.dragged(.left), 5, 2)
    stage.send(.input(.focus(false)))
    stage.wait(1)
    #expect(!stage.session.machine.pauseReasons.contains(.drag))
    expect(stage.session.mode.viewer?.zoom.frame(at: stage.now).isHeld, equals: false)
  }

  @Test func `rotation and mirroring apply to the picture as it is shown`() {
    var stage = viewing("halves")
    func column() -> [String] { (1..<5).map { stage.color(7, $0) } }
    stage.type(">")
    stage.wait(0.5)
    expect(column(), equals: ["red", "blue", "blue", "blue"])
    stage.type("_")
    stage.wait(0.5)
    expect(column(), equals: ["blue", "red", "red", "red"])
    stage.type("<")
    stage.wait(0.5)
    expect(cells(stage), equals: "...bbbbbb.rrrrrrr...")
    stage.type("|")
    stage.wait(0.5)
    // In its original orientation it is placed like any other slide.
    expect(cells(stage), equals: "rrrrrrrrrrbbbbbbbbbb")
  }

  @Test func `a zoomed picture at rest is decoded sharply, only in its visible part`() throws {
    var stage = viewing("halves")
    stage.type("++")
    stage.now = stage.now.advanced(by: .milliseconds(300))
    stage.send(.tick)
    #expect(stage.wanted().visible.isEmpty)
    stage.now = stage.now.advanced(by: .milliseconds(200))
    stage.send(.tick)
    let key = try #require(stage.wanted().visible.first)
    let region = try #require(key.shape.region)
    // The picture is 53⅓ units or 106⅔ samples wide, of which 80 are visible, and 40 samples high, of which 20 are.
    expect(region.whole, equals: PixelSize(width: 107, height: 40))
    expect(region.size, equals: PixelSize(width: 80, height: 20))
    stage.load()
    #expect(stage.wanted().visible.isEmpty)
    expect(cells(stage), equals: "rrrrrrrrrrbbbbbbbbbb")
  }

  @Test func `requests name the slide in the viewer, of which parts may be wanted`() {
    var stage = viewing("halves", "green")
    let (first, second) = (stage.session.deck[0].location, stage.session.deck[1].location)
    expect(stage.session.requests(at: stage.now).viewed, equals: first)
    stage.press(.right)
    stage.wait(1)
    expect(stage.session.requests(at: stage.now).viewed, equals: second)
    stage.press(.escape)
    stage.wait(1)
    expect(stage.session.requests(at: stage.now).viewed, equals: nil)
  }

  @Test func `a resize keeps the middle of a zoomed picture in place`() {
    var stage = viewing("halves")
    stage.type("++")
    stage.press(.right)
    stage.wait(1)
    stage.send(.resized(CellSize(columns: 40, rows: 10), cellAspect: 0.5))
    stage.wait(1)
    let row = (0..<40).map { stage.color($0, 5) }
    expect(row.filter { $0 == "red" }.count, equals: 13)
  }

  @Test func `a reload keeps the zoom of the open slide; a removed slide gives way to another`() {
    var stage = viewing("halves", "green")
    stage.type("++")
    stage.press(.right)
    stage.wait(1)
    stage.type("r")
    stage.deck(["blue", "halves", "green"])
    stage.wait(1)
    expect(cells(stage), equals: "rrrrrr.bbbbbbbbbbbbb")
    stage.deck(["green"])
    stage.wait(1)
    expect(cells(stage), equals: "gggggggggggggggggggg")
    expect(stage.session.mode.viewer?.zoom.isZoomed, equals: false)
  }

  @Test func `w cycles the viewer's fit through cover and back to contain`() {
    var stage = viewing("halves")
    stage.type("w")
    stage.wait(2)
    expect(stage.session.mode.viewer?.zoom.settings.contentMode.fit, equals: .cover)
    // A picture that is higher than the window can be panned.
    expect(stage.session.mode.viewer?.zoom.exceedsViewport, equals: true)
    stage.type("ww")
    stage.wait(2)
    expect(stage.session.mode.viewer?.zoom.settings.contentMode.fit, equals: .contain)
  }

  @Test func `a slide number such as 10 may contain a 0`() {
    var stage = viewing("red", "green", "blue", "red", "green", "blue", "red", "green", "blue", "white")
    stage.type("10")
    stage.press(.enter)
    stage.wait(1)
    expect(stage.current, equals: 9)
  }

  @Test func `i shows the picture's information, and the next picture's when the slide changes`() {
    var stage = Stage("red", "green", columns: 60, rows: 16)
    stage.press(.enter)
    stage.type("i")
    var rows = stage.frame.textRows
    for fact in ["name    red", "size    640×480", "format  PNG", "date    1970-01-02", "zoom    fit 13 %"] {
      #expect(rows.contains { $0.contains(fact) }, "\(fact)")
    }
    stage.type("++")
    stage.wait(1)
    stage.type("n")
    stage.wait(1)
    rows = stage.frame.textRows
    #expect(rows.contains { $0.contains("name    green") })
    stage.type("i")
    #expect(!stage.frame.textRows.contains { $0.contains("640×480") })
  }

  @Test func `an animation keeps playing while it is zoomed`() {
    var stage = Stage("red", moving: ["red"])
    stage.press(.enter)
    stage.type("++")
    stage.wait(1)
    stage.decodeFrame("green")
    expect(cells(stage), equals: "gggggggggggggggggggg")
    #expect(stage.wanted().visible.isEmpty)
  }
}
