package import Carousel
import Rendering
import Terminal

/// The grid: many slides at once, one of them selected.
package struct Grid: Equatable, Sendable {
  /// The grid's layout, scroll position and selection, in cells of the window inside the margins.
  package internal(set) var machine: GridMachine
  /// The search for a name; nil if none is under way.
  var search: Search?
  /// The pressed slide, if it was selected already: releasing the button on it opens it.
  var pressed: Int?

  /// A search for a name that is being typed.
  struct Search: Equatable {
    var text: String
    /// The slide that was selected when the search began.
    let origin: Int
  }

  /// The margin around the slides, in cells: room for the outline of the selected one.
  private static let margin = CellSize(columns: 1, rows: 1)
  /// The minimum height of a grid cell, in rows, that shows a name beneath its slide.
  private static let leastRowsWithName = 4
  /// The height of a thumbnail over its width, on the screen: that of most photographs.
  private static let ratio = 0.75

  init(count: Int, selection: Int, in window: CellSize, settings: GridMachine.Settings, at now: Timestamp) {
    machine = GridMachine(
      count: count, selection: selection, viewport: Grid.viewport(in: window), settings: settings, at: now)
  }

  /// The size of the grid's viewport in a window, in cells: the window without the margins.
  static func viewport(in window: CellSize) -> SlideSize {
    SlideSize(
      width: Double(max(1, window.columns - 2 * margin.columns)), height: Double(max(1, window.rows - 2 * margin.rows)))
  }

  /// The grid machine's settings for a window.
  ///
  /// - Parameters:
  ///   - columns: the number of columns; nil: 2 for up to 4 slides, otherwise 3.
  ///   - cellAspect: the width of a cell over its height.
  static func settings(
    columns: Int?, count: Int, in window: CellSize, cellAspect: Double, duration: Duration
  ) -> GridMachine.Settings {
    let across = Double(columns ?? (count <= 4 ? 2 : 3))
    let width = max(1, (viewport(in: window).width + 1) / across - 1)
    // One row of each grid cell is for the name.
    return GridMachine.Settings(
      columns: columns, cellRatio: (width * ratio * cellAspect + 1) / width, gap: 1, unit: 1, duration: duration)
  }

  /// The size of each thumbnail, in cells: that of the narrowest column.
  var thumbnail: CellSize {
    let layout = machine.layout
    let widths = (0..<max(1, min(layout.columns, machine.count))).map { layout.box(of: $0, top: 0).width }
    let rows = Int(layout.box(of: 0, top: 0).height)
    return CellSize(columns: max(1, Int(widths.min() ?? 1)), rows: max(1, hasNames ? rows - 1 : rows))
  }

  /// Whether the grid's cells are high enough for names.
  var hasNames: Bool { machine.layout.box(of: 0, top: 0).height >= Double(Grid.leastRowsWithName) }

  /// The area of a slide's box in the window.
  func area(of box: SlideBox) -> CellRect {
    CellRect(
      column: Int(box.x) + Grid.margin.columns, row: Int(box.y.rounded()) + Grid.margin.rows,
      columns: max(1, Int(box.width)), rows: max(1, Int(box.height)))
  }

  /// The slide at a cell of the window; nil if there is none.
  func slide(atColumn column: Int, row: Int, at now: Timestamp) -> Int? {
    let point = SlidePoint(
      x: Double(column - Grid.margin.columns) + 0.5, y: Double(row - Grid.margin.rows) + 0.5)
    return machine.slide(at: point, at: now)
  }
}
