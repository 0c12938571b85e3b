public import CarouselValues

extension ZoomMachine {
  /// The settings of a zoom, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// The least zoom at rest, at most 1; nil for 1, or for 1:1 if the content mode enlarges the content.
    public var minimumZoom: Double?
    /// The greatest zoom at rest, 1…10,000; nil for 3 or twice 1:1, whichever is greater.
    public var maximumZoom: Double?
    /// The zoom that `Event.toggleZoom` goes to, within the range of zooms at rest; nil for 1:1 or 2, whichever is
    /// greater.
    public var toggleZoom: Double?
    /// How content is scaled and aligned at zoom 1.
    public var contentMode: SlideContentMode
    /// The axis along which a drag beyond the content's edge continues as a swipe of the carousel.
    public var swipeAxis: Axis
    /// Whether a drag of zoomed content never becomes a swipe: its edges resist and spring back instead.
    public var isLocked: Bool
    /// Whether `Event.show` keeps zoom and position, to compare one slide with the next.
    public var keepsZoom: Bool
    /// The duration of a change by a key, the wheel or a double click. Zero or less: at once, and without deceleration
    /// after a release.
    public var duration: Duration
    /// How long content must have been at rest for `Frame.isSteady`.
    public var steadyDelay: Duration

    /// Creates settings; by default all of the content at zoom 1, unlocked, without keeping the zoom, 0.25 s for a
    /// change, and steady after 0.15 s.
    public init(
      minimumZoom: Double? = nil, maximumZoom: Double? = nil, toggleZoom: Double? = nil,
      contentMode: SlideContentMode = .contain,
      swipeAxis: Axis = .horizontal, isLocked: Bool = false, keepsZoom: Bool = false,
      duration: Duration = .milliseconds(250), steadyDelay: Duration = .milliseconds(150)
    ) {
      self.minimumZoom = minimumZoom
      self.maximumZoom = maximumZoom
      self.toggleZoom = toggleZoom
      self.contentMode = contentMode
      self.swipeAxis = swipeAxis
      self.isLocked = isLocked
      self.keepsZoom = keepsZoom
      self.duration = duration
      self.steadyDelay = steadyDelay
    }
  }
}
