extension CarouselMachine {
  /// What moves the slides.
  public enum Cause: Hashable, Sendable {
    /// A pointer, or a key: `swipe`, `grab`, `drag`, `release`.
    case hand
    /// Auto-advance: the dwell is over, or `advance`.
    case automatic
    /// The host: `step`, `jump`.
    case program
  }

  /// How far the slides have moved from one to another, which dots, captions and tab strips follow in every frame.
  ///
  /// A tab strip places its mark between the tabs of `from` and `to`, by the magnitude of `value`:
  ///
  /// ```swift
  /// let start = tabs[progress.from ?? 0].center
  /// let end = progress.to.map { tabs[$0].center } ?? start
  /// mark.center = start + (end - start) * abs(progress.value)
  /// ```
  ///
  /// The mark never jumps: at each page that a motion crosses, the slide it led to becomes `from`, and `value` begins at 0 again. In
  /// a jump, `to` is the slide that the jump leads to, however far its tab is.
  public struct Progress: Hashable, Sendable {
    /// The current slide; nil only when there are no slides.
    public var from: Int?
    /// The slide that shares the view with it because of `value`; nil at rest, and where an end yields to a pull.
    public var to: Int?
    /// −1…1, ends excluded: 0 at rest, > 0 towards the next slide, < 0 towards the previous one.
    public var value: Double
    /// What moves the slides or, at rest, what moved them last; `program` before anything has.
    public var cause: Cause

    /// A progress.
    public init(from: Int?, to: Int? = nil, value: Double = 0, cause: Cause = .program) {
      self.from = from
      self.to = to
      self.value = value
      self.cause = cause
    }
  }
}
