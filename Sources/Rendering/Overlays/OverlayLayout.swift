import Carousel
package import Terminal

/// Where everything is in one frame: the pictures, and what lies over them.
///
/// A scene works it out once. It is drawn from this value, and clicks are looked up in it, so that both always agree.
package struct OverlayLayout: Hashable, Sendable {
  /// What a cell of the window belongs to.
  package enum Place: Hashable, Sendable {
    /// The panel of keys.
    case help
    /// A page's dot, or the blank to its right.
    case dot(page: Int)
    /// The backing beside the dots, or the numbers that stand for them.
    case dotsBacking
    /// The description bar.
    case caption
    /// A slide's picture or card.
    case picture(slide: Int)
    /// The window around the picture.
    case empty
  }

  /// A slide's picture, or its card, in the window.
  package struct PlacedPicture: Hashable, Sendable {
    /// The slide's index.
    package var slide: Int
    /// The cells that the picture covers, letterboxes excluded; in a motion, partly outside the window.
    package var area: CellRect
  }

  /// The smallest window with overlays: below it, there is the picture and nothing else.
  package static let minimumWindow = CellSize(columns: 8, rows: 4)

  /// Whether a window is large enough for overlays.
  static func hasRoom(in window: CellSize) -> Bool {
    window.columns >= minimumWindow.columns && window.rows >= minimumWindow.rows
  }

  package let window: CellSize
  /// The pictures in view, the nearer one first.
  package let pictures: [PlacedPicture]
  /// The description bar.
  package let bar: DescriptionBar?
  /// The page dots.
  package let dots: PageDots?
  /// The line that shows how long until the next slide.
  package let countdown: CountdownLine?
  /// The words in the corner.
  package let status: StatusPill?
  /// The panel of keys.
  package let help: PlacedHelp?

  /// The layout of a window in which nothing has been drawn.
  package init(emptyWindow window: CellSize) {
    self.window = window
    pictures = []
    (bar, dots, countdown, status, help) = (nil, nil, nil, nil, nil)
  }

  /// The layout of a scene.
  init(of scene: Scene) {
    let (window, style, frame) = (scene.window, scene.style, scene.frame)
    self.window = window
    pictures = OverlayLayout.pictures(of: scene)
    guard OverlayLayout.hasRoom(in: window) else {
      (bar, dots, countdown, status, help) = (nil, nil, nil, nil, nil)
      return
    }
    if scene.showsOverlays {
      let barRows = DescriptionBar.rowsBelowDots(frame: frame, captions: scene.captions, style: style)
      dots = frame.currentPage.flatMap { page in
        PageDots(
          count: frame.count, current: page, window: window, position: style.overlays.pagePosition, barRows: barRows)
      }
      bar = DescriptionBar(in: window, frame: frame, captions: scene.captions, dots: dots, style: style)
      countdown = CountdownLine(frame.countdown, in: window, above: bar, style: style)
    } else {
      (bar, dots, countdown) = (nil, nil, nil)
    }
    status = StatusPill(scene.status, in: window, besides: dots, style: style)
    help = scene.help.map { PlacedHelp($0, in: window) }
  }

  /// What is at a cell.
  package func place(atColumn column: Int, row: Int) -> Place {
    if let help, help.area.contains(column, row) { return .help }
    if let dots {
      if let page = dots.page(atColumn: column, row: row) { return .dot(page: page) }
      if dots.backing.contains(column, row) { return .dotsBacking }
    }
    if let bar, bar.area.contains(column, row) { return .caption }
    guard CellRect(window).contains(column, row) else { return .empty }
    return pictures.first { $0.area.contains(column, row) }.map { .picture(slide: $0.slide) } ?? .empty
  }

  private static func pictures(of scene: Scene) -> [PlacedPicture] {
    let frame = scene.frame
    var pictures: [PlacedPicture] = []
    func place(_ slide: Int?, movedBy columns: Int) {
      guard let slide, var area = scene.contents[slide]?.area else { return }
      area.column += columns
      pictures.append(PlacedPicture(slide: slide, area: area))
    }
    switch frame.drawing {
    case .slide:
      let shifts = scene.slideShifts
      place(frame.current, movedBy: shifts.current)
      place(frame.neighborInView, movedBy: shifts.neighbor)
    case .fade:
      place(frame.current, movedBy: 0)
      place(frame.neighborInView, movedBy: 0)
    }
    return abs(frame.progress.value) < 0.5 ? pictures : pictures.reversed()
  }
}
