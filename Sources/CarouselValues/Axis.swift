/// The axis along which slides move. There will be no other cases.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// From side to side.
  case horizontal
  /// Up and down.
  case vertical
}
