extension CarouselMachine {
  /// What to draw at one moment.
  ///
  /// Hosts that draw every layout and transition draw `layers`. Hosts that only slide need `current`, `neighborInView` and
  /// `progress.value`.
  public struct Frame: Equatable, Sendable {
    /// How many slides there are.
    public let count: Int
    /// How far the slides have moved.
    public var progress: Progress
    /// How fast the slides move by themselves, in pages a second, > 0 towards the next; 0 while they are held or at rest.
    public var velocity: Double
    /// How the change is drawn. A mode set in mid-motion shows from the next page on: see `Event.configure`.
    public var mode: ChangeMode
    /// Where slides stand.
    public var layout: Layout
    /// The slide that dots mark as current: it flips at half-way. Nil only when there are no slides.
    public var currentPage: Int?
    /// The slide that a motion leads to. At rest and in a drag, the slide that a release would go to: `currentPage`.
    public var destination: Int?
    /// Whether the slides move without a hand: another frame is due as soon as the screen can show it.
    public var isMoving: Bool
    /// How much of the dwell has passed, 0…1, while auto-advance counts; nil while it doesn't.
    public var countdown: Double?
    /// Whether a slide drifts: only parts of slides show, and which ones changes with time.
    public var isDrifting: Bool { !crops.isEmpty }
    /// Which parts of slides show, of those that do not show whole.
    var crops: [Crop] = []
    /// The slides on the pages around the current one, an odd number.
    private var slots: [Int?]

    /// The current slide; nil only when there are no slides.
    public var current: Int? { self[page: 0] }
    /// The slide after the current one; nil where there is none. During a jump, the slide that comes next on the way.
    public var next: Int? { self[page: 1] }
    /// The slide before the current one; nil where there is none. During a jump, the slide that comes next on the way.
    public var previous: Int? { self[page: -1] }
    /// The slide that shares the view with the current one because of the progress. Nil at rest, and where an end yields.
    public var neighborInView: Int? { Direction(of: progress.value).flatMap { self[page: $0.page] } }

    /// The slide on a page counted from the current one, > 0 towards the next; nil where there is none.
    ///
    /// Known for the pages that can be in view: up to `layout.neighbors + 1` on each side.
    public subscript(page page: Int) -> Int? {
      let (place, overflow) = page.addingReportingOverflow(slots.count / 2)
      return !overflow && slots.indices.contains(place) ? slots[place] : nil
    }

    /// The part of a page's slide that shows.
    struct Crop: Equatable, Sendable {
      var page: Int
      var box: SlideBox
    }

    /// A frame with one slide on each side, for previews and tests of renderers.
    public init(
      count: Int, previous: Int?, current: Int?, next: Int?, progress value: Double = 0, mode: ChangeMode = .slide,
      layout: Layout = Layout(), currentPage: Int?, isMoving: Bool = false, countdown: Double? = nil
    ) {
      self.init(
        count: count, slots: [previous, current, next], value: value, mode: mode, layout: layout,
        currentPage: currentPage)
      self.isMoving = isMoving
      self.countdown = countdown
    }

    /// A frame at rest on a page of a row of slides.
    init(count: Int, slots: [Int?], value: Double, mode: ChangeMode, layout: Layout, currentPage: Int?) {
      self.count = count
      self.slots = slots
      self.mode = mode
      self.layout = layout
      self.currentPage = currentPage
      destination = currentPage
      velocity = 0
      isMoving = false
      progress = Progress(from: nil, value: value)
      progress.from = current
      progress.to = neighborInView
    }
  }
}
