package import Carousel
package import Terminal

/// Everything that is on the screen at one moment, as a value; composed whole, each time.
package struct Scene {
  /// The window.
  package var window: CellSize
  package var style: SceneStyle
  /// What the carousel shows.
  package var frame: CarouselMachine.Frame
  /// The contents of the slides in the frame's slots, by index; where one is missing the slot is empty.
  package var contents: [Int: SlideContent]
  /// What stands where there are no slides at all; nil: nothing.
  package var vacancy: SlideContent?
  /// What there is to say of them, by index.
  package var captions: [Int: String] = [:]
  /// The pages that are marked.
  package var marked: Set<Int> = []
  /// Words in the corner.
  package var status = StatusWords()
  /// Whether dots, bar and countdown are drawn: not in the viewer.
  package var showsOverlays = true
  /// The slides' pictures in the terminal's pixels; nil: there are none.
  package var pixels: PixelStage?
  /// Others that stand in for them until the terminal has them; nil: there are none.
  package var pixelStandIn: PixelStage?
  /// The panel of keys, while it is open.
  package var help: HelpPanel?

  /// A scene without words.
  package init(window: CellSize, style: SceneStyle, frame: CarouselMachine.Frame, contents: [Int: SlideContent]) {
    self.window = window
    self.style = style
    self.frame = frame
    self.contents = contents
  }

  /// Where everything is: worked out from the scene each time, so ask once a frame.
  package var layout: OverlayLayout { OverlayLayout(of: self) }

  /// The whole frame.
  package func composed() -> CellBuffer { composed(with: layout) }

  /// The whole frame, drawn where this scene's layout has it.
  package func composed(with layout: OverlayLayout) -> CellBuffer { overlaid(slides(layout.layers), layout) }

  /// The whole frame in cells and, where all slides in view have pictures for it, in pixels.
  package func frame(with layout: OverlayLayout) -> Frame {
    // Cells alone are drawn in place.
    guard pixels != nil || pixelStandIn != nil else { return Frame(composed(with: layout)) }
    let slides = slides(layout.layers)
    var frame = Frame(overlaid(slides, layout))
    frame.pixels = pixels.flatMap {
      $0.isInline ? inlineFrame($0, frame.cells, over: slides, layout) : pixelFrame($0, over: slides, layout)
    }
    frame.standIn = pixelStandIn.flatMap { pixelFrame($0, over: slides, layout) }
    return frame
  }

  /// The slides with everything that lies over them.
  func overlaid(_ slides: consuming CellBuffer, _ layout: OverlayLayout) -> CellBuffer {
    var buffer = slides
    // What is under the help is the pictures alone: dots and words would be blots.
    let helpBacking = layout.help?.backing(over: buffer, style: style.slides)
    layout.bar?.draw(on: &buffer, style: style)
    layout.countdown?.draw(on: &buffer, style: style)
    layout.dots?.draw(on: &buffer, frame: frame, marked: marked, bar: layout.bar, style: style)
    layout.status?.draw(on: &buffer, style: style)
    buffer.motion = frame.cellMotion(layout.layers, in: slideArea, rows: layout.rowsOfSlides)
    if let helpBacking { layout.help?.draw(on: &buffer, on: helpBacking, style: style.slides) }
    return buffer
  }

  /// Where slides move: the whole window.
  var slideArea: CellRect { CellRect(window) }

  /// The layers, back to front.
  var layers: [PlacedLayer] { frame.placedLayers(in: slideArea) }

  /// The slides alone.
  private func slides(_ layers: [PlacedLayer]) -> CellBuffer {
    guard frame.current != nil else { return (vacancy ?? empty(window)).cells }
    let slot = frame.layout.slot(in: slideArea.size)
    let isCovered = layers.contains { $0.isPlain && $0.area == CellRect(window) }
    let needsEmpty = layers.contains { contents[$0.slide] == nil }
    var buffer = isCovered ? CellBuffer(size: window) : surround
    LayerPainter(
      frame: frame, layers: layers, area: slideArea, style: style.slides, contents: contents,
      empty: needsEmpty ? empty(slot) : SlideContent(emptyIn: CellSize(columns: 0, rows: 0), style: style.slides)
    ).paint(on: &buffer)
    return buffer
  }

  /// What shows between slides and around them.
  var surround: CellBuffer {
    switch style.picture.backdrop {
    case .terminal, .checkerboard: CellBuffer(size: window)
    case .color(let light):
      style.terminal.hasBlends
        ? CellBuffer(size: window, filledWith: Cell(.blank, background: light.color)) : empty(window).cells
    }
  }

  private func empty(_ size: CellSize) -> SlideContent { SlideContent(emptyIn: size, style: style.slides) }
}
