/// The content of a window: cells and, for terminals that can show them, pictures in pixels.
package struct Frame: Hashable, Sendable {
  /// The whole window in cells.
  package var cells: CellBuffer
  /// The window with pictures in pixels, for terminals that have all of its images; nil if there is no such form.
  package var pixels: PixelFrame?
  /// A less exact form in pixels, from images that the terminal may already have: shown until it has those of `pixels`.
  /// Nil if there is none.
  package var interim: PixelFrame?
  /// Images that later frames may need, likeliest first; they are sent while nothing moves.
  package var upcoming: [PixelImage] = []
  /// The animation that is played again and again: the terminal keeps its frames, as far as they fit. Nil if there is
  /// none.
  package var loop: UInt64?

  /// A frame of cells, optionally with a form in pixels.
  package init(_ cells: CellBuffer, pixels: PixelFrame? = nil) {
    self.cells = cells
    self.pixels = pixels
  }
}

/// A window with pictures in pixels under its text.
package struct PixelFrame: Hashable, Sendable {
  /// The text, and everything drawn outside the pictures. A picture shows through cells with the terminal's own
  /// background.
  package var cells: CellBuffer
  /// The images' placements, back to front.
  package var placements: [Placement]
  /// The areas where nothing covers the pictures, for terminals that show pixels in place of a cell's text; nil for
  /// terminals that show both.
  package var uncovered: [CellRect]?

  /// A window of cells and placements.
  package init(cells: CellBuffer, placements: [Placement], uncovered: [CellRect]? = nil) {
    self.cells = cells
    self.placements = placements
    self.uncovered = uncovered
  }

  /// The images of the placements, without duplicates.
  package var images: [PixelImage] {
    var images: [PixelImage] = []
    for placement in placements where !images.contains(placement.image) { images.append(placement.image) }
    return images
  }
}
