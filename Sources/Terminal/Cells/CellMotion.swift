/// How parts of a frame have moved since the previous frame: a hint for the encoder.
///
/// The hint only says where to search: a wrong one costs bytes, never correctness.
package struct CellMotion: Hashable, Sendable {
  /// The axis along which cells move.
  package enum Axis: Hashable, Sendable { case horizontal, vertical }

  /// The axis along which the areas' cells move.
  package var axis: Axis
  /// Disjoint areas, in order along the axis; all cells of one area move by the same distance.
  package var areas: [CellRect]

  /// The maximum number of areas considered: more layers than a person can distinguish are not worth the effort.
  package static let maximumAreas = 4

  /// A hint that areas have moved along an axis.
  package init(_ axis: Axis, areas: [CellRect]) {
    self.axis = axis
    self.areas = areas
  }
}
