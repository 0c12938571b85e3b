extension CarouselMachine {
  /// Something that happened during one `handle`. Reports are in the order of time, and indices are those after a reload.
  ///
  /// Of the reports of one point in time, `willBegin` and `willAppear` come first and `didDisappear` last. The last two
  /// are not reported for slides that passed through the view entirely between two calls. The slides in view when the
  /// carousel is created are not reported as appearing. Slides that a reload removed have no index any more, so nothing
  /// but their departure is reported about them.
  ///
  /// Later versions may add cases: end a `switch` in another package with `@unknown default`.
  @nonexhaustive
  public enum Report: Hashable, Sendable {
    /// A motion begins or, while the slides move, takes the place of the one under way: the slide where it ends, and the
    /// cause. Not reported when a slide is nudged at an end, nor when a reload or new settings change the destination.
    case willBegin(MotionID, to: Int, cause: Cause)
    /// A slide comes into view.
    case willAppear(Int)
    /// Another slide became current, in a direction. Without a direction, the current slide was replaced or has a new
    /// index by a reload; the slide is nil if there are none any more.
    case didShow(Int?, direction: Direction?)
    /// The progress changed. Each `didShow` caused by a motion or a drag is followed by a progress of 0.
    case progress(Progress)
    /// The slides came to rest on a slide, which may be the same as before.
    ///
    /// `motion` is the last motion that began. It is finished unless something else ended it: a jump without animation,
    /// a reload that left none of its slides, or a drag that was released exactly on a page. Earlier motions that have not
    /// landed were interrupted by a later one or by a drag.
    ///
    /// ```swift
    /// case .didLand(_, _, let motion, let isFinished) where motion >= mine: done(isFinished && motion == mine)
    /// ```
    case didLand(Int, cause: Cause, motion: MotionID, isFinished: Bool)
    /// A slide left the view.
    case didDisappear(Int)
    /// A reload removed a slide in view, given its index before, which leaves under a negative number: that of its layer
    /// among `Frame.departingLayers`. Keep what it shows until `didDepart`.
    case willDepart(Int, as: Int)
    /// A removed slide has left, given the number under which it did.
    case didDepart(Int)
  }
}
