import Bitmaps
import Terminal

/// The cells of a picture in a window.
///
/// A picture that covers whole cells, in an art that draws each of them from its own samples alone, is drawn from those. They need
/// not be copied to a canvas of the whole window: to provide its memory and to fill it takes half as long as to fit a picture.
struct PictureCells {
  private let window: CellSize
  private let style: SlideStyle
  private let options: ArtOptions
  private let bitmap: Bitmap
  private let source: Source
  /// The cells of the window that the canvas covers.
  private let area: CellRect
  /// The place of the picture in the canvas, in samples.
  private let left: Int
  private let top: Int

  /// Where the samples come from.
  private enum Source {
    case picture(Canvas)
    /// Makes the canvas of the whole window, for a single use: to draw it may change it.
    case window(() -> Canvas)

    var canvas: Canvas {
      switch self {
      case .picture(let canvas): canvas
      case .window(let make): make()
      }
    }
  }

  /// - Parameters:
  ///   - left, top: The place of the picture in the window, in half cells.
  ///   - grid: Its size in half cells.
  ///   - whole: Makes the canvas of the whole window.
  init(
    _ bitmap: Bitmap, grid: PixelSize, atColumn left: Int, row top: Int, in window: CellSize, style: SlideStyle,
    options: ArtOptions, canvas whole: @escaping () -> Canvas
  ) {
    (self.window, self.style, self.options, self.bitmap) = (window, style, options, bitmap)
    let art = style.picture.art
    let isInside = left >= 0 && top >= 0 && left + grid.width <= window.columns && top + grid.height <= 2 * window.rows
    let covered = CellRect(column: left, row: top / 2, columns: grid.width, rows: grid.height / 2)
    if art.fitsCellsAlone(options), isInside, top % 2 == 0, grid.height % 2 == 0,
      let canvas = Canvas(cells: covered.size, samplesPerCell: art.samplesPerCell, filledBy: bitmap)
    {
      (source, area, self.left, self.top) = (.picture(canvas), covered, 0, 0)
    } else {
      let perHalf = art.samplesPerHalfCell
      (source, area) = (.window(whole), CellRect(window))
      (self.left, self.top) = (left * perHalf.width, top * perHalf.height)
    }
  }

  /// The window's cells.
  ///
  /// - Parameter earlier: A similar picture in the same window and style: cells whose samples are the same are taken from it.
  func drawn(after earlier: DrawnPicture?) -> CellBuffer {
    let (art, canvas) = (style.picture.art, source.canvas)
    if let earlier, earlier.cells.size == window, art.fitsCellsAlone(options),
      let changed = bitmap.changedCells(since: earlier.bitmap, atColumn: left, row: top, in: canvas),
      changed.count <= canvas.cells.count / 4 * 3
    {
      var cells = earlier.cells
      for (position, cell) in zip(changed, art.draw(canvas.gathered(changed), options).cells) {
        let (row, column) = position.quotientAndRemainder(dividingBy: canvas.cells.columns)
        cells[area.column + column, area.row + row] = cell
      }
      return cells
    }
    let drawn = art.draw(consume canvas, options)
    if area == CellRect(window) { return drawn }
    let one = Canvas(
      cells: CellSize(columns: 1, rows: 1), samplesPerCell: art.samplesPerCell, over: style.picture.backdrop)
    var cells = CellBuffer(size: window, filledWith: art.draw(one, options)[0, 0])
    cells.copy(drawn, to: area, clippedTo: CellRect(window))
    return cells
  }
}
