import Carousel
import CarouselValues
package import Terminal

/// The positions of all parts of one frame: the pictures and the overlays.
///
/// A scene computes it once. Drawing and hit testing both use this value, so they always agree.
package struct OverlayLayout: Hashable, Sendable {
  /// The part of the window that a cell belongs to.
  package enum HitTarget: Hashable, Sendable {
    /// The panel of keys.
    case help
    case tab(slide: Int)
    /// The strip of tabs outside the tabs.
    case tabs
    /// A page's dot, or the blank to its right.
    case dot(page: Int)
    /// The backing beside the dots, or the numbers that replace them.
    case dotsBacking
    case caption
    /// A slide's picture or card.
    case picture(slide: Int)
    /// The window around the picture.
    case empty
  }

  /// A slide's picture or card in the window.
  package struct PlacedPicture: Hashable, Sendable {
    /// The slide's index.
    package var slide: Int
    /// The cells that the picture covers, without letterboxing; partly outside the window during motion.
    package var area: CellRect
  }

  /// The smallest window with overlays; smaller windows show only the picture.
  package static let minimumWindow = CellSize(columns: 8, rows: 4)

  /// Whether a window is large enough for overlays.
  static func hasRoom(in window: CellSize) -> Bool {
    window.columns >= minimumWindow.columns && window.rows >= minimumWindow.rows
  }

  package let window: CellSize
  /// The slides in view, back to front.
  let layers: [PlacedLayer]
  /// The pictures in view, the nearer one first.
  package let pictures: [PlacedPicture]
  /// The description bar.
  package let bar: DescriptionBar?
  /// The page dots.
  package let dots: PageDots?
  /// The line that shows the time until the next slide.
  package let countdown: CountdownLine?
  /// The status in the corner.
  package let status: StatusPill?
  /// The panel of keys.
  package let help: PlacedHelp?
  /// The strip of tabs, beside everything else.
  package private(set) var tabs: TabStrip?
  /// The layout's area in the whole window, which also contains the tabs.
  private var origin = CellRect(column: 0, row: 0, columns: 0, rows: 0)

  /// Creates the layout of an empty window.
  package init(emptyWindow window: CellSize) {
    self.window = window
    pictures = []
    layers = []
    (bar, dots, countdown, status, help) = (nil, nil, nil, nil, nil)
  }

  /// Returns this layout next to a strip of tabs.
  package func adding(_ tabs: TabStrip, in area: CellRect) -> OverlayLayout {
    var layout = self
    layout.tabs = tabs
    layout.origin = area
    return layout
  }

  init(of scene: Scene) {
    let (window, style, frame) = (scene.window, scene.style, scene.frame)
    self.window = window
    layers = scene.layers
    pictures = OverlayLayout.pictures(of: scene, layers)
    guard OverlayLayout.hasRoom(in: window) else {
      (bar, dots, countdown, status, help) = (nil, nil, nil, nil, nil)
      return
    }
    var overlays: (bar: DescriptionBar?, dots: PageDots?, countdown: CountdownLine?)
    if scene.showsOverlays {
      let barRows = DescriptionBar.rowsBelowDots(frame: frame, captions: scene.captions, style: style)
      overlays.dots = frame.nearestSlide.flatMap { page in
        PageDots(
          count: frame.count, current: page, window: window, position: style.overlays.pagePosition, barRows: barRows,
          showing: (style.overlays.showsDots, style.overlays.showsIndex),
          isMirrored: frame.layout.axis == .horizontal && frame.layout.isMirrored)
      }
      overlays.bar = DescriptionBar(
        in: window, frame: frame, captions: scene.captions, dots: overlays.dots, style: style)
      overlays.countdown = CountdownLine(frame.countdown, in: window, above: overlays.bar, style: style)
    }
    let rows = OverlayLayout.rowsOfSlides(in: window, besides: overlays.bar, overlays.dots, overlays.countdown)
    let end = rows.upperBound
    let help = scene.help.map { PlacedHelp($0, in: window, endingAt: end) }
    // A panel in the corner that is too tall to stand above the text covers the rows of the text, not parts of them.
    if scene.help?.isInCorner == true, help?.area.rowRange.upperBound != end { overlays = (nil, nil, nil) }
    (bar, dots, countdown) = overlays
    status = StatusPill(scene.status, in: window, besides: dots, style: style)
    self.help = help
  }

  /// The part at a cell of the whole window, tabs included.
  package func hitTarget(atColumn column: Int, row: Int) -> HitTarget {
    if let tabs, tabs.area.contains(column, row) {
      return tabs.slide(atColumn: column, row: row).map { .tab(slide: $0) } ?? .tabs
    }
    return ownTarget(atColumn: column - origin.column, row: row - origin.row)
  }

  private func ownTarget(atColumn column: Int, row: Int) -> HitTarget {
    if let help, help.area.contains(column, row) { return .help }
    if let dots {
      if let page = dots.page(atColumn: column, row: row) { return .dot(page: page) }
      if dots.backing.contains(column, row) { return .dotsBacking }
    }
    if let bar, bar.area.contains(column, row) { return .caption }
    guard CellRect(window).contains(column, row) else { return .empty }
    return pictures.first { $0.area.contains(column, row) }.map { .picture(slide: $0.slide) } ?? .empty
  }

  /// The rows with only slides in them; the status is ignored because it is temporary.
  var rowsOfSlides: Range<Int> { OverlayLayout.rowsOfSlides(in: window, besides: bar, dots, countdown) }

  private static func rowsOfSlides(
    in window: CellSize, besides bar: DescriptionBar?, _ dots: PageDots?, _ countdown: CountdownLine?
  ) -> Range<Int> {
    var rows = 0..<window.rows
    for area in [bar?.area, dots?.backing, countdown?.area].compactMap({ $0 }) {
      if area.row * 2 >= window.rows {
        rows = rows.clamped(to: 0..<max(0, area.row))
      } else {
        rows = rows.clamped(to: area.rowRange.upperBound..<window.rows)
      }
    }
    return rows
  }

  var rowsOfOverlays: Set<Int> {
    let areas = [bar?.area, countdown?.area, dots?.backing, status?.area, help?.area]
    return Set(areas.compactMap { $0?.rowRange }.joined())
  }

  private static func pictures(of scene: Scene, _ layers: [PlacedLayer]) -> [PlacedPicture] {
    // A layer that is less than half opaque gives way to the layers that it covers.
    let frontmost = layers.filter { $0.pose.opacity < 0.5 } + layers.filter { $0.pose.opacity >= 0.5 }
    return frontmost.reversed().compactMap { layer in
      guard let content = scene.contents[layer.slide], let area = content.area else { return nil }
      return PlacedPicture(slide: layer.slide, area: layer.area(of: area, in: content.cells.size))
    }
  }
}

extension PlacedLayer {
  /// The area of a part of a slide in the window, ignoring its rotation.
  fileprivate func area(of part: CellRect, in slot: CellSize) -> CellRect {
    guard pose.scale != 1, slot.count > 0 else {
      return CellRect(
        column: area.column + part.column, row: area.row + part.row, columns: part.size.columns, rows: part.size.rows)
    }
    let (across, down) = (
      Double(area.size.columns) / Double(slot.columns), Double(area.size.rows) / Double(slot.rows)
    )
    let (left, top) = (Int(Double(part.column) * across), Int(Double(part.row) * down))
    return CellRect(
      column: area.column + left, row: area.row + top, columns: Int(Double(part.size.columns) * across),
      rows: Int(Double(part.size.rows) * down))
  }
}
