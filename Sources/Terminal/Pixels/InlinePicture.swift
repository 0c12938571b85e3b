/// A picture that is written where it is to be seen, in parts, each time anew: as sixels, or as a file in OSC 1337.
package protocol InlinePicture: Sendable {
  /// Whether it covers what is behind each of its pixels.
  var isOpaque: Bool { get }

  /// The bytes that show a part of it, the cursor being in the cell where that begins.
  ///
  /// - Parameters:
  ///   - area: the part, within the picture.
  ///   - offset: the pixels of the first cell to the left of the part and above it, which stay as they are.
  ///   - cells: the cells that the part touches.
  ///   - cell: their size.
  func bytes(of area: PixelArea, offset: PixelOffset, over cells: CellSize, of cell: CellPixels) -> [UInt8]
}

extension SixelPicture: InlinePicture {
  package func bytes(of area: PixelArea, offset: PixelOffset, over cells: CellSize, of cell: CellPixels) -> [UInt8] {
    // Terminals draw bands of six rows, some of them in black what a picture leaves of its last.
    let height = cells.rows * cell.height / 6 * 6
    var area = area
    area.height = min(area.height, height - offset.y)
    guard area.height > 0 else { return [] }
    return sixels(of: area, offset: offset, height: height)
  }
}

/// What a terminal takes of pictures that are written where they are to be seen.
package struct InlineLimits: Hashable, Sendable {
  /// Pixels of one part at most.
  package var width: Int
  package var height: Int
  /// What a part's height should be a multiple of, in pixels.
  package var unit: Int

  /// Limits; none of a terminal that has not told any. Sixels come in sixes.
  package init(width: Int = .max, height: Int = .max, unit: Int = 6) {
    (self.width, self.height, self.unit) = (width, height, unit)
  }
}

/// Files that a terminal shows as pictures: https://iterm2.com/documentation-images.html
package enum InlineFile {
  /// Shows a file, stretched to some cells, from the cursor on.
  package static func shown(_ file: [UInt8], over cells: CellSize) -> [UInt8] {
    // The last key is WezTerm's; others leave the cursor below the picture.
    let keys =
      "inline=1;size=\(file.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.encoded(file) + [0x07]
  }

  /// Shows a file, scaled to so many pixels by the terminal, from the cursor on.
  package static func shown(_ file: [UInt8], inPixels size: PixelExtent) -> [UInt8] {
    let keys =
      "inline=1;size=\(file.count);width=\(size.width)px;height=\(size.height)px;preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.encoded(file) + [0x07]
  }
}
