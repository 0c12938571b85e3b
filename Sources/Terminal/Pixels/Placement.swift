/// An image, or a part of it, in the window.
package struct Placement: Hashable, Sendable {
  package var image: PixelImage
  /// The visible part of the image, in the image's pixels.
  package var source: PixelArea
  /// The column of the first cell, from 0.
  package var column: Int
  /// The row of the first cell, from 0.
  package var row: Int
  /// The pixels of the first cell to the left of the image and above it; less than the size of the cell.
  package var offset = PixelOffset()
  /// The number of cells that the image is stretched to; nil for its own size.
  package var cells: CellSize?
  package var depth = Depth.picture
  /// The cells of the window that show the same, so that the image may be missing; nil if it must be there.
  package var standIn: CellRect?

  /// How far behind the text an image lies: the protocol's z-index. At equal depth, terminals differ in which image is
  /// in front: the one with the higher id, the newer one, or the one placed last.
  package enum Depth: Int, Sendable {
    /// A slide that another one dissolves over.
    case base = -3
    case picture = -2
    case shade = -1
    case anchor = 1
  }

  /// A part of an image at a cell.
  package init(_ image: PixelImage, source: PixelArea, column: Int, row: Int) {
    self.image = image
    self.source = source
    self.column = column
    self.row = row
  }

  /// Invisible, and there as long as images are in use: kitty (seen in 0.48) draws the first placement on a screen only
  /// once something else changes.
  static let anchor: Placement = {
    var placement = Placement(
      shade: PixelImage(shade: Color(red: 0, green: 0, blue: 0), opacity: 0),
      over: CellRect(column: 0, row: 0, columns: 1, rows: 1))
    placement.depth = .anchor
    return placement
  }()

  /// A shade over cells.
  package init(shade: PixelImage, over area: CellRect) {
    self.init(shade, source: PixelImage.Shade.middle, column: area.column, row: area.row)
    cells = area.size
    depth = .shade
  }
}

/// An area of an image, in the image's pixels.
package struct PixelArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// An area given by its top left pixel and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// An area given by its ranges.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The pixels of some cells of the window.
  package init(_ area: CellRect, on cell: CellPixels) {
    self.init(
      x: area.column * cell.width, y: area.row * cell.height, width: area.size.columns * cell.width,
      height: area.size.rows * cell.height)
  }

  /// The part of the area inside another one; it may be empty.
  package func clipped(to other: PixelArea) -> PixelArea {
    PixelArea(
      columns: (x..<x + width).clamped(to: other.x..<other.x + other.width),
      rows: (y..<y + height).clamped(to: other.y..<other.y + other.height))
  }
}

/// An offset in pixels, to the right and down.
package struct PixelOffset: Hashable, Sendable {
  package var x = 0
  package var y = 0

  /// An offset; zero by default.
  package init(x: Int = 0, y: Int = 0) { (self.x, self.y) = (x, y) }
}
