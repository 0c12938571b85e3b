extension CarouselMachine {
  /// What happened during one `handle`, in order. Indices are those after a reload.
  ///
  /// `willAppear` comes first and `didDisappear` last; neither names slides that passed entirely between two calls. Slides that a
  /// reload removed have no index any more, so nothing is reported about them. The slides in view at the start are not reported.
  public enum Report: Hashable, Sendable {
    /// A slide comes into view.
    case willAppear(Int)
    /// A slide became the current one; nil: there are no slides any more.
    case didShow(Int?)
    /// The progress changed. After each `didShow` that a motion or a drag brought about, a progress of 0 is reported.
    case progress(Progress)
    /// The slides came to rest on a slide, the same one or another.
    case didLand(Int)
    /// A slide left the view.
    case didDisappear(Int)
  }
}
