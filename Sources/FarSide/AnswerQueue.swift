import Dispatch
import Fetching
import Synchronization

/// Answers that a thread waits for.
final class AnswerQueue: Sendable {
  private enum State {
    case open([FarAnswer])
    case givenUp
    case closed
  }

  /// The most answers that wait for the thread.
  private static let capacity = 16

  private let state = Mutex(State.open([]))
  private let arrival = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init() { for _ in 0..<AnswerQueue.capacity { room.signal() } }

  /// Adds an answer. Blocks while too many wait, so that a far side cannot send more than is taken.
  @Sendable func add(_ answer: FarAnswer) {
    room.wait()
    let isAdded = state.withLock { state in
      guard case .open(let answers) = state else { return false }
      state = .open(answers + [answer])
      return true
    }
    (isAdded ? arrival : room).signal()
  }

  /// Removes and returns the next answer; nil if none has arrived within a time.
  func next(within time: DispatchTimeInterval = .never) -> FarAnswer? {
    guard arrival.wait(timeout: time == .never ? .distantFuture : .now() + time) == .success else { return nil }
    let answer = state.withLock { state -> FarAnswer? in
      guard case .open(var answers) = state, !answers.isEmpty else { return nil }
      let first = answers.removeFirst()
      state = .open(answers)
      return first
    }
    room.signal()
    return answer ?? .failed(FetchFailure(.stopped, "given up", isTransient: true))
  }

  /// Has the thread stop waiting: the next answer is a failure.
  func giveUp() {
    state.withLock { if case .open = $0 { $0 = .givenUp } }
    arrival.signal()
    room.signal()
  }

  /// Drops all further answers.
  func close() {
    state.withLock { $0 = .closed }
    room.signal()
  }
}
