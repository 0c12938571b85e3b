import CarouselValues
import CarouselViewing
import Terminal

/// Sizes and areas of the grid, in cells of the window.
extension Grid {
  /// The margin around the slides, in cells: room for the outline of the selected one.
  private static let margin = CellSize(columns: 1, rows: 1)
  /// The minimum height of a grid cell, in rows, that shows a name beneath its slide.
  private static let minimumRowsWithName = 4
  /// The height of a thumbnail over its width, on the screen: that of most photographs.
  private static let ratio = 0.75

  /// The size of the grid's viewport in a window, in cells: the window without the margins.
  static func viewport(in window: CellSize) -> SlideSize {
    SlideSize(
      width: Double(max(1, window.columns - 2 * margin.columns)), height: Double(max(1, window.rows - 2 * margin.rows)))
  }

  /// The grid machine's settings for a window.
  ///
  /// - Parameters:
  ///   - columns: the number of columns; nil: a number for the window and the count.
  ///   - cellAspect: the width of a cell over its height.
  static func settings(
    columns: Int?, count: Int, in window: CellSize, cellAspect: Double, duration: Duration
  ) -> GridMachine.Settings {
    let columns = columns ?? automaticColumns(count: count, in: window, cellAspect: cellAspect)
    let width = width(ofColumns: columns, in: window)
    // One row of each grid cell is for the name.
    return GridMachine.Settings(
      columns: columns, cellRatio: (width * ratio * cellAspect + 1) / width, gap: 1, unit: 1, duration: duration)
  }

  private static func width(ofColumns columns: Int, in window: CellSize) -> Double {
    max(1, (viewport(in: window).width + 1) / Double(columns) - 1)
  }

  /// The number of columns of thumbnails about 24 cells wide, at least 3; fewer if all slides fit into the window then,
  /// and 2 for up to 4 slides.
  private static func automaticColumns(count: Int, in window: CellSize, cellAspect: Double) -> Int {
    if count <= 4 { return min(2, max(1, count)) }
    let viewport = viewport(in: window)
    let fitting = ((viewport.width + 1) / (thumbnailColumns + 1)).rounded()
    let maximum = max(3, min(Int(fitting), GridMachine.Layout.maximumColumns))
    return (3...maximum).first { columns in
      // The thumbnail, its name, and the gap below them.
      let rowHeight = (width(ofColumns: columns, in: window) * ratio * cellAspect).rounded(.down) + 2
      return Double((count + columns - 1) / columns) * rowHeight <= viewport.height + 1
    } ?? maximum
  }

  /// The number of columns with which a few slides are as large as they can be in one row; nil if they are too many.
  static func columnsInOneRow(of count: Int, in window: CellSize, cellAspect: Double) -> Int? {
    let viewport = viewport(in: window)
    guard (1...4).contains(count), viewport.width >= Double(count) * thumbnailColumns else { return nil }
    return (count...GridMachine.Layout.maximumColumns).first {
      (width(ofColumns: $0, in: window) * ratio * cellAspect).rounded(.down) + 1 <= viewport.height
    }
  }

  /// The usual width of a thumbnail, in cells.
  private static let thumbnailColumns = 24.0

  // MARK: - Areas

  /// The size of each thumbnail, in cells: that of the narrowest column.
  var thumbnail: CellSize {
    let layout = machine.layout
    let widths = (0..<max(1, min(layout.columns, machine.count))).map { layout.box(of: $0, top: 0).width }
    let rows = Int(layout.box(of: 0, top: 0).height)
    return CellSize(columns: max(1, Int(widths.min() ?? 1)), rows: max(1, hasNames ? rows - 1 : rows))
  }

  /// Whether the grid's cells are high enough for names.
  var hasNames: Bool { machine.layout.box(of: 0, top: 0).height >= Double(Grid.minimumRowsWithName) }

  /// The area of a slide's box in the window.
  func area(of box: SlideBox) -> CellRect {
    CellRect(
      column: Int(box.x) + Grid.margin.columns, row: Int(box.y.rounded()) + Grid.margin.rows,
      columns: max(1, Int(box.width)), rows: max(1, Int(box.height)))
  }

  /// The area of a slide's thumbnail, without its name; nil if it is not in view.
  func thumbnailArea(of slide: Int, at now: Timestamp) -> CellRect? {
    guard let index = index(of: slide),
      let cell = machine.frame(at: now).cells.first(where: { $0.slide == index })
    else { return nil }
    var area = area(of: cell.box)
    if hasNames { area.size.rows -= 1 }
    return area.size.rows > 0 ? area : nil
  }

  /// The point of the viewport at which a mouse event is.
  static func point(of mouse: MouseEvent) -> SlidePoint {
    SlidePoint(x: mouse.x - Double(margin.columns), y: mouse.y - Double(margin.rows))
  }

  /// The index at a cell of the window; nil if there is none.
  func index(atColumn column: Int, row: Int, at now: Timestamp) -> Int? {
    let point = SlidePoint(
      x: Double(column - Grid.margin.columns) + 0.5, y: Double(row - Grid.margin.rows) + 0.5)
    return machine.slide(at: point, at: now)
  }
}
