/// The output that turns the last frame into the next one.
package struct PixelUpdate: Sendable {
  /// Bytes to write before the frame's synchronized update: shades, and the end of an upload that would be interrupted.
  package var ahead: [UInt8] = []
  /// Placements, written before the cells that have covered them until now.
  package var placing: [UInt8] = []
  /// Deletions, written after the cells that replace the images, and what the cells' motion may displace.
  package var trailing: [UInt8] = []
  /// The cells to show.
  package var cells: CellBuffer
  /// Whether pictures are shown in pixels.
  package var showsPixels = false

  /// An update of cells only.
  package init(cells: CellBuffer) { self.cells = cells }
}
