import Carousel
import CarouselValues
import Glibc
import Terminal

/// Maps positions in a scaled or turned layer to positions in its slide.
///
/// Distances are in cells. "Along" is the axis on which slides move, "across" the other. Turns are drawn in
/// perspective, with the viewer in front of the axis of rotation.
struct LayerProjection {
  /// A line across the axis: its position along the slide, and its magnification.
  struct Line {
    var source: Double
    var scale: Double
  }

  /// The viewer's distance from the slides, in box lengths: closer, turned slides look bent; farther away, flat.
  private static let viewer = 3.0
  /// The same for slides that turn about an edge, whose other edge comes as near as the slide is long: seen from 3
  /// lengths, a page turned by 40° would look as long as before.
  private static let viewerOfPages = 9.0

  private let isAcross: Bool
  /// The box's start and its extents.
  private let start: (along: Double, across: Double)
  private let length: Double
  private let width: Double
  /// The size of the slide itself.
  private let slot: (along: Double, across: Double)
  private let turn: (sine: Double, cosine: Double)
  /// The viewer's distance in cells.
  private let viewer: Double
  /// The axis of rotation, measured from the box's start.
  private let hinge: Double
  /// 1 if the next slide is to the right or below, −1 if it is to the left or above.
  private let direction: Double

  init(_ layer: PlacedLayer, slot: CellSize, layout: CarouselMachine.Layout) {
    isAcross = layout.axis == .horizontal
    let area = layer.area
    let (columns, rows) = (Double(area.size.columns), Double(area.size.rows))
    start = isAcross ? (Double(area.column), Double(area.row)) : (Double(area.row), Double(area.column))
    (length, width) = isAcross ? (columns, rows) : (rows, columns)
    self.slot =
      isAcross ? (Double(slot.columns), Double(slot.rows)) : (Double(slot.rows), Double(slot.columns))
    direction = layout.isMirrored ? -1 : 1
    hinge = length / 2 * (1 + layer.pose.hinge * direction)
    viewer = length * (Self.viewer + (Self.viewerOfPages - Self.viewer) * min(1, abs(layer.pose.hinge)))
    let radians = layer.pose.turn * .pi / 180
    turn = (sin(radians), cos(radians))
  }

  /// The line at a position along the window; nil if the slide is not visible there.
  func line(at position: Double) -> Line? {
    let shown = (position - start.along - hinge) * direction
    let divisor = viewer * turn.cosine - shown * turn.sine
    guard divisor != 0 else { return nil }
    // Measured from the axis of rotation towards the next slide: shown = u·cos·v / (v + u·sin), solved for u.
    let distance = shown * viewer / divisor
    let along = hinge + distance * direction
    let depth = viewer + distance * turn.sine
    guard along >= 0, along < length, depth > viewer / 8 else { return nil }
    return Line(source: along / length * slot.along, scale: viewer / depth)
  }

  /// The position across the slide of a position on a line; nil if the slide is not visible there.
  func across(at position: Double, on line: Line) -> Double? {
    let across = (position - start.across - width / 2) / line.scale + width / 2
    return across >= 0 && across < width ? across / width * slot.across : nil
  }

  /// Calls `body` with each cell of an area that the layer covers, and the corresponding cell of the slide.
  @inline(__always)
  func forEachCell(
    in area: CellRect, _ body: (_ column: Int, _ row: Int, _ sourceColumn: Int, _ sourceRow: Int) -> Void
  ) {
    forEachSample(columns: area.columnRange, rows: area.rowRange, perColumn: 1, perRow: 1, body)
  }

  /// Calls `body` with each sample of an area that the layer covers, and the corresponding sample of the slide.
  ///
  /// - Parameters:
  ///   - columns, rows: The area, in samples.
  ///   - perColumn, perRow: The samples per cell.
  @inline(__always)
  func forEachSample(
    columns: Range<Int>, rows: Range<Int>, perColumn: Int, perRow: Int,
    _ body: (_ column: Int, _ row: Int, _ sourceColumn: Int, _ sourceRow: Int) -> Void
  ) {
    forEachPoint(columns: columns, rows: rows, perColumn: perColumn, perRow: perRow) { column, row, x, y in
      body(column, row, Int(x), Int(y))
    }
  }

  /// Like `forEachSample`, but with the exact point of the slide at a sample's center, in samples from the slide's
  /// corner.
  @inline(__always)
  func forEachPoint(
    columns: Range<Int>, rows: Range<Int>, perColumn: Int, perRow: Int,
    _ body: (_ column: Int, _ row: Int, _ x: Double, _ y: Double) -> Void
  ) {
    let (across, down) = (Double(perColumn), Double(perRow))
    if isAcross {
      for column in columns {
        guard let line = line(at: (Double(column) + 0.5) / across) else { continue }
        let source = line.source * across
        for row in rows {
          guard let other = self.across(at: (Double(row) + 0.5) / down, on: line) else { continue }
          body(column, row, source, other * down)
        }
      }
    } else {
      for row in rows {
        guard let line = line(at: (Double(row) + 0.5) / down) else { continue }
        let source = line.source * down
        for column in columns {
          guard let other = self.across(at: (Double(column) + 0.5) / across, on: line) else { continue }
          body(column, row, other * across, source)
        }
      }
    }
  }
}
