import Dispatch

/// The main queue as the main actor: Dispatch calls back on a queue, which the compiler cannot know to be this actor.
package enum MainQueue {
  /// Runs something in a later pass of the main queue.
  package static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }

  /// A handler for a source on the main queue.
  static func handler(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    { MainActor.assumeIsolated(body) }
  }
}
