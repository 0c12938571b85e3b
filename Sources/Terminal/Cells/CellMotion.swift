/// How parts of a frame have moved since the previous frame: a hint for the encoder.
///
/// A hint says where to look, never what is there: a wrong one only costs bytes.
package struct CellMotion: Hashable, Sendable {
  /// The line along which cells move.
  package enum Axis: Hashable, Sendable { case horizontal, vertical }

  /// The line along which the areas' cells move.
  package var axis: Axis
  /// Areas whose cells move by one distance each, in the order in which they stand along the axis; they do not overlap.
  package var areas: [CellRect]

  /// Areas that are looked at: more of them than layers that a person can tell apart are not worth it.
  package static let maximumAreas = 4

  /// A hint.
  package init(_ axis: Axis, areas: [CellRect]) {
    self.axis = axis
    self.areas = areas
  }
}
