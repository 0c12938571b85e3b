import Carousel
import CarouselValues
import Terminal

extension Scene {
  /// The placements of the slides' pictures, back to front; nil if one of them cannot be shown in pixels.
  ///
  /// Moving pictures do not overlap: a picture is clipped to the area that slides in front leave free, since around its
  /// picture such a slide consists of cells, which lie behind all images. A slide that dissolves lies over another as
  /// layers. Removed slides neither shrink nor fade, but lie where they were until others cover them.
  func placements(_ layers: [PlacedLayer], of pixels: PixelStage) -> [Placement]? {
    guard !layers.isEmpty else { return nil }
    let departing = frame.departingLayers.filter { pixels.pictures[$0.slide] != nil }.map { layer in
      var whole = layer
      whole.pose = SlideTransition.Pose()
      return whole
    }
    let layers = frame.placed(departing, in: slideArea) + layers
    let areas = zip(layers, departing + frame.layers).map { frame.pixelArea(of: $0, $1, in: slideArea, pixels.cell) }
    var placements: [Placement] = []
    for (number, layer) in layers.enumerated() {
      guard layer.isUnscaled, layer.pose.shade == 0, let picture = pixels.pictures[layer.slide] else { return nil }
      if let box = pixels.boxes[layer.slide] {
        // Stretched pictures are aligned to whole cells, so they cannot move.
        guard layers.count == 1, layer.isPlain, layer.area == slideArea,
          let placement = picture.placement(stretchedTo: box, in: slideArea, on: pixels.cell)
        else { return nil }
        placements.append(placement)
        continue
      }
      var visible: PixelArea? = areas[number].clipped(to: slideArea, on: pixels.cell)
      for front in number + 1..<layers.count where layers[front].isPlain {
        visible = visible?.without(areas[front])
      }
      guard let visible else {
        if number < departing.count { continue }
        return nil
      }
      let isCropped = layer.crop != SlideBox()
      // A part of a slide is enlarged over the slide's whole area, which must be visible and in the image.
      if isCropped, !picture.coversSlideArea || visible != areas[number] { return nil }
      func placement(of image: PixelImage, atX x: Int, y: Int) -> Placement? {
        isCropped
          ? Placement(image, layer.crop, over: layer.area)
          : Placement(image, atX: x, y: y, in: visible, on: pixels.cell)
      }
      let (x, y) = (areas[number].x, areas[number].y)
      if layer.isPlain {
        if let placement = placement(of: picture.image, atX: x + picture.left, y: y + picture.top) {
          placements.append(placement)
        }
        continue
      }
      guard number > 0, layers[number - 1].isPlain, areas[number - 1] == areas[number], let dissolve = picture.dissolve,
        layers[number - 1].slide != layer.slide
      else { return nil }
      if let last = placements.indices.last { placements[last].depth = .base }
      placements += dissolve.layers(for: layer.pose.opacity).compactMap { placement(of: $0, atX: x, y: y) }
    }
    return placements
  }
}

extension CarouselMachine.Frame {
  /// The area of a layer's slide in the window, in pixels: on whole cells at rest, at any pixel in motion.
  fileprivate func pixelArea(
    of layer: PlacedLayer, _ shape: CarouselMachine.Layer, in area: CellRect, _ cell: CellPixels
  ) -> PixelArea {
    var slide = PixelArea(
      x: layer.area.column * cell.width, y: layer.area.row * cell.height,
      width: layer.area.size.columns * cell.width, height: layer.area.size.rows * cell.height)
    if !isMoving, progress.value == 0 { return slide }
    let box = shape.box.scaled(
      by: SlideSize(width: Double(area.size.columns * cell.width), height: Double(area.size.rows * cell.height)))
    func start(_ middle: Double, _ extent: Int) -> Int {
      Int((middle - Double(extent) / 2 + 0.5 + 1e-9).rounded(.down))
    }
    // Across the direction of motion, it keeps its row or column.
    switch layout.axis {
    case .horizontal: slide.x = area.column * cell.width + start(box.x + box.width / 2, slide.width)
    case .vertical: slide.y = area.row * cell.height + start(box.y + box.height / 2, slide.height)
    }
    return slide
  }
}

extension PixelArea {
  /// The part of the area that lies in some cells; it may be empty.
  fileprivate func clipped(to area: CellRect, on cell: CellPixels) -> PixelArea {
    let columns = (x..<x + width).clamped(
      to: area.columnRange.lowerBound * cell.width..<area.columnRange.upperBound * cell.width)
    let rows = (y..<y + height).clamped(
      to: area.rowRange.lowerBound * cell.height..<area.rowRange.upperBound * cell.height)
    return PixelArea(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The rest of the area without another one, possibly empty; nil if the rest is not a rectangle.
  fileprivate func without(_ other: PixelArea) -> PixelArea? {
    let columns = (x..<x + width).clamped(to: other.x..<other.x + other.width)
    let rows = (y..<y + height).clamped(to: other.y..<other.y + other.height)
    if columns.isEmpty || rows.isEmpty { return self }
    var rest = self
    if rows.count == height {
      if columns.lowerBound == x {
        (rest.x, rest.width) = (columns.upperBound, width - columns.count)
        return rest
      }
      guard columns.upperBound == x + width else { return nil }
      rest.width -= columns.count
      return rest
    }
    guard columns.count == width else { return nil }
    if rows.lowerBound == y {
      (rest.y, rest.height) = (rows.upperBound, height - rows.count)
      return rest
    }
    guard rows.upperBound == y + height else { return nil }
    rest.height -= rows.count
    return rest
  }
}

extension Placement {
  /// An image that begins at a pixel of the window, clipped to an area; nil if no part of it is visible.
  init?(_ image: PixelImage, atX left: Int, y top: Int, in area: PixelArea, on cell: CellPixels) {
    let columns = (left..<left + image.size.width).clamped(to: area.x..<area.x + area.width)
    let rows = (top..<top + image.size.height).clamped(to: area.y..<area.y + area.height)
    guard !columns.isEmpty, !rows.isEmpty, columns.lowerBound >= 0, rows.lowerBound >= 0 else { return nil }
    self.init(
      image,
      source: PixelArea(
        x: columns.lowerBound - left, y: rows.lowerBound - top, width: columns.count, height: rows.count),
      column: columns.lowerBound / cell.width, row: rows.lowerBound / cell.height)
    offset = PixelOffset(x: columns.lowerBound % cell.width, y: rows.lowerBound % cell.height)
  }

  /// A part of an image, enlarged over whole cells.
  ///
  /// - Parameter part: The part, in shares of the image.
  fileprivate init(_ image: PixelImage, _ part: SlideBox, over area: CellRect) {
    func range(_ start: Double, _ length: Double, of pixels: Int) -> Range<Int> {
      let low = min(max(0, Int((start * Double(pixels)).rounded())), pixels - 1)
      return low..<max(low + 1, min(pixels, Int(((start + length) * Double(pixels)).rounded())))
    }
    let columns = range(part.x, part.width, of: image.size.width)
    let rows = range(part.y, part.height, of: image.size.height)
    self.init(
      image, source: PixelArea(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count),
      column: area.column, row: area.row)
    cells = area.size
  }
}

extension PixelPicture {
  /// The picture stretched to a box in the window's pixels, clipped to whole cells of an area; nil if it covers none.
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

  /// One side of a stretched picture: the whole cells that it covers, and the range of its pixels shown in them.
  private static func stretched(
    _ pixels: Int, from start: Double, over length: Double, in area: Range<Int>, cellOf unit: Int
  ) -> (cells: Range<Int>, source: Range<Int>)? {
    // Beyond the extent of any window.
    guard length > 0, abs(start) < 1e9, length < 1e9 else { return nil }
    let first = max(area.lowerBound, Int((start / Double(unit)).rounded()))
    let end = min(area.upperBound, Int(((start + length) / Double(unit)).rounded()))
    guard first < end else { return nil }
    func pixel(_ edge: Int) -> Int { Int(((Double(edge * unit) - start) / length * Double(pixels)).rounded()) }
    // kitty filters an enlarged image against transparent surroundings, so the outermost pixels would show a rim.
    let rim = pixels > 2 ? 1 : 0
    let low = min(max(rim, pixel(first)), pixels - 1 - rim)
    return (first..<end, low..<max(low + 1, min(pixels - rim, pixel(end))))
  }
}
