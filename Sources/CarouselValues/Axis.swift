/// The axis along which slides move.
public enum Axis: Hashable, Sendable, CaseIterable {
  /// From side to side.
  case horizontal
  /// Up and down.
  case vertical
}
