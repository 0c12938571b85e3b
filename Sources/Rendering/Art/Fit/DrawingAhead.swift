import Dispatch
import Synchronization

/// A serial queue for drawing what is not needed yet, on all processors. While frames are due, it leaves one of them, if there are several.
///
/// ```swift
/// ahead.async { content = slide.drawn(in: area, style: style) }
/// ahead.leavesProcessor = true     // from now on, also for what is being drawn
/// ```
package final class DrawingAhead: Sendable {
  /// What work on the queue finds out about it.
  final class Limit: Sendable {
    fileprivate let leaves = Atomic(false)

    /// Whether a processor is left to frames that are due.
    var leavesProcessor: Bool { leaves.load(ordering: .relaxed) }
  }

  private static let key = DispatchSpecificKey<Limit>()

  private let queue = DispatchQueue(label: "tui.prerender")
  private let limit = Limit()

  /// A queue that uses all processors.
  package init() { queue.setSpecific(key: Self.key, value: limit) }

  /// The limit of the work that calls this; nil if it is not done ahead.
  static var limit: Limit? { DispatchQueue.getSpecific(key: key) }

  /// Whether a processor is left to frames that are due.
  package var leavesProcessor: Bool {
    get { limit.leavesProcessor }
    set { limit.leaves.store(newValue, ordering: .relaxed) }
  }

  /// Does work after all earlier work.
  package func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
