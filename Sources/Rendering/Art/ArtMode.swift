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
  private let mixing: Mixing?

  /// How a mixture of two canvases is drawn that have been drawn as cells.
  package typealias Mixing = @Sendable (_ mix: Canvas, _ first: [Cell], _ second: [Cell], ArtOptions) -> [Cell]

  /// A mode; one that knows no quicker way draws a mixture like any canvas.
  package init(
    name: String, samplesPerHalfCell: PixelSize, needsUnicode: Bool,
    drawing: @escaping @Sendable (Canvas, ArtOptions) -> [Cell], mixing: Mixing? = nil
  ) {
    self.name = name
    self.samplesPerHalfCell = samplesPerHalfCell
    self.needsUnicode = needsUnicode
    self.drawing = drawing
    self.mixing = mixing
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

  /// Draws a mixture of two canvases of which the cells are known.
  package func draw(mix: Canvas, of first: CellBuffer, and second: CellBuffer, _ options: ArtOptions) -> CellBuffer {
    guard let mixing else { return draw(mix, options) }
    precondition(mix.samplesPerCell == samplesPerCell, "a canvas has its art's samples")
    var buffer = CellBuffer(size: mix.cells)
    buffer.cells = mixing(mix, first.cells, second.cells, options)
    return buffer
  }

  /// Modes are told apart by their names.
  package static func == (left: ArtMode, right: ArtMode) -> Bool { left.name == right.name }

  /// Modes are told apart by their names.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The glyphs of some sets, fitted to each cell. Two colours and half blocks alone, and characters alone, have a mode
  /// of their own.
  package init(_ sets: GlyphSet) {
    if sets == .half {
      self = .half
    } else if sets == .ascii {
      self = .ascii
    } else {
      self.init(fit: GlyphFit(sets: sets), name: sets.name)
    }
  }

  /// The glyphs of a fit.
  init(fit: GlyphFit, name: String) {
    self.init(
      name: name, samplesPerHalfCell: GlyphFit.samplesPerHalfCell, needsUnicode: true,
      drawing: { canvas, options in fit.draw(canvas, options) },
      mixing: { mix, first, second, options in fit.draw(mix: mix, of: first, and: second, options) })
  }

  /// What every font has: halves, quadrants, eighths.
  package static let block = ArtMode(.block)
  /// With sextants and wedges.
  package static let legacy = ArtMode(.legacy)
  /// With octants and lines.
  package static let best = ArtMode(.best)

  /// The mode for some sets: that of the key's modes where it is one of them, so that its glyphs are prepared once.
  package static func shared(_ sets: GlyphSet) -> ArtMode {
    let mode = ArtMode(sets)
    return all.first { $0 == mode } ?? mode
  }

  /// The modes that a key cycles through, in order.
  package static let all: [ArtMode] = [.half, .block, .legacy, .best, .ascii]
}
