/// The reports of one `handle`, in order.
struct ReportLog {
  private(set) var reports: [CarouselMachine.Report] = []
  /// The last progress that was reported.
  private var progress: CarouselMachine.Progress

  init(progress: CarouselMachine.Progress) { self.progress = progress }

  /// Reports before all others that a motion begins.
  mutating func report(begin slide: Int, _ cause: CarouselMachine.Cause) {
    reports.insert(.willBegin(to: slide, cause: cause), at: 0)
  }

  /// Reports that a slide became current by motion, and a progress of 0 from it.
  mutating func report(shown slide: Int, _ direction: Direction?, _ cause: CarouselMachine.Cause) {
    reports.append(.didShow(slide, direction: direction))
    progress = CarouselMachine.Progress(from: slide, cause: cause)
    reports.append(.progress(progress))
  }

  /// Reports that the current slide was replaced or has a new index; nothing moved.
  mutating func report(renumbered slide: Int?) { reports.append(.didShow(slide, direction: nil)) }

  /// Reports that the slides came to rest.
  mutating func report(landed slide: Int, _ cause: CarouselMachine.Cause) {
    report(CarouselMachine.Progress(from: slide, cause: cause))
    reports.append(.didLand(slide))
  }

  /// Reports the progress if its slides or its value have changed.
  mutating func report(_ new: CarouselMachine.Progress) {
    guard (new.from, new.to, new.value) != (progress.from, progress.to, progress.value) else { return }
    reports.append(.progress(new))
    progress = new
  }

  /// Reports before all others which slides came into view, and after them which left it.
  mutating func report(appeared: [Int], disappeared: [Int]) {
    reports = appeared.map { .willAppear($0) } + reports + disappeared.map { .didDisappear($0) }
  }
}
