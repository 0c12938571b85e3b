import Bitmaps
import Carousel
import Terminal

/// Draws a frame's layers, back to front.
///
/// Slides that only move are copied, cell by cell as they were fitted. A slide that dissolves over another is mixed
/// with it in linear light. Scaled or turned slides are drawn in half cells while they move (in whole cells for art
/// without halves), and fitted at rest.
struct LayerPainter {
  let frame: CarouselMachine.Frame
  let layers: [PlacedLayer]
  /// The area in which slides move; layers are clipped to it.
  let area: CellRect
  let style: SlideStyle
  let contents: [Int: SlideContent]
  /// The substitute for a slide without content.
  let empty: SlideContent

  /// Draws the layers over the buffer's cells.
  func paint(on buffer: inout CellBuffer) {
    if frame.progress.value == 0, !frame.isMoving, layers.contains(where: { !$0.isUnscaled || $0.isTranslucent }) {
      return paintAtRest(on: &buffer)
    }
    var beneath: PlacedLayer?
    var halves = HalfBlockPainter(in: area.clipped(to: buffer.size), style: style)
    for (position, layer) in layers.enumerated() {
      // The layer that dissolves over this one draws both.
      if position + 1 < layers.count, dissolves(layers[position + 1], over: layer) {
        beneath = layer
        continue
      }
      if beneath == nil, !layer.isUnscaled, let slide = self.halves(of: layer) {
        halves.paint(
          slide, LayerProjection(layer, slot: slide.cells, layout: frame.layout),
          SampleBlend(
            shade: layer.pose.shade, opacity: layer.pose.opacity, behind: style.picture.backdrop.assumedLight),
          over: buffer)
        continue
      }
      halves.finish(on: &buffer)
      if let below = beneath {
        beneath = nil
        let mixed = content(of: below).mixed(
          crop: below.crop, with: content(of: layer), crop: layer.crop, layer.pose.opacity, style: style)
        buffer.copy(mixed, to: layer.area, clippedTo: area)
      } else {
        paint(layer, on: &buffer)
      }
    }
    halves.finish(on: &buffer)
  }

  /// A layer's slide in half cells; nil if it has text or the style does not use half blocks for motion.
  private func halves(of layer: PlacedLayer) -> Canvas? {
    guard style.movesByHalfBlocks else { return nil }
    let content = content(of: layer)
    return content.text == nil ? content.halves(cropped: layer.crop) : nil
  }

  private func content(of layer: PlacedLayer) -> SlideContent { contents[layer.slide] ?? empty }

  /// Whether a half-transparent layer lies exactly over a plain one.
  private func dissolves(_ layer: PlacedLayer, over other: PlacedLayer) -> Bool {
    layer.isUnscaled && layer.pose.shade == 0 && layer.pose.opacity < 1 && other.isPlain && layer.area == other.area
  }

  private func paint(_ layer: PlacedLayer, on buffer: inout CellBuffer) {
    let content = content(of: layer)
    let cells = content.cells(cropped: layer.crop, style: style)
    if layer.isPlain { return buffer.copy(cells, to: layer.area, clippedTo: area) }
    let blend = CellBlend(shade: layer.pose.shade, opacity: layer.pose.opacity, style: style)
    let projection = LayerProjection(layer, slot: cells.size, layout: frame.layout)
    projection.forEachCell(in: area.clipped(to: buffer.size)) { column, row, sourceColumn, sourceRow in
      var cell = cells[sourceColumn, sourceRow]
      // Half of a wide glyph cannot be drawn.
      if cell.glyph == .continuation || cell.glyph.width > 1 { cell.glyph = .blank }
      buffer[column, row] = blend.blended(cell, over: buffer[column, row])
    }
  }

  /// Draws layers at rest of which some are scaled, turned or half transparent: their samples are composed on one
  /// canvas, which is then fitted.
  private func paintAtRest(on buffer: inout CellBuffer) {
    let art = style.picture.art
    let samples = art.samplesPerCell
    let clip = area.clipped(to: buffer.size)
    guard clip.size.count > 0 else { return }
    var canvas = Canvas(cells: clip.size, samplesPerCell: samples, over: style.picture.backdrop)
    // The layer that each cell belongs to, for text.
    var owners = [Int](repeating: -1, count: clip.size.count)
    let isMade = layers.last { !$0.isPlain } != nil
    for (number, layer) in layers.enumerated() where isMade {
      let source = content(of: layer).canvas(cropped: layer.crop, style: style)
      let projection = LayerProjection(layer, slot: source.cells, layout: frame.layout)
      let blend = SampleBlend(
        shade: layer.pose.shade, opacity: layer.pose.opacity, behind: style.picture.backdrop.assumedLight)
      projection.forEachSample(
        columns: clip.column * samples.width..<clip.columnRange.upperBound * samples.width,
        rows: clip.row * samples.height..<clip.rowRange.upperBound * samples.height, perColumn: samples.width,
        perRow: samples.height
      ) { column, row, sourceColumn, sourceRow in
        let index = (row - clip.row * samples.height) * canvas.width + column - clip.column * samples.width
        let (x, y) = (min(sourceColumn, source.width - 1), min(sourceRow, source.height - 1))
        canvas.samples[index] = blend.blended(source.samples[y * source.width + x], over: canvas.samples[index])
      }
      projection.forEachCell(in: clip) { column, row, _, _ in
        owners[(row - clip.row) * clip.size.columns + column - clip.column] = number
      }
    }
    buffer.copy(art.draw(canvas, style.options), to: clip, clippedTo: clip)
    for (number, layer) in layers.enumerated() {
      let content = content(of: layer)
      // Slides in front of all non-plain layers are copied unchanged.
      if layer.isPlain, layers[number...].allSatisfy(\.isPlain) {
        buffer.copy(content.cells(cropped: layer.crop, style: style), to: layer.area, clippedTo: area)
      } else if let text = content.text {
        let blend = CellBlend(shade: layer.pose.shade, opacity: 1, style: style)
        LayerProjection(layer, slot: text.size, layout: frame.layout).forEachCell(in: clip) { column, row, x, y in
          let word = text[x, y]
          guard owners[(row - clip.row) * clip.size.columns + column - clip.column] == number,
            word.glyph != .blank, word.glyph != .continuation, word.glyph.width == 1
          else { return }
          let shaded = blend.blended(word, over: .blank)
          buffer[column, row] = Cell(
            shaded.glyph, foreground: shaded.foreground,
            background: Underlay.rest(of: buffer[column, row], style: style))
        }
      }
    }
  }
}

extension PlacedLayer {
  /// Whether the layers behind show through.
  fileprivate var isTranslucent: Bool { pose.opacity < 1 }
}

extension CellBuffer {
  /// Copies another buffer's cells, its top left at an area's, clipped to `clip`.
  mutating func copy(_ other: CellBuffer, to area: CellRect, clippedTo clip: CellRect) {
    if area == CellRect(size), clip == area, other.size == size {
      cells = other.cells
      return
    }
    let clip = clip.clipped(to: size)
    let columns = area.column..<area.column + other.size.columns
    let shown = columns.clamped(to: clip.columnRange)
    guard !shown.isEmpty else { return }
    for row in (area.row..<area.row + other.size.rows).clamped(to: clip.rowRange) {
      let source = (row - area.row) * other.size.columns + shown.lowerBound - area.column
      let target = row * size.columns + shown.lowerBound
      let end = target + shown.count
      cells.replaceSubrange(target..<end, with: other.cells[source..<source + shown.count])
      // Half of a wide glyph cannot be drawn.
      if cells[target].glyph == .continuation { cells[target].glyph = .blank }
      if cells[end - 1].glyph.width > 1 { cells[end - 1].glyph = .blank }
      if shown.lowerBound > 0, cells[target - 1].glyph.width > 1 { cells[target - 1].glyph = .blank }
      if shown.upperBound < size.columns, cells[end].glyph == .continuation { cells[end].glyph = .blank }
    }
  }
}
