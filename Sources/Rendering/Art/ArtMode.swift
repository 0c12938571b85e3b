package import Imaging
package import Terminal

/// A way to draw samples in cells: a value in a table, so that a new one is a new row.
package struct ArtMode: Sendable, Hashable {
  /// The name on the command line and in the status.
  package let name: String
  /// Samples that it wants of each half cell, across and down. Pictures are fitted to half cells in every mode.
  package let samplesPerHalfCell: PixelSize
  /// Whether it needs a locale that has the block elements.
  package let needsUnicode: Bool
  private let drawing: @Sendable (Canvas, ArtOptions) -> [Cell]

  /// A mode.
  package init(
    name: String, samplesPerHalfCell: PixelSize, needsUnicode: Bool,
    drawing: @escaping @Sendable (Canvas, ArtOptions) -> [Cell]
  ) {
    self.name = name
    self.samplesPerHalfCell = samplesPerHalfCell
    self.needsUnicode = needsUnicode
    self.drawing = drawing
  }

  /// Samples in each cell.
  package var samplesPerCell: PixelSize {
    PixelSize(width: samplesPerHalfCell.width, height: samplesPerHalfCell.height * 2)
  }

  /// Draws a canvas of this mode's samples: `cells.count` cells, row-major.
  package func draw(_ canvas: Canvas, _ options: ArtOptions) -> CellBuffer {
    precondition(canvas.samplesPerCell == samplesPerCell, "a canvas has its art's samples")
    var buffer = CellBuffer(size: canvas.cells)
    buffer.cells = drawing(canvas, options)
    return buffer
  }

  /// Modes are told apart by their names.
  package static func == (left: ArtMode, right: ArtMode) -> Bool { left.name == right.name }

  /// Modes are told apart by their names.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Every mode, in the order in which a key cycles through them.
  package static let all: [ArtMode] = [.half, .ascii]
}

/// What an art mode must know beside the samples.
package struct ArtOptions: Hashable, Sendable {
  /// The colours that the cells may have. Palettes are reduced to later; only mono changes the drawing itself.
  package var depth: ColorDepth
  /// The light of the terminal's own background, where samples are nothing.
  package var assumedBackground: Light

  /// Options.
  package init(depth: ColorDepth, assumedBackground: Light = .black) {
    self.depth = depth
    self.assumedBackground = assumedBackground
  }
}
