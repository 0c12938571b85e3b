import Dispatch
import Parallelism
import Synchronization

/// A bounded queue from a decoding thread to a consuming one; each waits for the other. It counts elements, such as
/// pixels or bands of rows; their memory belongs to the caller.
final class DecodedQueue: Sendable {
  private struct State {
    /// The numbers of decoded and of consumed elements.
    var decoded = 0
    var taken = 0
    /// Whether decoding has ended, and the error if it failed.
    var isOver = false
    var failure: ImageError?
    var consumerWaits = false
    var decoderWaits = false
  }

  private let format: String
  private let state = Mutex(State())
  private let consumerWake = DispatchSemaphore(value: 0)
  private let decoderWake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Creates a queue for decoding a format, which errors name.
  init(format: String) { self.format = format }

  /// Starts decoding in a separate thread, until all elements are decoded, decoding fails, or `end` is called.
  ///
  /// - Parameters:
  ///   - lead: The maximum number of elements that are decoded and not consumed.
  ///   - step: The number of elements after which waiting threads are woken.
  ///   - isLongest: Whether this takes longer than what the consumer does. It then begins on another processor than the consumer's, which
  ///     of several threads that feed each other only one should.
  ///   - prepare: What the thread does first, before it waits for room.
  ///   - decode: Decodes up to a number of elements or slightly more, and returns their number.
  func start(
    count: Int, lead: Int, step: Int, isLongest: Bool = true, preparing prepare: @escaping @Sendable () -> Void = {},
    _ decode: @escaping @Sendable (_ limit: Int) throws(ImageError) -> Int
  ) {
    let work: @Sendable () -> Void = {
      prepare()
      var decoded = 0
      do throws(ImageError) {
        while decoded < count, self.waitForRoom(decoded + step - lead) {
          decoded = try decode(min(count, decoded + step))
          self.update { $0.decoded = decoded }
        }
        self.update { $0.isOver = true }
      } catch {
        self.update { state in
          state.isOver = true
          state.failure = error
        }
      }
      self.ended.signal()
    }
    // A separate queue gets a thread even if the shared ones are all busy.
    let queue = DispatchQueue(label: "tui.decoding")
    if isLongest { queue.asyncBeside(work) } else { queue.async(execute: work) }
  }

  /// Waits until `count` elements are decoded.
  ///
  /// - Throws: The error of `decode`, or `ImageError.truncated` if decoding ended without one.
  func wait(for count: Int) throws(ImageError) {
    while true {
      let (isReady, failure) = state.withLock { state in
        let isReady = state.decoded >= count
        state.consumerWaits = !isReady && !state.isOver
        return (isReady, state.isOver ? state.failure ?? .truncated(format: format) : nil)
      }
      if isReady { return }
      if let failure { throw failure }
      consumerWake.wait()
    }
  }

  /// Allows the first `count` elements to be overwritten.
  func release(_ count: Int) {
    let isAwaited = state.withLock { state in
      state.taken = count
      defer { state.decoderWaits = false }
      return state.decoderWaits
    }
    if isAwaited { decoderWake.signal() }
  }

  /// Stops decoding, and waits for the thread to end.
  func end() {
    let isAwaited = state.withLock { state in
      state.isOver = true
      defer { state.decoderWaits = false }
      return state.decoderWaits
    }
    if isAwaited { decoderWake.signal() }
    ended.wait()
  }

  /// Waits until `count` elements are consumed; returns false if decoding has ended.
  private func waitForRoom(_ count: Int) -> Bool {
    while true {
      let (isReady, isOver) = state.withLock { state in
        let isReady = state.taken >= count
        state.decoderWaits = !isReady && !state.isOver
        return (isReady, state.isOver)
      }
      if isOver { return false }
      if isReady { return true }
      decoderWake.wait()
    }
  }

  private func update(_ change: (inout State) -> Void) {
    let isAwaited = state.withLock { state in
      change(&state)
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if isAwaited { consumerWake.signal() }
  }
}
