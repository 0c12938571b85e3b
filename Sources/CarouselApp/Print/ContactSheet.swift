import Bitmaps
import Pictures
import Rendering
import Terminal

/// Slides printed beside each other: a row of the sheet is complete when it has a tile in each column.
struct ContactSheet {
  /// What a tile shows.
  enum Content {
    case cells(CellBuffer)
    /// A picture in the terminal's pixels, and its key for cells; and its own background, if it has one.
    case pixels(LoadedPicture, inCells: PictureKey, over: Backdrop?)
    /// The bytes that show a picture that is not on a sheet.
    case encoded([UInt8])
    /// The slide cannot be shown; its labels say why.
    case nothing
  }

  /// A slide of the sheet, and the lines of text below it.
  struct Tile {
    var content: Content
    var labels: [String]
    /// The link of the first line.
    var link: Hyperlink?
  }

  /// The cells between two columns, and half of them between two rows.
  private static let gap = 2
  /// The height of a tile over its width: that of most photographs.
  private static let ratio = 0.75

  /// The number of columns, at least 1: as many as the window has room for.
  let columns: Int
  /// The size of one tile without its labels.
  let tile: CellSize
  private var tiles: [Tile] = []
  private var isFirstRow = true

  init(columns: Int, in viewport: Viewport) {
    let (width, gap) = (max(1, viewport.size.columns), ContactSheet.gap)
    self.columns = max(1, min(columns, (width + gap) / (1 + gap)))
    let across = max(1, (width + gap) / self.columns - gap)
    let down = (Double(across) * ContactSheet.ratio * viewport.cellAspect).rounded(.up)
    tile = CellSize(columns: across, rows: max(1, min(viewport.size.rows, Int(down))))
  }

  /// Adds a tile; returns the row that it completes.
  mutating func add(_ tile: Tile) -> Row? {
    tiles.append(tile)
    return tiles.count == columns ? takeRow() : nil
  }

  /// Ends the sheet; returns the last row if it is incomplete.
  mutating func finish() -> Row? { tiles.isEmpty ? nil : takeRow() }

  private mutating func takeRow() -> Row {
    defer { (tiles, isFirstRow) = ([], false) }
    return Row(tiles: tiles, tile: tile, pitch: tile.columns + ContactSheet.gap, isFirst: isFirstRow)
  }

  struct Row {
    fileprivate var tiles: [Tile]
    fileprivate let tile: CellSize
    /// The distance from one column to the next, in cells.
    fileprivate let pitch: Int
    /// Whether no blank row separates it from the row above.
    let isFirst: Bool
  }
}

extension ContactSheet.Row {
  private var width: Int { (tiles.count - 1) * pitch + tile.columns }

  /// The pictures in cells, each in the middle of its column, without the labels. No rows if there are no pictures.
  var cells: CellBuffer {
    let pictures = tiles.map { tile in if case .cells(let cells) = tile.content { cells } else { nil as CellBuffer? } }
    let height = pictures.compactMap { $0?.size.rows }.max() ?? 0
    var row = CellBuffer(size: CellSize(columns: width, rows: height))
    for case (let index, let picture?) in pictures.enumerated() {
      let left = index * pitch + (tile.columns - picture.size.columns) / 2
      let top = (height - picture.size.rows) / 2
      for y in 0..<picture.size.rows {
        for x in 0..<min(picture.size.columns, tile.columns) { row[left + x, top + y] = picture[x, y] }
      }
    }
    return row
  }

  /// The pictures in one bitmap with cells of a size, each in the middle of its column, without the labels; nil if there
  /// are none.
  func bitmap(of cell: CellPixels) -> Bitmap? {
    let pictures = tiles.map { tile in
      if case .pixels(let picture, _, let backdrop) = tile.content {
        backdrop.map { picture.bitmap.composed(over: $0) } ?? picture.bitmap
      } else {
        nil as Bitmap?
      }
    }
    guard let height = pictures.compactMap({ $0?.size.height }).max() else { return nil }
    // Whole cells, so that the labels begin below them.
    let rows = (height + cell.height - 1) / cell.height * cell.height
    let size = PixelSize(width: width * cell.width, height: rows)
    var pixels = [SIMD4<UInt16>](repeating: .zero, count: size.width * size.height)
    for case (let index, let picture?) in pictures.enumerated() {
      let room = tile.columns * cell.width
      let columns = min(picture.size.width, room)
      let left = index * pitch * cell.width + (room - columns) / 2
      let top = (rows - picture.size.height) / 2
      for y in 0..<picture.size.height {
        let (from, to) = (y * picture.size.width, (top + y) * size.width + left)
        pixels.replaceSubrange(to..<to + columns, with: picture.pixels[from..<from + columns])
      }
    }
    return Bitmap(size: size, pixels: pixels, isOpaque: false)
  }

  /// Replaces the pictures in pixels by others in cells.
  mutating func replacePixels(_ cells: (PictureKey, Backdrop?) -> CellBuffer?) {
    for index in tiles.indices {
      guard case .pixels(_, let key, let backdrop) = tiles[index].content else { continue }
      tiles[index].content = cells(key, backdrop).map { .cells($0) } ?? .nothing
    }
  }

  /// The lines below the pictures; nil if there are none.
  ///
  /// - Parameter isUnicode: whether an ellipsis can be shown.
  func labels(isUnicode: Bool) -> CellBuffer? {
    let count = tiles.map(\.labels.count).max() ?? 0
    guard count > 0 else { return nil }
    var row = CellBuffer(size: CellSize(columns: width, rows: count))
    for (index, tile) in tiles.enumerated() {
      for (line, label) in tile.labels.enumerated() {
        let text = SafeText.line(label, columns: self.tile.columns, isUnicode: isUnicode)
        let left = index * pitch + (self.tile.columns - displayWidth(of: text)) / 2
        let columns = row.write(text, column: left, row: line, maxColumns: self.tile.columns)
        if line == 0, let link = tile.link {
          row.links.append(LinkedCells(row: line, columns: left..<left + columns, link: link))
        }
      }
    }
    return row
  }
}
