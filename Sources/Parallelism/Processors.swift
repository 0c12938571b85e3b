import CGlibc

/// The processors that this process may use.
package enum Processors {
  /// The number of threads that pay, 1…8: one for each processor. Beyond eight, memory bandwidth is the limit.
  package static let threadCount = Int(min(max(1, tui_processor_count()), 8))
}
