/// A check that long decodes make now and then: whether they have been cancelled or have run out of time.
package struct DecodeDeadline: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let limit: Duration
  private let isWanted: @Sendable () -> Bool

  /// Creates a deadline that starts now, measured by `clock`.
  ///
  /// - Parameter isWanted: Whether the result is still needed; by default, unless the task is cancelled.
  package init(
    _ clock: some Clock<Duration>, limit: Duration, isWanted: @escaping @Sendable () -> Bool = { !Task.isCancelled }
  ) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.limit = limit
    self.isWanted = isWanted
  }

  /// Checks for cancellation and for the time limit.
  ///
  /// - Throws: `ImageError.cancelled` if the result is no longer needed, `.tookTooLong` if the limit has passed.
  package func check() throws(ImageError) {
    guard isWanted() else { throw .cancelled }
    if elapsed() > limit { throw .tookTooLong(limit: limit) }
  }
}
