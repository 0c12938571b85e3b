/// A check that long decodes make now and then: whether they have been cancelled or have run out of time.
struct DecodeDeadline: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let limit: Duration

  /// Creates a deadline that starts now, measured by `clock`.
  init(_ clock: some Clock<Duration>, limit: Duration) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.limit = limit
  }

  /// Checks for cancellation and for the time limit.
  ///
  /// - Throws: `ImageError.cancelled` if the task was cancelled, `.tookTooLong` if the limit has passed.
  func check() throws(ImageError) {
    if Task.isCancelled { throw .cancelled }
    if elapsed() > limit { throw .tookTooLong(limit: limit) }
  }
}
