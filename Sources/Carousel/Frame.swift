import CarouselValues

extension CarouselMachine {
  /// The state to draw at one point in time.
  ///
  /// A host that supports every layout and transition draws `layers`. A host that only slides needs `current` and
  /// `progress`.
  public struct Frame: Equatable, Sendable {
    /// The number of slides.
    public let count: Int
    /// How far the slides have moved.
    public var progress: Progress
    /// The pages traveled since the start, without bounds: what a scroll view's offset follows. It grows by 1 with each
    /// page forward and is continuous while the slides move.
    public var position: Double
    /// The velocity of a motion, in pages a second, > 0 towards the next slide; 0 at rest and in a drag.
    public var velocity = 0.0
    /// How the change is drawn. A transition set during a motion takes effect at the next page: see
    /// `Event.configure`.
    public var transition: TransitionSettings
    /// The positions and sizes of slides.
    public var layout: Layout
    /// The slide that dots mark as current; it changes half-way between two pages. Nil only if there are no slides.
    public var nearestSlide: Int?
    /// The destination of a motion. At rest and in a drag, the slide that a slow release would settle on.
    public var destination: Int?
    /// Whether there is a slide before the destination: whether an arrow that leads there is enabled.
    public var canMoveBackward: Bool
    /// Whether there is a slide after the destination: whether an arrow that leads there is enabled.
    public var canMoveForward: Bool
    /// Whether auto-advance moves the slides, or will do so if no event comes.
    public var advancesAutomatically = false
    /// Whether the slides move without a pointer holding them: draw another frame as soon as the screen can show it.
    public var isMoving = false
    /// The elapsed share of the dwell, 0…1; nil if auto-advance is not counting.
    public var countdown: Double?
    /// Whether all slides fit into the view at once, so that arrows and dots can be hidden.
    public var fits: Bool { layout.fits(count) }
    /// Whether a slide drifts, so that only a part of it is visible, which changes over time.
    public var isDrifting: Bool { !crops.isEmpty }
    /// The slides that reloads have removed and that shrink and fade out, back to front, to be drawn behind `layers`. Each
    /// has the number of its `Report.willDepart` in place of an index.
    public var departingLayers: [Layer] = []
    /// The scroll position, if the places of slides depend on the slides: see `Layout.scroll(at:)`.
    var scroll: Double?
    /// The visible parts of the slides that are not in full view.
    var crops: [Crop] = []
    /// The slides that are not on their pages yet, and those that leave the view because the row has changed.
    var moves: [Realignment.Move] = []
    /// Whether slides may be in view twice while some of them move, in an endless row that is shorter than the view.
    var movesRepeat = false
    let slots: Slots

    /// The current slide; nil only if there are no slides.
    public var current: Int? { self[page: 0] }
    /// The slide after the current one; nil if there is none. During a jump, the next slide on its way.
    public var next: Int? { self[page: 1] }
    /// The slide before the current one; nil if there is none. During a jump, the next slide on its way.
    public var previous: Int? { self[page: -1] }

    /// The slide on a page relative to the current one, > 0 towards the next; nil if there is none.
    ///
    /// Only pages that can be in view are available: up to `layout.effectiveNeighbors + 1` on each side.
    public subscript(page page: Int) -> Int? { slots[page: page] }

    struct Crop: Equatable, Sendable {
      var page: Int
      var box: SlideBox
    }

    /// Creates a frame with one slide on each side, for previews and tests of renderers.
    public init(
      count: Int, previous: Int?, current: Int?, next: Int?, progress value: Double = 0,
      transition: TransitionSettings = .slide,
      layout: Layout = Layout(), nearestSlide: Int?, isMoving: Bool = false, countdown: Double? = nil
    ) {
      self.init(
        count: count,
        slots: Slots(
          track: Track(count: count, wraps: false, span: 4, slides: [previous, current, next], from: -1), reach: 1),
        value: value, transition: transition, layout: layout, nearestSlide: nearestSlide)
      self.isMoving = isMoving
      self.countdown = countdown
    }

    /// Creates a frame for a row of slides that is not moving.
    init(count: Int, slots: Slots, value: Double, transition: TransitionSettings, layout: Layout, nearestSlide: Int?) {
      self.count = count
      self.slots = slots
      self.transition = transition
      self.layout = layout
      self.nearestSlide = nearestSlide
      destination = nearestSlide
      position = value
      canMoveBackward = slots[page: -1] != nil
      canMoveForward = slots[page: 1] != nil
      let neighbor = Direction(of: value).flatMap { slots[page: $0.page] }
      progress = Progress(from: slots[page: 0], to: neighbor, value: value)
      if layout.dependsOnSlides { scroll = layout.scroll(at: value) { slots[page: $0] } }
    }
  }
}
