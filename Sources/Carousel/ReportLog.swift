/// The reports of one call, in order.
struct ReportLog {
  private(set) var reports: [CarouselMachine.Report] = []
  /// The progress that observers know.
  private var progress: Double

  init(progress: Double) { self.progress = progress }

  /// A slide became current: the progress counts from it.
  mutating func tell(shown slide: Int) {
    reports.append(.didShow(slide))
    reports.append(.progress(0))
    progress = 0
  }

  /// A slide took the current one's place, or its number: nothing moved.
  mutating func tell(renumbered slide: Int) { reports.append(.didShow(slide)) }

  /// The progress now; told only if it is another.
  mutating func tell(progress new: Double) {
    guard new != progress else { return }
    reports.append(.progress(new))
    progress = new
  }
}
