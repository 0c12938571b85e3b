extension ZoomMachine {
  /// What a host passes on. Points and distances are in units of the viewport.
  ///
  /// Every event is safe in every phase and with any value: numbers out of range are clamped, and what makes no sense does nothing.
  public enum Event: Hashable, Sendable {
    /// Zoom by a factor, > 1 closer: a key or a notch of the wheel. The point stays where it is as far as the edges allow; nil: the
    /// middle. In mid-motion the factor counts from the zoom that the motion leads to.
    case magnify(by: Double, at: SlidePoint? = nil)
    /// Zoom to a factor of what the content mode shows, anchored likewise.
    case zoom(to: Double, at: SlidePoint? = nil)
    /// Zoom to 1:1, a unit of the content being a unit of the viewport, anchored likewise.
    case zoomToActualSize(at: SlidePoint? = nil)
    /// A double click: to the greatest zoom, anchored likewise, or back to 1 if the content is zoomed.
    case toggle(at: SlidePoint? = nil)
    /// Back to zoom 1, not turned.
    case reset
    /// Look further right and down by a distance: an arrow key. The second push against an edge is reported as `Report.leave`.
    case pan(x: Double, y: Double)
    /// A pointer takes hold of the content at a point, also in mid-motion.
    case grab(at: SlidePoint)
    /// The pointer, or the middle of two, is at a point, and two are so many times further apart than when they took hold. Beyond the
    /// edges, the least and the greatest zoom, the content yields less and less. Ignored if nothing is held.
    case drag(to: SlidePoint, scale: Double = 1)
    /// The pointer lets go at a velocity in units a second: the content goes on, slows down and stops, or springs back.
    case release(velocity: SlidePoint = .zero)
    /// Turn the content clockwise by quarters, < 0 back. What was in the middle stays in the middle.
    case rotate(quarterTurns: Int)
    /// Mirror the content as it is seen: left for right, or top for bottom.
    case flip(CarouselMachine.Layout.Axis)
    /// New settings.
    case configure(Settings)
    /// The viewport has another extent. The middle stays in the middle, and a hold goes on.
    case resize(SlideSize)
    /// The content has another extent, such as a sharper version or one that has changed; zoom and place stay.
    case replace(SlideSize)
    /// Other content, upright: the next slide. It begins at zoom 1 unless `Settings.keepsZoom`.
    case show(SlideSize)
    /// Time has passed.
    case tick
  }

  /// What happened during one `handle`, in order.
  public enum Report: Hashable, Sendable {
    /// A drag along `Settings.swipeAxis` has led so far beyond the content's edge: the part that a carousel follows, > 0 right or
    /// down; 0: the drag has come back. The first one calls for `CarouselMachine.Event.grab`.
    case pull(Double)
    /// The hold has ended during which there was a pull, at a velocity in units a second along the axis: for
    /// `CarouselMachine.Event.release`.
    case release(velocity: Double)
    /// A pan has pushed a second time against an edge.
    case leave(Edge)
  }

  /// A side of the content.
  public enum Edge: Hashable, Sendable, CaseIterable {
    case left
    case right
    case top
    case bottom
  }
}
