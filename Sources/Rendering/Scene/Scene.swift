package import Carousel
package import Terminal

/// Everything on the screen at one moment, as a value; each frame is composed from scratch.
package struct Scene {
  /// The size of the window.
  package var window: CellSize
  package var style: SceneStyle
  /// The frame of the carousel.
  package var frame: CarouselMachine.Frame
  /// The contents of the slides in the frame's slots, by index; the slot of a missing one is empty.
  package var contents: [Int: SlideContent]
  /// The backgrounds of slides that have their own, by index.
  package var backdrops: [Int: Backdrop] = [:]
  /// The content shown if there are no slides; nil leaves the window empty.
  package var vacancy: SlideContent?
  /// The slides' captions, by index.
  package var captions: [Int: String] = [:]
  /// The link of the description bar's text; nil if it has none.
  package var captionLink: Hyperlink?
  /// The marked pages.
  package var marked: Set<Int> = []
  /// The status in the corner.
  package var status = StatusText()
  /// Whether dots, bar and countdown are drawn; false in the viewer.
  package var showsOverlays = true
  /// The slides' pictures in the terminal's pixels; nil if there are none.
  package var pixels: PixelStage?
  /// Substitutes for `pixels` until the terminal has received those; nil if there are none.
  package var interimPixels: PixelStage?
  /// The panel of keys while it is open.
  package var help: HelpPanel?

  /// Creates a scene without captions, status or help.
  package init(window: CellSize, style: SceneStyle, frame: CarouselMachine.Frame, contents: [Int: SlideContent]) {
    self.window = window
    self.style = style
    self.frame = frame
    self.contents = contents
  }

  /// The layout. It is computed on each access, so use it once per frame.
  package var layout: OverlayLayout { OverlayLayout(of: self) }

  /// Composes the whole frame.
  package func composed() -> CellBuffer { composed(with: layout) }

  /// Composes the whole frame with this scene's layout.
  package func composed(with layout: OverlayLayout) -> CellBuffer { overlaid(slides(layout.layers), layout) }

  /// The whole frame in cells and, if all slides in view have pictures for it, in pixels.
  package func frame(with layout: OverlayLayout) -> Frame {
    // Frames without pixels are drawn in place, without copying cells.
    guard pixels != nil || interimPixels != nil else { return Frame(composed(with: layout)) }
    let slides = slides(layout.layers)
    var frame = Frame(overlaid(slides, layout))
    let drawn = frame.cells
    func shown(_ stage: PixelStage) -> PixelFrame? {
      stage.isInline ? inlineFrame(stage, drawn, over: slides, layout) : pixelFrame(stage, over: slides, layout)
    }
    (frame.pixels, frame.interim) = (pixels.flatMap(shown), interimPixels.flatMap(shown))
    return frame
  }

  /// Draws all overlays over the slides.
  func overlaid(_ slides: consuming CellBuffer, _ layout: OverlayLayout) -> CellBuffer {
    var buffer = slides
    // Only the pictures under the help affect its backing: dots and text would leave blotches.
    let helpBacking = layout.help?.backing(over: buffer, style: style.slides)
    layout.bar?.draw(on: &buffer, style: style)
    layout.countdown?.draw(on: &buffer, style: style)
    layout.dots?.draw(on: &buffer, frame: frame, marked: marked, bar: layout.bar, style: style)
    layout.status?.draw(on: &buffer, style: style)
    buffer.motion = frame.cellMotion(layout.layers, in: slideArea, rows: layout.rowsOfSlides)
    if let helpBacking { layout.help?.draw(on: &buffer, on: helpBacking, style: style.slides) }
    buffer.links = links(layout)
    return buffer
  }

  /// The links of the panel's and the bar's text, unless the panel covers that.
  private func links(_ layout: OverlayLayout) -> [LinkedCells] {
    let links = layout.help?.links ?? []
    guard let captionLink, let cells = layout.bar?.linked(to: captionLink, style: style),
      layout.help?.area.rowRange.contains(cells.row) != true
    else { return links }
    return links + [cells]
  }

  /// The area in which slides move: the whole window.
  var slideArea: CellRect { CellRect(window) }

  /// The layers, back to front.
  var layers: [PlacedLayer] { frame.placed(frame.layers, in: slideArea) }

  /// The layers of removed slides, behind all others.
  private var departing: [PlacedLayer] { frame.placed(frame.departingLayers, in: slideArea) }

  /// Draws the slides without overlays.
  private func slides(_ layers: [PlacedLayer]) -> CellBuffer {
    let isVacant = frame.current == nil
    guard !isVacant || !frame.departingLayers.isEmpty else { return (vacancy ?? empty(window)).cells }
    if let slides = sideBySide(layers) { return slides }
    let layers = departing + layers
    let slot = frame.layout.slot(in: slideArea.size)
    let isCovered = layers.contains { $0.isPlain && $0.area == CellRect(window) }
    let needsEmpty = layers.contains { contents[$0.slide] == nil }
    var buffer = isVacant ? (vacancy ?? empty(window)).cells : isCovered ? CellBuffer(size: window) : surround
    LayerPainter(
      frame: frame, layers: layers, area: slideArea, style: style.slides, contents: contents,
      empty: needsEmpty ? empty(slot) : SlideContent(emptyIn: CellSize(columns: 0, rows: 0), style: style.slides)
    ).paint(on: &buffer)
    return buffer
  }

  /// The cells between and around slides.
  var surround: CellBuffer {
    switch style.picture.backdrop {
    case .terminal, .checkerboard: CellBuffer(size: window)
    case .color(let light):
      style.terminal.hasBlends
        ? CellBuffer(size: window, filledWith: Cell(.blank, background: light.color)) : empty(window).cells
    }
  }

  private func empty(_ size: CellSize) -> SlideContent { SlideContent(emptyIn: size, style: style.slides) }

  /// The frame of the scene and a strip of tabs: in cells and, if all slides in view have pictures for it, in pixels.
  ///
  /// - Parameters:
  ///   - layout: The scene's layout.
  ///   - tabs: The strip.
  ///   - names: The texts of the tabs.
  ///   - whole: The whole window, of which the scene has the part that the strip leaves free.
  ///   - area: The scene's area in the whole window.
  package func frame(
    with layout: OverlayLayout, tabs: TabStrip, _ names: [Int: String], in whole: CellSize, at area: CellRect
  ) -> Frame {
    let own = frame(with: layout)
    var frame = Frame(adding(tabs, names, of: own.cells, in: whole, at: area))
    frame.pixels = own.pixels.map { pixels in
      var pixels = pixels
      pixels.cells = adding(tabs, names, of: pixels.cells, in: whole, at: area)
      for index in pixels.placements.indices {
        pixels.placements[index].column += area.column
        pixels.placements[index].row += area.row
      }
      pixels.uncovered = pixels.uncovered?.map { open in
        CellRect(
          column: open.column + area.column, row: open.row + area.row, columns: open.size.columns,
          rows: open.size.rows)
      }
      return pixels
    }
    return frame
  }

  private func adding(
    _ tabs: TabStrip, _ names: [Int: String], of own: CellBuffer, in whole: CellSize, at area: CellRect
  ) -> CellBuffer {
    var buffer = CellBuffer(size: whole)
    buffer.copy(own, to: area, clippedTo: area)
    tabs.draw(names, on: &buffer, style: style)
    buffer.links = own.links.map {
      LinkedCells(
        row: $0.row + area.row, columns: $0.columns.lowerBound + area.column..<$0.columns.upperBound + area.column,
        link: $0.link)
    }
    if var motion = own.motion {
      for index in motion.areas.indices {
        motion.areas[index].column += area.column
        motion.areas[index].row += area.row
      }
      buffer.motion = motion
    }
    return buffer
  }
}
