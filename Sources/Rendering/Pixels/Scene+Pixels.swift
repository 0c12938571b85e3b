import Carousel
import Terminal

extension Scene {
  /// The scene with its slides in pixels; nil where one in view has no picture in pixels, or is scaled, turned or mixed.
  ///
  /// - Parameter slides: the slides in cells: what overlays are readable on.
  func pixelFrame(_ pixels: PixelStage, over slides: CellBuffer, _ layout: OverlayLayout) -> PixelFrame? {
    guard style.terminal.depth == .truecolor, let pictures = placements(layout.layers, of: pixels),
      !pictures.isEmpty
    else { return nil }
    // Overlays are drawn over the light of whole cells: their glyphs stand on the picture, and no glyph of it shows.
    let flat = slides.flattened(style: self.style.slides)
    let drawn = overlaid(flat, layout)
    var (shades, shaded): ([Placement], [CellRect]) = ([], [])
    let covered = pictures.map { $0.area(on: pixels.cell) }
    for shade in layout.shades(over: flat, style: style) {
      let area = shade.area.clipped(to: window)
      guard area.size.count > 0 else { continue }
      // Beside the pictures an overlay is what it is in cells.
      if covered.contains(where: area.overlaps) {
        shades.append(Placement(shade: PixelImage(shade: shade.color.color, opacity: shade.opacity), over: area))
      } else {
        shaded.append(area)
      }
    }
    var cells = surround
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
    // What moves is under the cells.
    cells.motion = CellMotion(.horizontal, areas: [])
    return PixelFrame(cells: cells, placements: pictures + shades)
  }

  /// The scene with its pictures in pixels where nothing lies over them; nil where one in view has none, or moves.
  ///
  /// - Parameters:
  ///   - pixels: the pictures.
  ///   - drawn: the scene in cells.
  ///   - slides: the slides alone.
  func inlineFrame(
    _ pixels: PixelStage, _ drawn: CellBuffer, over slides: CellBuffer, _ layout: OverlayLayout
  ) -> PixelFrame? {
    guard !frame.isMoving, frame.progress.value == 0, style.terminal.depth == .truecolor,
      let pictures = placements(layout.layers, of: pixels), !pictures.isEmpty
    else { return nil }
    let overlays = layout.shades(over: slides, style: style).map(\.area)
    let open = pictures.flatMap { picture in
      picture.area(on: pixels.cell).clipped(to: window).parts { column, row in
        drawn[column, row] == slides[column, row] && !overlays.contains { $0.contains(column, row) }
      }
    }
    return PixelFrame(cells: drawn, placements: pictures, open: open)
  }

  /// Where the slides' pictures are; nil where one cannot be shown so.
  private func placements(_ layers: [PlacedLayer], of pixels: PixelStage) -> [Placement]? {
    guard !layers.isEmpty, !frame.isDrifting, layers.allSatisfy(\.isPlain) else { return nil }
    // All images are at one depth.
    for (index, layer) in layers.enumerated() {
      if layers[..<index].contains(where: { $0.area.overlaps(layer.area) }) { return nil }
    }
    var placements: [Placement] = []
    for (layer, shape) in zip(layers, frame.layers) {
      guard let picture = pixels.pictures[layer.slide] else { return nil }
      if let box = pixels.boxes[layer.slide] {
        // What is stretched stands on whole cells, and so cannot move.
        guard layer.area == slideArea,
          let placement = picture.placement(stretchedTo: box, in: slideArea, on: pixels.cell)
        else { return nil }
        placements.append(placement)
        continue
      }
      let start = frame.pixelStart(of: layer, shape, in: slideArea, pixels.cell)
      if let placement = picture.placement(atX: start.x, y: start.y, in: slideArea, on: pixels.cell) {
        placements.append(placement)
      }
    }
    return placements
  }
}

extension CarouselMachine.Frame {
  /// Where a layer's slide begins in the window, in pixels: on whole cells at rest, anywhere while it moves.
  fileprivate func pixelStart(
    of layer: PlacedLayer, _ shape: CarouselMachine.Layer, in area: CellRect, _ cell: CellPixels
  ) -> (x: Int, y: Int) {
    let resting = (x: layer.area.column * cell.width, y: layer.area.row * cell.height)
    if !isMoving, progress.value == 0 { return resting }
    let (width, height) = (area.size.columns * cell.width, area.size.rows * cell.height)
    let box = shape.box.scaled(byX: Double(width), y: Double(height))
    func start(_ middle: Double, _ extent: Int) -> Int {
      Int((middle - Double(extent) / 2 + 0.5 + 1e-9).rounded(.down))
    }
    let (x, y) = (
      area.column * cell.width + start(box.x + box.width / 2, layer.area.size.columns * cell.width),
      area.row * cell.height + start(box.y + box.height / 2, layer.area.size.rows * cell.height)
    )
    // Across the way it keeps its row or column.
    return layout.axis == .horizontal ? (x, resting.y) : (resting.x, y)
  }
}

extension PixelPicture {
  /// The picture where its slide begins at a pixel of the window; nil where nothing of it shows in an area.
  fileprivate func placement(atX x: Int, y: Int, in area: CellRect, on cell: CellPixels) -> Placement? {
    let (left, top) = (x + self.left, y + self.top)
    let columns = (left..<left + image.size.width).clamped(
      to: area.columnRange.lowerBound * cell.width..<area.columnRange.upperBound * cell.width)
    let rows = (top..<top + image.size.height).clamped(
      to: area.rowRange.lowerBound * cell.height..<area.rowRange.upperBound * cell.height)
    guard !columns.isEmpty, !rows.isEmpty, columns.lowerBound >= 0, rows.lowerBound >= 0 else { return nil }
    var placement = Placement(
      image,
      source: PixelArea(
        x: columns.lowerBound - left, y: rows.lowerBound - top, width: columns.count, height: rows.count),
      column: columns.lowerBound / cell.width, row: rows.lowerBound / cell.height)
    placement.offset = PixelOffset(x: columns.lowerBound % cell.width, y: rows.lowerBound % cell.height)
    return placement
  }

  /// The picture stretched to a box of the window's pixels, as far as whole cells of an area show it; nil where none does.
  fileprivate func placement(stretchedTo box: SlideBox, in area: CellRect, on cell: CellPixels) -> Placement? {
    guard
      let across = PixelPicture.stretched(
        image.size.width, from: box.x, over: box.width, in: area.columnRange, cellOf: cell.width),
      let down = PixelPicture.stretched(
        image.size.height, from: box.y, over: box.height, in: area.rowRange, cellOf: cell.height)
    else { return nil }
    var placement = Placement(
      image,
      source: PixelArea(
        x: across.source.lowerBound, y: down.source.lowerBound, width: across.source.count, height: down.source.count),
      column: across.cells.lowerBound, row: down.cells.lowerBound)
    placement.cells = CellSize(columns: across.cells.count, rows: down.cells.count)
    return placement
  }

  /// One side of a picture in motion: the whole cells that it covers, and its pixels that show in them.
  private static func stretched(
    _ pixels: Int, from start: Double, over length: Double, in area: Range<Int>, cellOf unit: Int
  ) -> (cells: Range<Int>, source: Range<Int>)? {
    // Further than any window reaches.
    guard length > 0, abs(start) < 1e9, length < 1e9 else { return nil }
    let first = max(area.lowerBound, Int((start / Double(unit)).rounded()))
    let end = min(area.upperBound, Int(((start + length) / Double(unit)).rounded()))
    guard first < end else { return nil }
    func pixel(_ edge: Int) -> Int { Int(((Double(edge * unit) - start) / length * Double(pixels)).rounded()) }
    let low = min(max(0, pixel(first)), pixels - 1)
    return (first..<end, low..<max(low + 1, min(pixels, pixel(end))))
  }
}

extension CellBuffer {
  /// The light of each cell as its background, under no glyph.
  fileprivate func flattened(style: SlideStyle) -> CellBuffer {
    var flat = self
    for index in cells.indices where cells[index].glyph != .blank {
      flat.cells[index] = Cell(.blank, background: Underlay.light(of: cells[index], style: style).color)
    }
    return flat
  }
}
