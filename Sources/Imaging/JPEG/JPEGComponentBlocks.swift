/// The blocks of one of a JPEG's components in a group, and the samples that they yield at 1/8 scale.
struct JPEGComponentBlocks: Sendable {
  /// The number of blocks in a group, across and down.
  let across: Int, down: Int
  /// The number of samples for each block, across and down: two where the component has half the resolution, otherwise
  /// one.
  let wide: Int, high: Int
  /// What the mean is multiplied with; eight times as much as in sample levels.
  let quantum: Int32

  /// The number of blocks in a group.
  var count: Int { across &* down }
  /// Whether a block yields several samples, for which it is more than its mean.
  var hasParts: Bool { wide > 1 || high > 1 }
}
