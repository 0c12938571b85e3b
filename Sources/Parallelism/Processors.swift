import CGlibc
import Dispatch

/// The processors that this process may use.
package enum Processors {
  /// The number of threads that pay, 1…8: one for each processor. Beyond eight, memory bandwidth is the limit.
  package static let threadCount = Int(min(max(1, tui_processor_count()), 8))

  /// Returns work to be done beside the caller's, by a thread that starts: first, that moves to another processor than the one on which this
  /// is called, if there is one. Afterwards it may run anywhere again.
  ///
  /// The kernel decides where a thread starts, and keeps to the processor of the thread that has woken it where others are to remain
  /// asleep, as on some virtual machines. There both would take turns for 40 ms and more, until the load is balanced: longer than most
  /// work of ours takes. To move takes some 50 µs.
  package static func beside(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let processor = current
    return {
      if current == processor { tui_move_thread(0, processor) }
      work()
    }
  }

  /// The number of the processor on which the calling thread runs.
  package static var current: Int32 { tui_processor() }

  /// Keeps the calling thread away from a processor, in place of the last one, if there are others; nil lets it run anywhere again. A
  /// thread that is woken again and again by another one would otherwise be woken on that one's processor each time.
  package static func avoid(_ processor: Int32?) { tui_keep_from_processor(processor ?? -1) }
}

/// Keeps the calling thread away from the processor of the thread that wakes it again and again, which may move. The thread may run anywhere
/// again when this ends.
package struct ProcessorAvoidance: ~Copyable {
  private var processor: Int32?

  package init() {}

  deinit { if processor != nil { Processors.avoid(nil) } }

  /// Keeps away from the processor on which the other thread is now.
  package mutating func follow(_ processor: Int32) {
    guard processor != self.processor else { return }
    Processors.avoid(processor)
    self.processor = processor
  }
}

extension DispatchQueue {
  /// Does work beside the caller's, on another processor than the caller's if there is one.
  package func asyncBeside(_ work: @escaping @Sendable () -> Void) { async(execute: Processors.beside(work)) }
}
