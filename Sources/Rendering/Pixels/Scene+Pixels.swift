import Carousel
import Terminal

extension Scene {
  /// The scene with its slides in pixels; nil without 24-bit color, or if a slide in view cannot be shown in pixels.
  ///
  /// - Parameter slides: The slides in cells, used to make overlays legible.
  func pixelFrame(_ pixels: PixelStage, over slides: CellBuffer, _ layout: OverlayLayout) -> PixelFrame? {
    guard style.terminal.depth == .truecolor, let pictures = placements(layout.layers, of: pixels),
      !pictures.isEmpty
    else { return nil }
    // Overlays are drawn over the mean colors of cells, so only their own glyphs appear on the pictures.
    let flat = slides.flattened(rows: layout.rowsOfOverlays, style: style.slides)
    let drawn = overlaid(flat, layout)
    var (shades, shaded): ([Placement], [CellRect]) = ([], [])
    let covered = pictures.map { $0.area(on: pixels.cell) }
    for shade in layout.shades(over: slides, in: drawn, style: style, blending: pixels.blending) {
      let area = shade.area.clipped(to: window)
      guard area.size.count > 0 else { continue }
      // Overlays beside the pictures are drawn in cells.
      if covered.contains(where: area.overlaps) {
        shades.append(Placement(shade: PixelImage(shade: shade.color.color, opacity: shade.opacity), over: area))
      } else {
        shaded.append(area)
      }
    }
    var cells = surround
    fillBackdrops(of: layout.layers, in: &cells)
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let cell = drawn[column, row]
        if shaded.contains(where: { $0.contains(column, row) }) {
          cells[column, row] = cell
        } else if cell.glyph != .blank {
          cells[column, row].glyph = cell.glyph
          cells[column, row].foreground = cell.foreground
        }
      }
    }
    cells.links = drawn.links
    // The cells do not move: the moving images are beneath them.
    cells.motion = CellMotion(.horizontal, areas: [])
    return PixelFrame(cells: cells, placements: pictures + shades)
  }

  /// Fills the places of slides with their backgrounds, if one of them has its own. What dissolves has its background in
  /// its images.
  private func fillBackdrops(of layers: [PlacedLayer], in cells: inout CellBuffer) {
    guard !backdrops.isEmpty else { return }
    for layer in layers where layer.isPlain {
      let backdrop = backdrops[layer.slide] ?? style.picture.backdrop
      cells.fill(layer.area.clipped(to: slideArea.size), with: Cell(.blank, background: backdrop.surround))
    }
  }

  /// The scene with its pictures in pixels where nothing lies over them; nil without 24-bit color, in motion, or if a
  /// slide in view cannot be shown in pixels.
  ///
  /// - Parameters:
  ///   - pixels: The pictures.
  ///   - drawn: The scene in cells.
  ///   - slides: The slides alone.
  func inlineFrame(
    _ pixels: PixelStage, _ drawn: CellBuffer, over slides: CellBuffer, _ layout: OverlayLayout
  ) -> PixelFrame? {
    guard !frame.isMoving, frame.progress.value == 0,
      let pictures = placements(layout.layers, of: pixels), !pictures.isEmpty
    else { return nil }
    let overlays = layout.shades(over: slides, in: drawn, style: style, blending: pixels.blending).map(\.area)
    let open = pictures.flatMap { picture in
      picture.area(on: pixels.cell).clipped(to: window).parts { column, row in
        drawn[column, row] == slides[column, row] && !overlays.contains { $0.contains(column, row) }
      }
    }
    return PixelFrame(cells: drawn, placements: pictures, uncovered: open)
  }
}

extension CellBuffer {
  /// Replaces the cells of some rows with blank ones in their mean colors; the other rows are blank.
  fileprivate func flattened(rows: Set<Int>, style: SlideStyle) -> CellBuffer {
    var flat = CellBuffer(size: size)
    for row in rows where (0..<size.rows).contains(row) {
      for index in row * size.columns..<(row + 1) * size.columns {
        flat.cells[index] =
          cells[index].glyph == .blank
          ? cells[index] : Cell(.blank, background: Underlay.light(of: cells[index], style: style).color)
      }
    }
    return flat
  }
}
