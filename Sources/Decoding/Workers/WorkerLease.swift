import Imaging
import Synchronization
import System

/// A worker that one picture uses; afterwards it returns to the others. After a crash, a cancellation or a timeout it is
/// killed, and all further calls fail.
final class WorkerLease: Sendable {
  /// The interval in milliseconds at which it is checked whether an answer is still wanted.
  private static let pollInterval = 50

  let limits: DecodingLimits
  private let gracePeriod: Duration
  /// The worker, unless it has failed. Locked during a call: requests are answered one by one.
  private let worker: Mutex<WorkerProcess?>
  /// What the worker reads, unless that is a file.
  private let input: SharedBuffer?
  private let release: @Sendable (WorkerProcess) -> Void
  /// The picture's format, once it is known.
  private let format = Mutex<String?>(nil)

  /// A lease of a worker that is idle.
  ///
  /// - Parameters:
  ///   - gracePeriod: how long an answer may take beyond the decoder's own time limit.
  ///   - input: what it will read, unless that is a file.
  ///   - release: takes the worker back, unless it has failed.
  init(
    _ worker: WorkerProcess, limits: DecodingLimits, gracePeriod: Duration, input: SharedBuffer? = nil,
    release: @escaping @Sendable (WorkerProcess) -> Void
  ) {
    self.worker = Mutex(worker)
    self.limits = limits
    self.gracePeriod = gracePeriod
    self.input = input
    self.release = release
  }

  deinit {
    guard let worker = worker.withLock({ $0 }) else { return }
    if worker.send(WorkerRequest.close.message) { release(worker) }
  }

  /// Sets the format for error messages.
  func setFormat(_ name: String) { format.withLock { $0 = name } }

  /// The error for an answer that does not fit the request. The worker is killed.
  func crash() -> ImageError {
    fail()
    return .crashed(format: format.withLock { $0 })
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameters:
  ///   - file: a descriptor that the request is about.
  ///   - time: additional time for the answer.
  ///   - isWanted: whether to keep waiting; called now and then, on this thread.
  /// - Throws: `ImageError`: the worker's error, `.crashed`, `.noDecoder`, `.tookTooLong`, or `.cancelled`.
  func call(
    _ request: WorkerRequest, file: Int32? = nil, time: Duration = .zero,
    while isWanted: () -> Bool = { !Task.isCancelled }
  ) throws(ImageError) -> WorkerAnswer {
    let answer = try worker.withLock { worker throws(ImageError) in
      try WorkerLease.answer(
        of: &worker, to: request, file: file, limits: limits, format: format.withLock { $0 },
        time: gracePeriod + time, while: isWanted)
    }
    if case .failed(let error) = answer { throw error }
    return answer
  }

  private static func answer(
    of worker: inout WorkerProcess?, to request: WorkerRequest, file: Int32?, limits: DecodingLimits, format: String?,
    time: Duration, while isWanted: () -> Bool
  ) throws(ImageError) -> WorkerAnswer {
    guard let process = worker else { throw .crashed(format: format) }
    // It is a worker again only after a proper answer.
    worker = nil
    let deadline = MonotonicClock.now + limits.maxDuration + time
    var failure = ImageError.crashed(format: format)
    if process.request(request.message, file: file, time: limits.maxDuration + time) {
      waiting: while true {
        switch process.receive(within: pollInterval) {
        case .message(let message):
          guard let answer = try? WorkerAnswer(message.bytes, limits: limits) else { break waiting }
          worker = process
          return answer
        case .ended: break waiting
        case .timedOut:
          if !isWanted() {
            failure = .cancelled
            break waiting
          }
          if MonotonicClock.now > deadline {
            failure = .tookTooLong(limit: limits.maxDuration)
            break waiting
          }
        }
      }
    }
    process.kill()
    // It may never have been forked.
    throw failure == .crashed(format: format) && !process.hasBegun ? .noDecoder : failure
  }

  private func fail() {
    worker.withLock { worker in
      worker?.kill()
      worker = nil
    }
  }
}
