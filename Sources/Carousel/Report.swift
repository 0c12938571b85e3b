extension CarouselMachine {
  /// Something that happened during one `handle`. Reports are in order, and indices are those after a reload.
  ///
  /// `willAppear` comes first and `didDisappear` last. Neither is reported for slides that passed through the view
  /// entirely between two calls. The slides in view when the carousel is created are not reported as appearing. Slides
  /// that a reload removed have no index any more, so nothing is reported about them.
  public enum Report: Hashable, Sendable {
    /// A slide comes into view.
    case willAppear(Int)
    /// Another slide became current, or the current slide has a new index; nil if there are no slides any more.
    case didShow(Int?)
    /// The progress changed. Each `didShow` caused by a motion or a drag is followed by a progress of 0.
    case progress(Progress)
    /// The slides came to rest on a slide, which may be the same as before.
    case didLand(Int)
    /// A slide left the view.
    case didDisappear(Int)
  }
}
