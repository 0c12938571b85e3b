import CGlibc
import Dispatch
package import Fetching
import Glibc
import Synchronization
import System

/// Copies of URLs, from the cache or through the fetching process: the viewer's only way to the network.
///
/// Nothing is started before the first URL is wanted. Then one thread does all of it, and sleeps until someone comes. A
/// fresh copy that is kept is served without the process, which is started for the first that is not.
package final class Fetcher: Sendable {
  /// A single fetch, for those who wait for it.
  package struct Call: Sendable {
    let number: UInt64
    let url: String
    let priority: Int
    let isForced: Bool
    let answer: @Sendable (Result<FetchedCopy, FetchFailure>) -> Void
  }

  /// What the thread has not taken yet.
  package struct Inbox: Sendable {
    var requests: [DownloadRequest]?
    var calls: [Call] = []
    var givesUpCalls = false
    /// Called when all is over.
    var end: (@Sendable () -> Void)?
  }

  private struct State {
    var inbox = Inbox()
    var lastCall: UInt64 = 0
    /// What wakes the thread, once there is one.
    var wakePipe: Int32?
    var isWoken = false
  }

  /// How it is set up.
  package let settings: FetchSettings
  private let report: @Sendable ([DownloadUpdate]) -> Void
  private let state = Mutex(State())

  /// A fetcher that has not begun.
  ///
  /// - Parameter report: told what becomes of requests, on a thread of the fetcher's.
  package init(_ settings: FetchSettings, report: @escaping @Sendable ([DownloadUpdate]) -> Void = { _ in }) {
    self.settings = settings
    self.report = report
  }

  /// What the slides in demand want now, all of it: what was wanted before and is not any more is given up.
  package func want(_ requests: [DownloadRequest]) {
    // Who never wanted anything starts nothing by wanting nothing.
    if requests.isEmpty, state.withLock({ $0.wakePipe == nil }) { return }
    post { $0.requests = requests }
  }

  /// Asks for one URL, beside what slides want.
  ///
  /// A copy that is kept but stale is what there is where the server cannot be asked.
  ///
  /// - Parameter answer: called once, on a thread of the fetcher's.
  package func fetch(
    _ url: String, priority: Int = 0, isForced: Bool = false,
    _ answer: @escaping @Sendable (Result<FetchedCopy, FetchFailure>) -> Void
  ) {
    let number = state.withLock { state in
      state.lastCall += 1
      return state.lastCall
    }
    let call = Call(number: number, url: url, priority: priority, isForced: isForced, answer: answer)
    post { $0.calls.append(call) }
  }

  /// Ends all that `fetch` has asked for: it is answered as stopped.
  package func giveUpCalls() {
    if state.withLock({ $0.wakePipe == nil }) { return }
    post { $0.givesUpCalls = true }
  }

  /// Ends it for good, the process, too; returns when that is done. Nothing may be asked of it any more.
  package func stop() {
    if state.withLock({ $0.wakePipe == nil }) { return }
    let isOver = DispatchSemaphore(value: 0)
    post { $0.end = { isOver.signal() } }
    // Killing does not take long. Whatever holds it up does not hold us up.
    _ = isOver.wait(timeout: .now() + 0.5)
  }

  private func post(_ change: (inout Inbox) -> Void) {
    let wakePipe: Int32? = state.withLock { state in
      change(&state.inbox)
      // One byte is enough until the thread has read it.
      defer { state.isWoken = true }
      guard let wakePipe = state.wakePipe else {
        state.wakePipe = begin()
        return nil
      }
      return state.isWoken ? nil : wakePipe
    }
    guard let wakePipe else { return }
    _ = unsafe [UInt8(1)].withUnsafeBytes { unsafe Glibc.write(wakePipe, $0.baseAddress, 1) }
  }

  /// Starts the thread, which looks into the inbox first of all.
  ///
  /// - Returns: what wakes it later; nil where the system has no pipe: then the next request tries again.
  private func begin() -> Int32? {
    var end: (reading: Int32, writing: Int32) = (-1, -1)
    guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { return nil }
    let wakePipe = end.reading
    // A queue of its own is a thread of its own.
    DispatchQueue(label: "tui.fetching").async { [self] in
      FetchLoop(settings: settings, wakePipe: wakePipe).run(takingFrom: self)
    }
    return end.writing
  }

  /// What has come in; for the thread.
  package func popInbox() -> Inbox {
    state.withLock { state in
      defer { (state.inbox, state.isWoken) = (Inbox(), false) }
      return state.inbox
    }
  }

  /// Tells what has come of requests; for the thread.
  package func tell(_ updates: [DownloadUpdate]) { report(updates) }
}
