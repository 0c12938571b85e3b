/// What a long decode asks now and then: whether it is still wanted, and whether it has taken too long.
struct DecodeDeadline: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let limit: Duration

  /// A deadline counted from now, by `clock`.
  init(_ clock: some Clock<Duration>, limit: Duration) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.limit = limit
  }

  /// - Throws: `ImageError.cancelled` when the task was cancelled, `.tookTooLong` when the time is over.
  func check() throws(ImageError) {
    if Task.isCancelled { throw .cancelled }
    if elapsed() > limit { throw .tookTooLong(limit: limit) }
  }
}
