extension ZoomMachine {
  /// What a host may set, at any time, with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// The least zoom at rest, at most 1; nil: 1, or 1:1 where content is enlarged to fit.
    public var minimumZoom: Double?
    /// The greatest zoom at rest, 1…10,000; nil: 3 or, where it is more, twice 1:1.
    public var maximumZoom: Double?
    /// How content stands at zoom 1.
    public var contentMode: SlideContentMode
    /// The axis along which a drag that has reached the content's edge goes on as a swipe.
    public var swipeAxis: CarouselMachine.Layout.Axis
    /// Whether zoomed content keeps a drag to itself: its edges yield and spring back, and no swipe begins.
    public var isLocked: Bool
    /// Whether `Event.show` keeps zoom and place, for comparing one slide with the next.
    public var keepsZoom: Bool
    /// How long a change by a key, the wheel or a double click takes. Zero: it happens at once, and nothing goes on after a release.
    public var duration: Duration
    /// How long content must have rested until `Frame.isSteady`.
    public var steadyDelay: Duration

    /// Settings; by default all of the content at zoom 1, unlocked, without memory, 0.25 s a change, steady after 0.15 s.
    public init(
      minimumZoom: Double? = nil, maximumZoom: Double? = nil, contentMode: SlideContentMode = .contain,
      swipeAxis: CarouselMachine.Layout.Axis = .horizontal, isLocked: Bool = false, keepsZoom: Bool = false,
      duration: Duration = .milliseconds(250), steadyDelay: Duration = .milliseconds(150)
    ) {
      self.minimumZoom = minimumZoom
      self.maximumZoom = maximumZoom
      self.contentMode = contentMode
      self.swipeAxis = swipeAxis
      self.isLocked = isLocked
      self.keepsZoom = keepsZoom
      self.duration = duration
      self.steadyDelay = steadyDelay
    }

    /// `duration` in seconds, at most a minute.
    var seconds: Double { max(0, min(duration.inSeconds, 60)) }
  }
}
