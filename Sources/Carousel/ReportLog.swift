/// The reports of one `handle`, in order.
struct ReportLog {
  private(set) var reports: [CarouselMachine.Report] = []
  /// The last progress that was reported.
  private var progress: CarouselMachine.Progress
  /// Where the reports of the current step begin.
  private var start = 0
  /// The numbers of reports in this step: first of a motion that begins, then of slides that came into view and, at the
  /// end, of slides that left it.
  private var begunCount = 0
  private var appearedCount = 0
  private var disappearedCount = 0
  /// Whether nobody reads the reports.
  private(set) var isMuted = false

  init(progress: CarouselMachine.Progress) { self.progress = progress }

  static let muted = {
    var log = ReportLog(progress: CarouselMachine.Progress(from: nil))
    log.isMuted = true
    return log
  }()

  mutating func beginStep() {
    start = reports.count
    (begunCount, appearedCount, disappearedCount) = (0, 0, 0)
  }

  /// Reports before all others of this step that a motion begins.
  mutating func report(beginOf motion: CarouselMachine.MotionID, to slide: Int, _ cause: CarouselMachine.Cause) {
    insert(.willBegin(motion, to: slide, cause: cause), at: start)
    begunCount = 1
  }

  /// Reports that a slide became current by motion, and a progress of 0 from it.
  mutating func report(shown slide: Int, _ direction: Direction?, _ cause: CarouselMachine.Cause) {
    append(.didShow(slide, direction: direction))
    progress = CarouselMachine.Progress(from: slide, cause: cause)
    append(.progress(progress))
  }

  /// Reports the progress if its slides or its value have changed.
  mutating func report(_ new: CarouselMachine.Progress) {
    guard (new.from, new.to, new.value) != (progress.from, progress.to, progress.value) else { return }
    append(.progress(new))
    progress = new
  }

  /// Reports before what else happens in this step, by ascending index and once each, that a slide came into view.
  mutating func report(appeared slide: Int) {
    let first = start + begunCount
    guard let index = index(of: slide, among: first..<first + appearedCount) else { return }
    insert(.willAppear(slide), at: index)
    appearedCount += 1
  }

  /// Reports after all others of this step, by ascending index and once each, that a slide left the view.
  mutating func report(disappeared slide: Int) {
    guard let index = index(of: slide, among: reports.count - disappearedCount..<reports.count) else { return }
    insert(.didDisappear(slide), at: index)
    disappearedCount += 1
  }

  /// Returns where a report about a slide belongs among others of its kind; nil if it is there.
  private func index(of slide: Int, among others: Range<Int>) -> Int? {
    for index in others {
      switch reports[index] {
      case .willAppear(slide), .didDisappear(slide): return nil
      case .willAppear(slide...), .didDisappear(slide...): return index
      default: continue
      }
    }
    return others.upperBound
  }

  mutating func append(_ report: CarouselMachine.Report) { insert(report, at: reports.count - disappearedCount) }

  /// Adds a report. Most turns have fewer than eight, so that their reports take one allocation.
  private mutating func insert(_ report: CarouselMachine.Report, at index: Int) {
    if isMuted { return }
    if reports.isEmpty { reports.reserveCapacity(8) }
    reports.insert(report, at: index)
  }
}
