import CGlibc
import Dispatch
import Glibc
import Synchronization

/// What a thread that waits for descriptors has not handled yet, and the pipe that wakes it. The first post starts it.
package final class ThreadInbox<Content: Sendable>: Sendable {
  private struct State {
    var content: Content
    /// The write end of the pipe; nil until the thread is started.
    var wakePipe: Int32?
    /// Whether a byte is in the pipe. One is enough until the thread has read it.
    var isWoken = false
    var isStopping = false
  }

  private let empty: Content
  private let label: String
  private let state: Mutex<State>
  private let end = DispatchSemaphore(value: 0)

  /// An inbox without a thread.
  ///
  /// - Parameter label: the name of its queue.
  package init(_ empty: Content, label: String) {
    (self.empty, self.label) = (empty, label)
    state = Mutex(State(content: empty))
  }

  /// Whether the thread has been started.
  package var isStarted: Bool { state.withLock { $0.wakePipe != nil } }

  /// Changes the content, and wakes the thread, or starts it. If there are no descriptors left, the next post tries again.
  ///
  /// - Parameter run: what the thread does, with the read end of the pipe; it begins by popping the content.
  package func post(_ change: (inout Content) -> Void, run: @escaping @Sendable (_ wakePipe: Int32) -> Void) {
    let wakePipe: Int32? = state.withLock { state in
      change(&state.content)
      defer { state.isWoken = true }
      if let wakePipe = state.wakePipe { return state.isWoken ? nil : wakePipe }
      var end: (reading: Int32, writing: Int32) = (-1, -1)
      guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { return nil }
      state.wakePipe = end.writing
      let reading = end.reading
      // A separate serial queue has a thread that may block.
      DispatchQueue(label: label).async { run(reading) }
      return nil
    }
    guard let wakePipe else { return }
    _ = unsafe [UInt8(1)].withUnsafeBytes { unsafe Glibc.write(wakePipe, $0.baseAddress, 1) }
  }

  /// Stops the thread, and waits at most half a second for that: if something delays it, the viewer does not wait longer.
  package func stop() {
    guard isStarted else { return }
    state.withLock { $0.isStopping = true }
    post({ _ in }, run: { _ in })
    _ = end.wait(timeout: .now() + 0.5)
  }

  /// Removes and returns the content; nil if the thread is to clean up, call `hasEnded` and end. Called by the thread.
  package func pop() -> Content? {
    state.withLock { state in
      defer { (state.content, state.isWoken) = (empty, false) }
      return state.isStopping ? nil : state.content
    }
  }

  /// Ends the wait of `stop`. Called by the thread.
  package func hasEnded() { end.signal() }
}
