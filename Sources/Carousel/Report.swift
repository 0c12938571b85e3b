extension CarouselMachine {
  /// Something that happened during one `handle`. Reports are in order, and indices are those after a reload.
  ///
  /// `willBegin` and `willAppear` come first and `didDisappear` last. Neither is reported for slides that passed through the view
  /// entirely between two calls. The slides in view when the carousel is created are not reported as appearing. Slides
  /// that a reload removed have no index any more, so nothing is reported about them.
  ///
  /// Later versions may add cases: a host built from source should end its `switch` with `default`.
  public enum Report: Hashable, Sendable {
    /// A motion begins or, while the slides move, gets another destination: the slide, and the cause. Not reported if it
    /// has ended by the same `handle`, nor when a slide is nudged at an end, nor when a reload or new settings change the
    /// destination.
    case willBegin(to: Int, cause: Cause)
    /// A slide comes into view.
    case willAppear(Int)
    /// Another slide became current, in a direction. Without a direction, the current slide was replaced or has a new
    /// index by a reload; the slide is nil if there are none any more.
    case didShow(Int?, direction: Direction?)
    /// The progress changed. Each `didShow` caused by a motion or a drag is followed by a progress of 0.
    case progress(Progress)
    /// The slides came to rest on a slide, which may be the same as before.
    case didLand(Int)
    /// A slide left the view.
    case didDisappear(Int)
  }
}
