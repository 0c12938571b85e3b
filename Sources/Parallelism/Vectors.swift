import CProcessor

/// The vectors that the processor has.
package enum Vectors {
  /// Whether there are vectors of eight numbers. Functions in C that use them have the same results without them.
  package static let areWide = tui_vectors_are_wide()
}
