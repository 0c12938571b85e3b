/// The reports of one call, in order.
struct ReportLog {
  private(set) var reports: [CarouselMachine.Report] = []
  /// The progress that observers know.
  private var progress: CarouselMachine.Progress

  init(progress: CarouselMachine.Progress) { self.progress = progress }

  /// A slide became current through motion: the progress counts from it.
  mutating func report(shown slide: Int, _ cause: CarouselMachine.Cause) {
    reports.append(.didShow(slide))
    progress = CarouselMachine.Progress(from: slide, cause: cause)
    reports.append(.progress(progress))
  }

  /// A slide took the current one's place or its number; nothing moved.
  mutating func report(renumbered slide: Int?) { reports.append(.didShow(slide)) }

  /// The slides came to rest.
  mutating func report(landed slide: Int, _ cause: CarouselMachine.Cause) {
    report(CarouselMachine.Progress(from: slide, cause: cause))
    reports.append(.didLand(slide))
  }

  /// The progress now; reported only if slides or value differ.
  mutating func report(_ new: CarouselMachine.Progress) {
    guard (new.from, new.to, new.value) != (progress.from, progress.to, progress.value) else { return }
    reports.append(.progress(new))
    progress = new
  }

  /// All reports, with the slides that came into view before them and those that left it after.
  func reports(appeared: [Int], disappeared: [Int]) -> [CarouselMachine.Report] {
    appeared.map { .willAppear($0) } + reports + disappeared.map { .didDisappear($0) }
  }
}
