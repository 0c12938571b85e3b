import Dispatch

/// The main queue as the main actor. Dispatch calls back on the queue, which the compiler cannot know to be the main
/// actor's.
package enum MainQueue {
  /// Runs a closure on the main queue, after the current work.
  package static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }

  /// Returns a handler for an event source on the main queue.
  static func handler(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    { MainActor.assumeIsolated(body) }
  }
}

extension DispatchQueue {
  /// Does some work on this queue, and passes its result on, on the main queue.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then report: @escaping @MainActor (Value) -> Void
  ) {
    async {
      let value = work()
      MainQueue.async { report(value) }
    }
  }
}
