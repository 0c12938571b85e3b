package import Bitmaps
package import Terminal

/// A way to draw samples as cells. Modes are values in a table, so a new mode is a new row.
package struct ArtMode: Sendable, Hashable {
  /// The name on the command line and in the status.
  package let name: String
  /// The samples per half cell, across and down. Pictures are fitted to half cells in every mode.
  package let samplesPerHalfCell: PixelSize
  /// Whether it needs a locale with the block elements.
  package let needsUnicode: Bool
  /// Whether each cell depends on its own samples only where colors are not reduced.
  private let fitsCellsAlone: Bool
  private let drawing: Drawing
  private let mixing: Mixing?

  /// Draws a canvas, which may be changed in place: to provide the memory for another one takes as long as many a step.
  package typealias Drawing = @Sendable (consuming Canvas, ArtOptions) -> [Cell]

  /// Draws a mixture of two canvases whose cells are known.
  package typealias Mixing = @Sendable (_ mix: Canvas, _ first: [Cell], _ second: [Cell], ArtOptions) -> [Cell]

  /// Creates a mode. Without `mixing`, mixtures are drawn like any other canvas.
  package init(
    name: String, samplesPerHalfCell: PixelSize, needsUnicode: Bool, fitsCellsAlone: Bool = false,
    drawing: @escaping Drawing, mixing: Mixing? = nil
  ) {
    self.name = name
    self.samplesPerHalfCell = samplesPerHalfCell
    self.needsUnicode = needsUnicode
    self.fitsCellsAlone = fitsCellsAlone
    self.drawing = drawing
    self.mixing = mixing
  }

  /// Samples per cell.
  package var samplesPerCell: PixelSize {
    PixelSize(width: samplesPerHalfCell.width, height: samplesPerHalfCell.height * 2)
  }

  /// Draws a canvas with this mode's samples per cell: `cells.count` cells, row-major.
  package func draw(_ canvas: consuming Canvas, _ options: ArtOptions) -> CellBuffer {
    precondition(canvas.samplesPerCell == samplesPerCell, "a canvas has its art's samples")
    var buffer = CellBuffer(size: canvas.cells)
    buffer.cells = drawing(canvas, options)
    return buffer
  }

  /// Whether each cell depends on its own samples only, so that some cells can be drawn without the others.
  func fitsCellsAlone(_ options: ArtOptions) -> Bool {
    fitsCellsAlone && options.depth == .truecolor && options.usesBackgrounds
  }

  /// Draws a mixture of two canvases whose cells are known.
  package func draw(mix: Canvas, of first: CellBuffer, and second: CellBuffer, _ options: ArtOptions) -> CellBuffer {
    guard let mixing else { return draw(mix, options) }
    precondition(mix.samplesPerCell == samplesPerCell, "a canvas has its art's samples")
    var buffer = CellBuffer(size: mix.cells)
    buffer.cells = mixing(mix, first.cells, second.cells, options)
    return buffer
  }

  /// Modes are identified by their names.
  package static func == (left: ArtMode, right: ArtMode) -> Bool { left.name == right.name }

  /// Modes are identified by their names.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The mode that fits the glyphs of some sets to each cell. Half blocks alone and ASCII characters alone have their
  /// own modes.
  package init(_ sets: GlyphSet) {
    if sets == .half {
      self = .half
    } else if sets == .ascii {
      self = .ascii
    } else {
      self.init(fit: GlyphFit(sets: sets), name: sets.name)
    }
  }

  init(fit: GlyphFit, name: String) {
    self.init(
      name: name, samplesPerHalfCell: GlyphFit.samplesPerHalfCell, needsUnicode: true, fitsCellsAlone: true,
      drawing: { canvas, options in fit.draw(canvas, options) },
      mixing: { mix, first, second, options in fit.draw(mix: mix, of: first, and: second, options) })
  }

  /// The glyphs that every font has: halves, quadrants, eighths.
  package static let block = ArtMode(.block)
  /// `block` with sextants and wedges.
  package static let legacy = ArtMode(.legacy)
  /// `legacy` with octants and lines.
  package static let best = ArtMode(.best)

  /// The mode for some sets: one of `all` if it is there, so that its glyphs are prepared only once. The others are not made.
  package static func shared(_ sets: GlyphSet) -> ArtMode {
    switch sets {
    case .half: half
    case .block: block
    case .legacy: legacy
    case .best: best
    case .ascii: ascii
    default: ArtMode(sets)
    }
  }

  /// The modes that a key cycles through, in order.
  package static let all: [ArtMode] = [.half, .block, .legacy, .best, .ascii]
}
