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
      var visible: PixelArea? = areas[number].clipped(to: PixelArea(slideArea, on: pixels.cell))
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
    var slide = PixelArea(layer.area, on: cell)
    if !isMoving, progress.value == 0 { return slide }
    let box = shape.box.scaled(
      by: SlideSize(width: Double(area.size.columns * cell.width), height: Double(area.size.rows * cell.height)))
    // Across the direction of motion, it keeps its row or column.
    switch layout.axis {
    case .horizontal: slide.x = area.column * cell.width + Self.start(box.x + box.width / 2, slide.width)
    case .vertical: slide.y = area.row * cell.height + Self.start(box.y + box.height / 2, slide.height)
    }
    return slide
  }
}

extension PixelArea {
  /// The rest of the area without another one, possibly empty; nil if the rest is not a rectangle.
  fileprivate func without(_ other: PixelArea) -> PixelArea? {
    let hidden = clipped(to: other)
    if hidden.width == 0 || hidden.height == 0 { return self }
    var rest = self
    if hidden.height == height {
      guard hidden.x == x || hidden.x + hidden.width == x + width else { return nil }
      if hidden.x == x { rest.x += hidden.width }
      rest.width -= hidden.width
      return rest
    }
    guard hidden.width == width, hidden.y == y || hidden.y + hidden.height == y + height else { return nil }
    if hidden.y == y { rest.y += hidden.height }
    rest.height -= hidden.height
    return rest
  }
}

extension Placement {
  /// An image that begins at a pixel of the window, clipped to an area; nil if no part of it is visible.
  init?(_ image: PixelImage, atX left: Int, y top: Int, in area: PixelArea, on cell: CellPixels) {
    let part = PixelArea(x: left, y: top, width: image.size.width, height: image.size.height).clipped(to: area)
    guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0 else { return nil }
    self.init(
      image, source: PixelArea(x: part.x - left, y: part.y - top, width: part.width, height: part.height),
      column: part.x / cell.width, row: part.y / cell.height)
    offset = PixelOffset(x: part.x % cell.width, y: part.y % cell.height)
  }

  /// A part of an image, enlarged over whole cells.
  ///
  /// - Parameter part: The part, in shares of the image.
  fileprivate init(_ image: PixelImage, _ part: SlideBox, over area: CellRect) {
    func range(_ start: Double, _ length: Double, of pixels: Int) -> Range<Int> {
      let low = min(max(0, Int((start * Double(pixels)).rounded())), pixels - 1)
      return low..<max(low + 1, min(pixels, Int(((start + length) * Double(pixels)).rounded())))
    }
    let source = PixelArea(
      columns: range(part.x, part.width, of: image.size.width),
      rows: range(part.y, part.height, of: image.size.height))
    self.init(image, source: source, column: area.column, row: area.row)
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
      image, source: PixelArea(columns: across.source, rows: down.source),
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
