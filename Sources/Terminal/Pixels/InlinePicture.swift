/// A picture for a terminal that keeps no images: it is written at its position, in parts, each time that it must
/// appear, as sixels or as a file in OSC 1337.
package protocol InlinePicture: Sendable {
  /// Whether every pixel is opaque.
  var isOpaque: Bool { get }

  /// Whether every pixel of a part is opaque.
  func isOpaque(in area: PixelArea) -> Bool

  /// Returns the bytes that show a part of the picture, with the cursor in the first cell of that part.
  ///
  /// - Parameters:
  ///   - area: The part, within the picture.
  ///   - offset: The pixels of the first cell to the left of the part and above it, which stay unchanged.
  ///   - cells: The number of cells that the part touches.
  ///   - cell: The size of a cell.
  ///   - unit: The number of pixels that the height of what is sent is a multiple of.
  func bytes(of area: PixelArea, offset: PixelOffset, over cells: CellSize, of cell: CellPixels, unit: Int) -> [UInt8]

  /// Returns the bytes that show a part of the picture anywhere in the window, without scrolling; nil if the protocol
  /// cannot do that.
  ///
  /// - Parameter position: The position of the part's first pixel in the window.
  func bytes(of area: PixelArea, at position: PixelOffset) -> [UInt8]?
}

extension InlinePicture {
  package func bytes(of area: PixelArea, at position: PixelOffset) -> [UInt8]? { nil }
}

extension SixelPicture: InlinePicture {
  package func isOpaque(in area: PixelArea) -> Bool {
    if isOpaque { return true }
    return (area.y..<area.y + area.height).allSatisfy { row in
      let start = row * size.width + area.x
      return !indices[start..<start + area.width].contains(SixelPicture.transparent)
    }
  }

  package func bytes(
    of area: PixelArea, offset: PixelOffset, over cells: CellSize, of cell: CellPixels, unit: Int
  ) -> [UInt8] {
    let height = cells.rows * cell.height / unit * unit
    var area = area
    area.height = min(area.height, height - offset.y)
    guard area.height > 0 else { return [] }
    return sixels(of: area, offset: offset, height: height)
  }

  /// In sixel display mode (DECSDM, mode 80) a picture begins in the window's corner, and nothing scrolls.
  package func bytes(of area: PixelArea, at position: PixelOffset) -> [UInt8]? {
    Array("\u{1B}[?80h".utf8) + sixels(of: area, offset: position) + InlineImages.displayModeReset
  }
}

/// The limits of a terminal for pictures that are written at their position.
package struct InlineLimits: Hashable, Sendable {
  /// The maximum width of one part in pixels.
  package var width: Int
  /// The maximum height of one part in pixels.
  package var height: Int
  /// The number of pixels that a part's height is a multiple of: terminals draw bands of six rows, and some paint the
  /// unused rows of the last band black.
  package var unit: Int
  /// Whether the terminal shows a part of any height anywhere in the window, without scrolling.
  package var hasDisplayMode: Bool

  /// Limits; unlimited by default, for a terminal that reports none. The default unit is a sixel's height.
  package init(width: Int = .max, height: Int = .max, unit: Int = 6, hasDisplayMode: Bool = false) {
    (self.width, self.height, self.unit, self.hasDisplayMode) = (width, height, unit, hasDisplayMode)
  }
}

/// Files that a terminal shows as pictures (OSC 1337): https://iterm2.com/documentation-images.html
package enum InlineFile {
  /// Shows a file at the cursor, stretched to a number of cells.
  package static func shown(_ file: [UInt8], over cells: CellSize) -> [UInt8] {
    // The last key is WezTerm's; other terminals leave the cursor below the picture.
    let keys =
      "inline=1;size=\(file.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.encoded(file) + [0x07]
  }
}
