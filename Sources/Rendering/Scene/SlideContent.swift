package import Bitmaps
import CarouselValues
import Synchronization
package import Terminal

/// The content of a slot: a whole window, ready to be moved or mixed.
package struct SlideContent: Sendable, Equatable {
  /// The window drawn with only this slide.
  package let cells: CellBuffer
  /// The window's canvas before it was drawn as cells, for mixing.
  private let light: LazyCanvas
  /// The canvas in half cells, for slides that are scaled or turned while they move.
  private let halves: LazyCanvas
  /// Text that lies over the canvas, for mixing; nil for pictures without a progress note.
  let text: CellBuffer?
  /// The cells that the picture covers, or the card's text and frame; nil if there is neither.
  package let area: CellRect?

  /// Creates the content of a picture, aligned in a window.
  ///
  /// - Parameters:
  ///   - bitmap: Samples of the style's art mode.
  ///   - grid: The size of the picture in half cells.
  ///   - firstFrame: The first frame of an animation, so that static parts have the same cells in every frame.
  ///   - progress: The progress to show over a placeholder for the picture.
  ///   - isCovered: Whether the terminal shows the picture in pixels; half blocks then suffice, if the style has them.
  ///   - drawn: The cells of the same picture in the same window and style, if they are known.
  ///   - earlier: A similar picture in the same window and style, such as the frame before.
  package init(
    picture bitmap: Bitmap, grid: PixelSize, firstFrame: Bitmap? = nil, progress: LoadingProgress? = nil,
    isCovered: Bool = false, drawn: CellBuffer? = nil, after earlier: DrawnPicture? = nil,
    in window: CellSize, style: SlideStyle
  ) {
    let box = SlideContentMode(.actualSize, style.picture.content.alignment).box(
      for: SlideSize(width: Double(grid.width), height: Double(grid.height)),
      in: SlideSize(width: Double(window.columns), height: Double(window.rows * 2)))
    let (left, top) = (Int(box.x), Int(box.y))
    // A cell counts as covered if half of it is.
    let (firstRow, endRow) = (max(0, top) / 2, (max(0, top) + grid.height + 1) / 2)
    area = CellRect(column: left, row: firstRow, columns: grid.width, rows: endRow - firstRow)
    let light = LazyCanvas {
      let perHalf = style.picture.art.samplesPerHalfCell
      var canvas = Canvas(cells: window, samplesPerCell: style.picture.art.samplesPerCell, over: style.picture.backdrop)
      canvas.draw(bitmap, atColumn: left * perHalf.width, row: top * perHalf.height, over: style.picture.backdrop)
      return canvas
    }
    self.light = light
    halves = light.halves
    if let drawn {
      (cells, text) = (drawn, nil)
      return
    }
    if isCovered, style.movesByHalfBlocks {
      (cells, text) = (CellBuffer(halves: halves.once()), nil)
      return
    }
    let options = firstFrame.map { style.options.steady(tonesOf: $0.pixels) } ?? style.options
    var cells = PictureCells(
      bitmap, grid: grid, atColumn: left, row: top, in: window, style: style, options: options, canvas: light.once
    ).drawn(after: earlier?.grid == grid ? earlier : nil)
    if let progress {
      var textCells = CellBuffer(size: window)
      progress.draw(on: &cells, text: &textCells, style: style)
      text = textCells
    } else {
      text = nil
    }
    self.cells = cells
  }

  /// Creates the content of a zoomed or turned picture; while it moves, half blocks replace the art mode if possible.
  package init(zoomed picture: ZoomedPicture, in window: CellSize, style: SlideStyle) {
    light = LazyCanvas { picture.canvas(in: window, art: style.picture.art, over: style.picture.backdrop) }
    halves = light.halves
    text = nil
    area = picture.area(in: window)
    let art = picture.isMoving && style.movesByHalfBlocks ? .movingHalf : style.picture.art
    let canvas =
      art == style.picture.art ? light.once() : picture.canvas(in: window, art: art, over: style.picture.backdrop)
    cells = art.draw(canvas, picture.isMoving ? style.options.steady : style.options)
  }

  /// Creates the content of a card in the middle of a window.
  package init(card: Card, in window: CellSize, style: SlideStyle) {
    let drawn = card.drawn(in: window, style: style)
    light = LazyCanvas {
      var canvas = Canvas(cells: window, samplesPerCell: style.picture.art.samplesPerCell, over: style.picture.backdrop)
      canvas.fill(backgroundsOf: drawn)
      return canvas
    }
    halves = light.halves
    text = drawn
    cells = drawn
    area = drawn.areaOfGlyphs
  }

  /// Creates the content of an empty slot.
  package init(emptyIn window: CellSize, style: SlideStyle) {
    light = LazyCanvas {
      Canvas(cells: window, samplesPerCell: style.picture.art.samplesPerCell, over: style.picture.backdrop)
    }
    halves = light.halves
    text = nil
    area = nil
    // The terminal's own background looks the same in all arts.
    cells =
      style.picture.backdrop.surround == .terminalDefault
      ? CellBuffer(size: window) : style.picture.art.draw(light.once(), style.options)
  }

  /// A part of the content, enlarged to the whole slot.
  ///
  /// Crops are shown while they change, so they are not diffused, and keep the tones of the whole.
  ///
  /// - Parameter crop: The part, in shares of the slide.
  func cells(cropped crop: SlideBox, style: SlideStyle) -> CellBuffer {
    guard !isWhole(crop) else { return cells }
    return style.picture.art.draw(
      canvas(cropped: crop, style: style), style.options.steady(tonesOf: light.canvas.samples))
  }

  /// Whether a part counts as the whole: text is never cropped.
  private func isWhole(_ crop: SlideBox) -> Bool { crop == SlideBox() || text != nil }

  /// The samples of a part of the content, enlarged to the whole slot.
  func canvas(cropped crop: SlideBox, style: SlideStyle) -> Canvas {
    isWhole(crop) ? light.canvas : light.canvas.enlarged(crop)
  }

  /// The half cells of a part of the content, enlarged to the whole slot.
  func halves(cropped crop: SlideBox) -> Canvas { isWhole(crop) ? halves.canvas : halves.canvas.enlarged(crop) }

  /// This content and another mixed, from 0 (this one) to 1 (the other), before any overlay.
  func mixed(
    crop: SlideBox = SlideBox(), with other: SlideContent, crop otherCrop: SlideBox = SlideBox(), _ share: Double,
    style: SlideStyle
  ) -> CellBuffer {
    if share <= 0 { return cells(cropped: crop, style: style) }
    if share >= 1 { return other.cells(cropped: otherCrop, style: style) }
    let mix = canvas(cropped: crop, style: style).mixed(
      with: other.canvas(cropped: otherCrop, style: style), share, assuming: style.picture.backdrop.assumedLight)
    var result =
      isWhole(crop) && other.isWhole(otherCrop)
      ? style.picture.art.draw(mix: mix, of: cells, and: other.cells, style.options)
      : style.picture.art.draw(mix, style.options.steady)
    // A card's text fades with it: the text of the nearer slide is shown, with more contrast the nearer the slide is.
    if let textCells = share < 0.5 ? text : other.text {
      let strength = abs(1 - 2 * share)
      for position in result.cells.indices where textCells.cells[position].glyph != .blank {
        let cell = textCells.cells[position]
        let behind = Underlay.light(of: result.cells[position], style: style)
        result.cells[position] = Cell(
          cell.glyph,
          foreground: behind.mixed(with: LinearColor(cell.foreground, assuming: .text), strength).color,
          background: result.cells[position].background == .terminalDefault && cell.background == .terminalDefault
            ? .terminalDefault : behind.color)
      }
    }
    return result
  }

  /// Contents are equal if they look the same, at rest and mixed.
  package static func == (left: SlideContent, right: SlideContent) -> Bool {
    left.cells == right.cells && left.text == right.text && left.light.once() == right.light.once()
  }
}

/// A canvas that is created on first use and then cached: slides that only move never need one.
private final class LazyCanvas: Sendable {
  private let make: @Sendable () -> Canvas
  private let cache = Mutex<Canvas?>(nil)

  init(_ make: @escaping @Sendable () -> Canvas) { self.make = make }

  /// The canvas, cached because it will be needed again soon.
  var canvas: Canvas {
    cache.withLock { cached in
      if let cached { return cached }
      let canvas = make()
      cached = canvas
      return canvas
    }
  }

  /// This canvas in half cells.
  var halves: LazyCanvas { LazyCanvas { self.once().halves() } }

  /// The canvas for a single use; not cached if it has to be created.
  func once() -> Canvas { cache.withLock { $0 } ?? make() }
}

extension LinearColor {
  /// The assumed color of the terminal's own foreground.
  static let text = LinearColor(SIMD3(repeating: 0.78))
}

extension Canvas {
  init(cells: CellSize, samplesPerCell: PixelSize, over backdrop: Backdrop) {
    self.init(cells: cells, samplesPerCell: samplesPerCell)
    if case .color(let light) = backdrop {
      samples = Array(repeating: LinearColor.pixel(light), count: samples.count)
    }
  }

  /// Fills each cell with its background; the terminal's own background leaves samples empty.
  mutating func fill(backgroundsOf buffer: CellBuffer) {
    for row in 0..<cells.rows {
      for column in 0..<cells.columns {
        let background = buffer[column, row].background
        let sample = background == .terminalDefault ? SIMD4(repeating: 0) : LinearColor.pixel(LinearColor(background))
        for y in 0..<samplesPerCell.height {
          let start = (row * samplesPerCell.height + y) * width + column * samplesPerCell.width
          for x in 0..<samplesPerCell.width { samples[start + x] = sample }
        }
      }
    }
  }
}

extension CellBuffer {
  /// The half blocks of a canvas with one sample per half cell.
  fileprivate init(halves: Canvas) {
    self.init(size: halves.cells)
    let columns = halves.cells.columns
    for index in cells.indices {
      let upper = 2 * (index / columns) * columns + index % columns
      cells[index] = Cell(
        upper: Color(sample: halves.samples[upper]), lower: Color(sample: halves.samples[upper + columns]))
    }
  }

  /// The bounding box of all glyphs; nil if every cell is blank.
  fileprivate var areaOfGlyphs: CellRect? {
    let marked = cells.indices.filter { cells[$0].glyph != .blank }
    guard let first = marked.first, let last = marked.last else { return nil }
    let columns = marked.map { $0 % size.columns }
    guard let left = columns.min(), let right = columns.max() else { return nil }
    let (top, bottom) = (first / size.columns, last / size.columns)
    return CellRect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1)
  }
}
