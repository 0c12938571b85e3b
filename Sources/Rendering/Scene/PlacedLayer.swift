package import Carousel
import CarouselValues
package import Terminal

/// A slide of a frame at its position in the window.
struct PlacedLayer: Hashable {
  /// The slide's index.
  var slide: Int
  /// The cells of its box before rotation; they may lie partly outside the window.
  var area: CellRect
  var pose: SlideTransition.Pose
  /// The part of the slide that fills the box, in shares of the slide.
  var crop: SlideBox

  /// Whether the layer is neither scaled nor turned, so that its cells can be copied.
  var isUnscaled: Bool { pose.scale == 1 && pose.turn == 0 }
  /// Whether the layer looks exactly like its slide.
  var isPlain: Bool { isUnscaled && pose.opacity == 1 && pose.shade == 0 }
}

extension CarouselMachine.Layout {
  /// The size in cells of one slide in an area in which slides move.
  package func slot(in area: CellSize) -> CellSize {
    let box = box(at: 0).scaled(by: SlideSize(width: Double(area.columns), height: Double(area.rows)))
    return CellSize(columns: Self.cells(box.width, of: area.columns), rows: Self.cells(box.height, of: area.rows))
  }

  private static func cells(_ length: Double, of maximum: Int) -> Int { max(min(1, maximum), Int(length.rounded())) }
}

extension CarouselMachine.Frame {
  /// Layers in an area of the window.
  ///
  /// Moving slides are placed in whole cells: each starts at the cell nearest to the start of its box.
  func placed(_ layers: [CarouselMachine.Layer], in area: CellRect) -> [PlacedLayer] {
    let slot = layout.slot(in: area.size)
    return layers.map { layer in
      let box = layer.box.scaled(by: SlideSize(width: Double(area.size.columns), height: Double(area.size.rows)))
      let scale = layer.pose.scale
      let columns = scale == 1 ? slot.columns : max(1, Int((Double(slot.columns) * scale).rounded()))
      let rows = scale == 1 ? slot.rows : max(1, Int((Double(slot.rows) * scale).rounded()))
      return PlacedLayer(
        slide: layer.slide,
        area: CellRect(
          column: area.column + Self.start(box.x + box.width / 2, columns),
          row: area.row + Self.start(box.y + box.height / 2, rows), columns: columns, rows: rows),
        pose: layer.pose, crop: layer.crop)
    }
  }

  /// The first of `count` cells or pixels around a middle: rounded half up on both sides of zero, so that two slides round
  /// alike.
  static func start(_ middle: Double, _ count: Int) -> Int {
    Int((middle - Double(count) / 2 + 0.5 + 1e-9).rounded(.down))
  }

  /// The motion between two frames, for the encoder: the visible parts of layers that only move; nil if there is none.
  ///
  /// - Parameter rows: The rows with only slides in them; used if slides move vertically.
  func cellMotion(_ layers: [PlacedLayer], in area: CellRect, rows: Range<Int>) -> CellMotion? {
    guard isMoving || progress.value != 0, departingLayers.isEmpty, !layers.isEmpty, layers.allSatisfy(\.isPlain) else {
      return nil
    }
    let isAcross = layout.axis == .horizontal
    let field = isAcross ? area.columnRange : area.rowRange.clamped(to: rows)
    // From front to back: cells that a layer covers belong to no other.
    var parts: [(range: Range<Int>, isShifted: Bool)] = []
    for layer in layers.reversed() {
      let range = (isAcross ? layer.area.columnRange : layer.area.rowRange).clamped(to: field)
      let free = parts.reduce(range) { $0.without($1.range) }
      if !free.isEmpty { parts.append((free, layer.pose.shift != 0)) }
    }
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
    // Slides that only the layout moves have the same speed.
    var merged: [(range: Range<Int>, isShifted: Bool)] = []
    for part in parts {
      if let last = merged.last, !last.isShifted, !part.isShifted {
        merged[merged.count - 1].range = last.range.lowerBound..<part.range.upperBound
      } else {
        merged.append(part)
      }
    }
    let areas = merged.map { part in
      isAcross
        ? CellRect(column: part.range.lowerBound, row: area.row, columns: part.range.count, rows: area.size.rows)
        : CellRect(column: area.column, row: part.range.lowerBound, columns: area.size.columns, rows: part.range.count)
    }
    return CellMotion(isAcross ? .horizontal : .vertical, areas: areas)
  }
}

extension Range<Int> {
  /// The rest of the range without another that covers one of its ends, or all of it.
  fileprivate func without(_ other: Range<Int>) -> Range<Int> {
    if isEmpty || other.isEmpty || !overlaps(other) { return self }
    if other.lowerBound <= lowerBound { return Swift.min(other.upperBound, upperBound)..<upperBound }
    return lowerBound..<other.lowerBound
  }
}

extension CarouselMachine.Frame {
  /// The kind of the frame: at rest, moving cells, or cells that change their colors.
  package var kind: FrameKind {
    if isDrifting || !departingLayers.isEmpty { return .mixing }
    if !isMoving { return .still }
    let onlyMoves = transition.style.keyframes.allSatisfy { row in
      let pose = row.pose
      return pose.scale == 1 && pose.opacity == 1 && pose.shade == 0 && pose.turn == 0
    }
    return onlyMoves ? .sliding : .mixing
  }
}
