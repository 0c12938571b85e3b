extension CarouselMachine {
  /// The cause of a motion. Later versions may add cases.
  @nonexhaustive
  public enum Cause: Hashable, Sendable {
    /// The user, by a pointer or a key: `move`, `grab`, `drag`, `release`.
    case user
    /// Auto-advance: the dwell is over, or the host sent `advance`.
    case automatic
    /// The host: `jump`, or `move` with this cause.
    case program
  }

  /// How far the slides have moved from one to another, for dots, captions and tab strips that follow the motion in
  /// every frame.
  ///
  /// A tab strip places its indicator between the tabs of `from` and `to`, by the magnitude of `value`:
  ///
  /// ```swift
  /// let start = tabs[progress.from ?? 0].center
  /// let end = progress.to.map { tabs[$0].center } ?? start
  /// mark.center = start + (end - start) * abs(progress.value)
  /// ```
  ///
  /// The indicator moves continuously: when a motion crosses a page, the slide there becomes `from`, and `value` begins
  /// at 0 again. In a jump, `to` is its destination, however far away the tab is.
  public struct Progress: Hashable, Sendable {
    /// The current slide; nil only if there are no slides.
    public var from: Int?
    /// The neighbor in the direction of `value`; nil at rest, and beyond an end.
    public var to: Int?
    /// The offset in pages, −1…1, ends excluded: 0 at rest, > 0 towards the next slide, < 0 towards the previous one.
    public var value: Double
    /// The cause of the motion or, at rest, of the last one; `program` before the first.
    public var cause: Cause

    /// Creates a progress.
    public init(from: Int?, to: Int? = nil, value: Double = 0, cause: Cause = .program) {
      self.from = from
      self.to = to
      self.value = value
      self.cause = cause
    }
  }
}
