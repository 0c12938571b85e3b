import Bitmaps
import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

/// The element at each cell of a window, drawn as a letter.
struct OverlayLayoutTests {
  private let window = CellSize(columns: 14, rows: 6)

  /// A picture of `columns` by `halfRows` half cells in the middle of the window.
  private func content(_ columns: Int, _ halfRows: Int, in window: CellSize? = nil) -> SlideContent {
    let row = String(repeating: "R", count: columns)
    return SlideContent(
      picture: bitmap(Array(repeating: row, count: halfRows), letters),
      grid: PixelSize(width: columns, height: halfRows), in: window ?? self.window, style: style().slides)
  }

  private func scene(_ contents: [SlideContent], count: Int? = nil, current: Int = 0) -> Scene {
    Scene(
      window: window, style: style(), frame: restingFrame(count: count ?? contents.count, current: current),
      contents: Dictionary(uniqueKeysWithValues: contents.enumerated().map { ($0.offset, $0.element) }))
  }

  /// Slides as letters, dots as numbers from 1, `-` for their backing, `=` for the bar, `?` for the help.
  private func map(_ scene: Scene) -> [String] {
    let layout = scene.layout
    return (0..<scene.window.rows).map { row in
      (0..<scene.window.columns).map { column in
        switch layout.hitTarget(atColumn: column, row: row) {
        case .help: "?"
        case .tab, .tabs: "t"
        case .dot(let page): "\(page + 1)"
        case .dotsBacking: "-"
        case .caption: "="
        case .picture(let slide): slide == 0 ? "a" : slide == 1 ? "b" : "c"
        case .empty: "."
        }
      }.joined()
    }
  }

  @Test func `the picture covers its fitted area, and the rest is empty`() {
    let scene = scene([content(6, 5)], count: 1)
    // Five half cells in the middle of twelve touch three rows.
    expect(
      map(scene),
      equals: [
        "..............", "....aaaaaa....", "....aaaaaa....", "....aaaaaa....", "..............", "..............",
      ])
  }

  @Test func `dots and the description lie over the picture`() {
    var scene = scene([content(10, 12), content(10, 12), content(10, 12)])
    scene.captions = [0: "one", 1: "two", 2: "three"]
    expect(
      map(scene),
      equals: [
        "..aaaaaaaaaa..", "..aaaaaaaaaa..", "..aaaaaaaaaa..", "..aaaaaaaaaa..", "===-11223-====", "==============",
      ])
  }

  @Test func `page numbers that replace dots are not clickable dots`() {
    let scene = scene([content(14, 12)], count: 42)
    expect(map(scene)[5], equals: "aaaa------aaaa")
  }

  @Test func `half-way through a slide transition, each half belongs to its slide`() {
    var scene = scene([content(14, 12), content(8, 12)])
    scene.style.overlays.pagePosition = .hidden
    scene.frame.progress.value = 0.5
    expect(map(scene)[0], equals: "aaaaaaa...bbbb")
  }

  @Test func `in a fade the more visible picture is on top`() {
    var scene = scene([content(10, 12), content(6, 12)])
    scene.style.overlays.pagePosition = .hidden
    scene.frame.transition = .fade
    scene.frame.progress.value = 0.25
    expect(map(scene)[0], equals: "..aaaaaaaaaa..")
    scene.frame.progress.value = 0.75
    expect(map(scene)[0], equals: "..aabbbbbbaa..")
  }

  @Test func `a card covers only its text`() {
    let card = SlideContent(card: .failure(reason: "no", name: "x"), in: window, style: style().slides)
    // Two rows of text without a frame, for which the window is too low.
    expect(
      map(scene([card], count: 1)),
      equals: [
        "..............", "..............", "......aa......", "......aa......", "..............", "..............",
      ])
  }

  @Test func `an open help panel lies over everything`() {
    var scene = scene([content(14, 12), content(14, 12)])
    scene.help = HelpPanel(rows: [.init("a", "b")])
    expect(map(scene)[2], equals: "aa??????????aa")
  }

  @Test(arguments: [
    (1, ["aaaaaaaaaaaaaa", "??????????aaaa", "??????????aaaa", "??????????aaaa", "====-112-=====", "=============="]),
    (3, ["aaaaaaaaaaaaaa"] + Array(repeating: "??????????aaaa", count: 5)),
  ])
  func `a panel in the corner ends above the text, which a taller one replaces`(rows: Int, expected: [String]) {
    var scene = scene([content(14, 12), content(14, 12)])
    scene.captions = [0: "one", 1: "two"]
    scene.help = HelpPanel(rows: Array(repeating: .init("a", "b"), count: rows))
    scene.help?.isInCorner = true
    expect(map(scene), equals: expected)
  }

  @Test func `the viewer shows the picture alone`() {
    var scene = scene([content(14, 12), content(14, 12)])
    scene.captions = [0: "one"]
    scene.showsOverlays = false
    expect(map(scene), equals: Array(repeating: "aaaaaaaaaaaaaa", count: 6))
  }

  @Test(arguments: [(7, 4), (8, 3), (1, 1)])
  func `below 8×4 only the picture has a place`(columns: Int, rows: Int) {
    let window = CellSize(columns: columns, rows: rows)
    var scene = Scene(
      window: window, style: style(), frame: restingFrame(count: 3, current: 0),
      contents: [0: content(columns, rows * 2, in: window)])
    scene.style.overlays.showsCountdown = true
    scene.frame.countdown = 0.5
    scene.captions = [0: "words"]
    scene.status = "words"
    scene.help = HelpPanel(rows: [.init("a", "b")])
    expect(map(scene), equals: Array(repeating: String(repeating: "a", count: columns), count: rows))
    let layout = scene.layout
    expect(layout.bar, equals: nil)
    expect(layout.dots, equals: nil)
    expect(layout.countdown, equals: nil)
    expect(layout.status, equals: nil)
    expect(layout.help, equals: nil)
  }

  @Test func `positions outside the window are empty`() {
    var scene = scene([content(14, 12), content(14, 12)])
    scene.frame.progress.value = 0.5
    for (column, row) in [(-1, 0), (14, 0), (0, -1), (0, 6)] {
      expect(scene.layout.hitTarget(atColumn: column, row: row), equals: .empty)
    }
  }
}
