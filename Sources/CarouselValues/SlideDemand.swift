/// The slides to load, each once, most urgent first. The contents of slides that are no longer listed may be dropped.
public struct SlideDemand: Hashable, Sendable {
  /// The slides in view, or about to come into view.
  public var visible: [Int]
  /// The slides to load next. None of them is in `visible`.
  public var upcoming: [Int]

  /// Creates a demand.
  public init(visible: [Int] = [], upcoming: [Int] = []) {
    self.visible = visible
    self.upcoming = upcoming
  }
}
