import Bitmaps
import CarouselValues
import CarouselViewing
import Terminal

/// The units of a zoom's viewport: square on the screen, and one pixel of the picture at a zoom of 1:1.
struct ZoomUnits: Equatable {
  /// Units per column and per row of cells.
  var perColumn: Double
  var perRow: Double

  /// - Parameters:
  ///   - perRow: units per row of cells.
  ///   - cellAspect: the width of a cell over its height.
  init(perRow: Int, cellAspect: Double) {
    self.perRow = Double(perRow)
    perColumn = self.perRow * cellAspect
  }

  func viewport(_ window: CellSize) -> SlideSize {
    SlideSize(width: Double(window.columns) * perColumn, height: Double(window.rows) * perRow)
  }

  /// An area in cells as the source of a viewer's transition.
  func source(_ area: CellRect, mode: SlideContentMode) -> ViewerMachine.Source {
    ViewerMachine.Source(
      box: SlideBox(
        x: Double(area.column) * perColumn, y: Double(area.row) * perRow, width: Double(area.size.columns) * perColumn,
        height: Double(area.size.rows) * perRow), contentMode: mode)
  }

  func cells(_ box: SlideBox) -> SlideBox { box.scaled(by: SlideSize(width: 1 / perColumn, height: 1 / perRow)) }
}

/// A slide's picture in the viewer's window.
struct ViewedPicture: Equatable {
  /// The picture's size in pixels.
  let size: SlideSize
  /// Whether it is drawn from shapes: then it is sharp at any zoom.
  let isDrawn: Bool
  /// Whether it is enlarged to fill the window.
  let enlarges: Bool
  let units: ZoomUnits
  /// The window in these units.
  let viewport: SlideSize

  init(_ natural: PixelSize, isDrawn: Bool, enlarges: Bool, units: ZoomUnits, in window: CellSize) {
    (size, viewport) = (SlideSize(natural), units.viewport(window))
    (self.isDrawn, self.enlarges, self.units) = (isDrawn, enlarges, units)
  }
}

extension ContentOrientation {
  /// The orientation for a bitmap that is stored upright.
  var orientation: Orientation {
    switch (isMirrored, quarterTurns) {
    case (false, 1): .quarterTurn
    case (false, 2): .halfTurn
    case (false, 3): .threeQuarterTurn
    case (true, 0): .mirrored
    case (true, 1): .transversed
    case (true, 2): .flipped
    case (true, 3): .transposed
    default: .upright
    }
  }
}
