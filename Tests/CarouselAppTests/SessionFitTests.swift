import CarouselApp
import CarouselValues
import Imaging
import Pictures
import Rendering
import Terminal
import TestSupport
import Testing

/// How pictures fill the window, and where they are placed in it.
@MainActor struct SessionFitTests {
  @Test func `w cycles through the fits and shows each one's name`() {
    var stage = Stage("red", "green", columns: 30)
    var names: [String] = []
    for _ in 0..<7 {
      stage.type("w")
      names.append(String(stage.row(0).split(separator: " ").last ?? ""))
    }
    expect(names, equals: ["cover", "stretch", "width", "height", "shrink", "none", "contain"])
  }

  @Test(
    arguments: [
      (.left, 0..<8), (.center, 6..<14), (.right, 12..<20), (.topLeft, 0..<8), (.bottomRight, 12..<20),
    ] as [(SlideContentMode.Alignment, Range<Int>)])
  func `a narrow picture is placed by its alignment`(alignment: SlideContentMode.Alignment, columns: Range<Int>) {
    var stage = Stage("red", "green") {
      $0.preferences.picture.content.alignment = alignment
      $0.preferences.overlays.pagePosition = .hidden
    }
    stage.narrow(to: 8)
    expect((0..<20).filter { stage.color($0, 2) == "red" }, equals: Array(columns))
  }

  @Test func `a picture is requested with the configured fit and anchor`() {
    let viewport = Viewport(size: CellSize(columns: 40, rows: 10))
    var options = Options(preferences: Preferences(art: .half))
    expect(options.shape(in: viewport).fit.scaling, equals: .contain)
    options.preferences.picture.content = SlideContentMode(.cover, .top)
    let fit = options.shape(in: viewport).fit
    expect(fit.scaling, equals: .cover)
    expect(fit.anchor.x, equals: 0.5)
    expect(fit.anchor.y, equals: 0)
    options.preferences.picture.content = SlideContentMode(.shrink, .top)
    expect(options.shape(in: viewport).fit.upscales, equals: false)
  }
}
