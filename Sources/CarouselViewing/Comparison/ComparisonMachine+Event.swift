public import CarouselValues

extension ComparisonMachine {
  /// How pictures are arranged.
  @nonexhaustive
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// Each in a pane of its own: beside one another along the axis, or four in two rows of two.
    case sideBySide = "side-by-side"
    /// Two in the same place, the first on one side of a border that a pointer can move, the second on the other.
    case wipe
    /// One after the other in the same place.
    case blink
  }

  /// The settings of a comparison, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// How the pictures are arranged.
    public var style: Style
    /// The axis along which panes are arranged, and along which a wipe's border moves.
    public var axis: Axis
    /// The space between two panes, in units of the viewport; ≥ 0.
    public var gap: Double
    /// How near a wipe's border a pointer grabs it rather than the pictures, in units of the viewport.
    public var borderReach: Double
    /// How long a blink shows each picture, at least 0.2 s; nil until `Event.showNext`.
    public var interval: Duration?
    /// The settings of the zoom that the pictures share.
    public var zoom: ZoomMachine.Settings

    /// Creates settings; by default side by side without gaps, a border that is grabbed within 8 units, and a blink every
    /// half a second.
    public init(
      style: Style = .sideBySide, axis: Axis = .horizontal, gap: Double = 0, borderReach: Double = 8,
      interval: Duration? = .milliseconds(500), zoom: ZoomMachine.Settings = ZoomMachine.Settings()
    ) {
      self.style = style
      self.axis = axis
      self.gap = gap
      self.borderReach = borderReach
      self.interval = interval
      self.zoom = zoom
    }

    /// `interval`, at least 0.2 s: more than three flashes a second may cause seizures (WCAG 2.3.1).
    var effectiveInterval: Duration? { interval.map { max(.milliseconds(200), $0.bounded) } }
  }

  /// Input to the comparison. Every event is safe in every phase and with any value. Later versions may add cases.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// An event of the zoom that all pictures share, with points in the viewport. A point in any pane means that place in
    /// all of them. `grab`, `drag` and `release` move a wipe's border if they begin near it. `resize`, `configure`, `show`
    /// and `replace` are ignored.
    case zoom(ZoomMachine.Event)
    /// Move a wipe's border to a fraction of the viewport from the left or the top; clamped.
    case moveBorder(to: Double)
    /// Show the next picture of a blink now, and begin its interval.
    case showNext
    /// Compare other pictures.
    case show([SlideSize])
    /// Apply new settings.
    case configure(Settings)
    /// Change the size of the viewport.
    case resize(SlideSize)
    /// Time has passed: handle everything due.
    case tick
  }

  /// A picture in a frame.
  public struct Pane: Equatable, Sendable {
    /// The index of the picture.
    public var content: Int
    /// The part of the viewport in which the picture is drawn.
    public var clip: SlideBox
    /// The frame of the picture's zoom. Its box is in units of the viewport, also in a pane of its own.
    public var zoom: ZoomMachine.Frame

    /// Creates a pane.
    public init(content: Int, clip: SlideBox, zoom: ZoomMachine.Frame) {
      self.content = content
      self.clip = clip
      self.zoom = zoom
    }
  }

  /// The state to draw at one point in time.
  public struct Frame: Equatable, Sendable {
    /// The pictures in view: one in a blink, two in a wipe.
    public var panes: [Pane]
    /// The border of a wipe, as a fraction of the viewport from the left or the top; nil if there is none.
    public var border: Double?

    /// Creates a frame.
    public init(panes: [Pane], border: Double? = nil) {
      self.panes = panes
      self.border = border
    }
  }
}
