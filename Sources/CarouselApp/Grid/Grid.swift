package import Carousel
import Rendering
import Terminal

/// The grid: many slides at once, one of them selected.
package struct Grid: Equatable, Sendable {
  /// Where the slides are and which is selected, in cells of the window within its margins.
  package internal(set) var machine: GridMachine
  /// The name that is being searched for; nil: none is.
  var search: Search?
  /// The slide that was pressed and is selected already: released on it, it opens.
  var pressed: Int?

  /// A name that is being typed.
  struct Search: Equatable {
    var text: String
    /// What was selected before.
    let origin: Int
  }

  /// Cells around the slides, for the line around the selected one.
  private static let margin = CellSize(columns: 1, rows: 1)
  /// The lowest cell that has a name beneath its slide.
  private static let leastRowsWithName = 4
  /// The height of a thumbnail for its width, on the screen: that of most photographs.
  private static let ratio = 0.75

  init(count: Int, selection: Int, in window: CellSize, settings: GridMachine.Settings, at now: Timestamp) {
    machine = GridMachine(
      count: count, selection: selection, viewport: Grid.viewport(in: window), settings: settings, at: now)
  }

  /// What the slides are seen through, in cells.
  static func viewport(in window: CellSize) -> SlideSize {
    SlideSize(
      width: Double(max(1, window.columns - 2 * margin.columns)), height: Double(max(1, window.rows - 2 * margin.rows)))
  }

  /// The settings for a window.
  ///
  /// - Parameters:
  ///   - columns: how many slides stand beside each other; nil: as is usual.
  ///   - cellAspect: the width of a cell over its height.
  static func settings(
    columns: Int?, count: Int, in window: CellSize, cellAspect: Double, duration: Duration
  ) -> GridMachine.Settings {
    let across = Double(columns ?? (count <= 4 ? 2 : 3))
    let width = max(1, (viewport(in: window).width + 1) / across - 1)
    // A row of each cell is the name's.
    return GridMachine.Settings(
      columns: columns, cellRatio: (width * ratio * cellAspect + 1) / width, gap: 1, unit: 1, duration: duration)
  }

  /// The cells of each thumbnail: those of the narrowest column.
  var thumbnail: CellSize {
    let layout = machine.layout
    let widths = (0..<max(1, min(layout.columns, machine.count))).map { layout.box(of: $0, top: 0).width }
    let rows = Int(layout.box(of: 0, top: 0).height)
    return CellSize(columns: max(1, Int(widths.min() ?? 1)), rows: max(1, hasNames ? rows - 1 : rows))
  }

  /// Whether there is room for names.
  var hasNames: Bool { machine.layout.box(of: 0, top: 0).height >= Double(Grid.leastRowsWithName) }

  /// Where a slide's cell is in the window.
  func area(of box: SlideBox) -> CellRect {
    CellRect(
      column: Int(box.x) + Grid.margin.columns, row: Int(box.y.rounded()) + Grid.margin.rows,
      columns: max(1, Int(box.width)), rows: max(1, Int(box.height)))
  }

  /// The slide at a cell of the window; nil: there is none.
  func slide(atColumn column: Int, row: Int, at now: Timestamp) -> Int? {
    let point = SlidePoint(
      x: Double(column - Grid.margin.columns) + 0.5, y: Double(row - Grid.margin.rows) + 0.5)
    return machine.slide(at: point, at: now)
  }
}
