public import CarouselValues

extension ZoomMachine {
  /// Input to the zoom: user input, settings, new content, and the passage of time. Points and distances are in units
  /// of the viewport.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Zoom by a factor, > 1 to magnify, such as for a key or a notch of the wheel. The anchor point stays where it is,
    /// as far as the content's edges allow; nil for the middle. During a motion, the factor is relative to the zoom at
    /// its end.
    case magnify(by: Double, at: SlidePoint? = nil)
    /// Zoom to a factor relative to the content mode's size, around an anchor point as in `magnify`.
    case zoom(to: Double, at: SlidePoint? = nil)
    /// Zoom to 1:1, where a unit of the content is a unit of the viewport, around an anchor point as in `magnify`.
    case zoomToActualSize(at: SlidePoint? = nil)
    /// Toggle the zoom, such as for a double click: to `Settings.toggleZoom`, around an anchor point as in `magnify`, or
    /// back to 1 if the content is zoomed.
    case toggleZoom(at: SlidePoint? = nil)
    /// Return to zoom 1, upright.
    case reset
    /// Return to zoom 1, where the content mode aligns the content, in its present orientation.
    case home
    /// Move the view over the content by a distance, > 0 right and down, such as for an arrow key. The second push
    /// against an edge is reported as `Report.leave`.
    case pan(by: SlidePoint)
    /// Move the view like `pan`, such as for the page keys, but report the first push against an edge as `Report.leave`.
    case page(by: SlidePoint)
    /// A pointer grabs the content at a point, even during a motion.
    case grab(at: SlidePoint)
    /// The pointer has moved to a point. In a pinch, the point is the middle of two pointers, and `scale` is their
    /// distance divided by the distance at the grab. Beyond the content's edges, and beyond the least and the greatest
    /// zoom, the content meets rubber-band resistance. Ignored if nothing is held.
    case drag(to: SlidePoint, scale: Double = 1)
    /// The pointer releases the content at a velocity in units a second: the content decelerates to rest, or springs
    /// back.
    case release(velocity: SlidePoint = .zero)
    /// Rotate the content clockwise by quarter turns, < 0 anticlockwise. The point in the middle of the viewport stays
    /// there.
    case rotate(quarterTurns: Int)
    /// Mirror the content as it is displayed: from left to right, or from top to bottom.
    case flip(Axis)
    /// Apply new settings.
    case configure(Settings)
    /// Change the size of the viewport. The point in the middle stays there, and a hold continues.
    case resize(SlideSize)
    /// Change the size of the content, such as for a version of higher resolution. Zoom and position stay the same.
    case replace(SlideSize)
    /// Show other content, upright, such as the next slide. It begins at zoom 1 unless `Settings.keepsZoom` is set.
    case show(SlideSize)
    /// Time has passed: handle everything due.
    case tick
  }

  /// Something that happened during one `handle`, in order. Later versions may add cases.
  @nonexhaustive
  public enum Report: Hashable, Sendable {
    /// The distance of a drag along `Settings.swipeAxis` beyond the content's edge, for a carousel to follow; > 0 right
    /// or down, 0 when the drag has come back. Send `CarouselMachine.Event.grab` at the first one.
    case pull(Double)
    /// A hold with a pull has ended, at a velocity in units a second along the axis. Send
    /// `CarouselMachine.Event.release`.
    case release(velocity: Double)
    /// A pan has pushed against an edge for the second time, or a page for the first time.
    case leave(Edge)
  }

  /// An edge of the content. There will be no other cases.
  public enum Edge: Hashable, Sendable, CaseIterable {
    /// The left or the right edge.
    case left, right
    /// The top or the bottom edge.
    case top, bottom
  }
}
