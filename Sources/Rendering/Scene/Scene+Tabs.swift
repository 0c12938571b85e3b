import Carousel
package import Terminal

extension Scene {
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
