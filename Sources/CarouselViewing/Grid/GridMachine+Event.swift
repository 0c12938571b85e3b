public import CarouselValues

extension GridMachine {
  /// The settings of a grid, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// The number of columns, 1…64; nil for 3, or 2 if there are at most four slides, or 1 if there is only one.
    public var columns: Int?
    /// The height of a slide's cell divided by its width; > 0. Cells are lower if two rows would not fit otherwise.
    public var cellRatio: Double
    /// The space between two cells, in units of the viewport; ≥ 0.
    public var gap: Double
    /// The step to which edges at rest are rounded, in units of the viewport, such as 1 if a unit is a terminal cell; 0
    /// for no rounding.
    public var unit: Double
    /// The duration of scrolling. Zero or less: at once.
    public var duration: Duration

    /// Creates settings; by default three columns of 4:3 cells without gaps, and 0.2 s for scrolling.
    public init(
      columns: Int? = nil, cellRatio: Double = 0.75, gap: Double = 0, unit: Double = 0,
      duration: Duration = .milliseconds(200)
    ) {
      self.columns = columns
      self.cellRatio = cellRatio
      self.gap = gap
      self.unit = unit
      self.duration = duration
    }
  }

  /// Input to the grid: user input, settings, new slides, and the passage of time.
  ///
  /// Every event is safe in every phase and with any value: numbers out of range are clamped, and events that make no
  /// sense are ignored.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Select a slide, such as for a click or the Home and End keys. An index out of range is clamped.
    case select(Int)
    /// Move the selection by columns, continuing in the next or previous row, and by rows, up to the first or last one.
    case move(columns: Int, rows: Int)
    /// Move the selection by a number of pages, such as for the page keys. A page is the number of rows that fit in the
    /// viewport entirely.
    case page(by: Int)
    /// Scroll by a distance in units of the viewport, > 0 towards the end, such as for the wheel. The selection stays
    /// in view.
    case scroll(by: Double)
    /// Apply new settings.
    case configure(Settings)
    /// Change the size of the viewport.
    case resize(SlideSize)
    /// Replace the slides. The selected slide stays selected and stays where it is. See `anchorSlides(at:)`.
    case reload(Reload)
    /// Time has passed: handle everything due.
    case tick
  }

  /// Something that happened during one `handle`.
  ///
  /// Later versions may add cases: end a `switch` in another package with `@unknown default`.
  @nonexhaustive
  public enum Report: Hashable, Sendable {
    /// Another slide is selected, or the slides were replaced, after which the selection may have another index; nil if
    /// there are no slides.
    case didSelect(Int?)
  }

  /// The slides to load, each once, most urgent first. The contents of slides that are no longer listed may be dropped.
  public struct Demand: Hashable, Sendable {
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

  /// A slide in a frame.
  public struct Cell: Hashable, Sendable {
    /// The index of the slide.
    public var slide: Int
    /// The rectangle of the slide, in units of the viewport. It may extend beyond the viewport at the top and the
    /// bottom.
    public var box: SlideBox
  }

  /// The state to draw at one point in time.
  public struct Frame: Equatable, Sendable {
    /// The slides in view, row by row.
    public let cells: [Cell]
    /// The selected slide, which at rest is among `cells`; nil if there are no slides.
    public let selection: Int?
    /// The number of columns.
    public let columns: Int
    /// The scroll position as a fraction of the scrollable range, 0…1; 0 if the whole grid is visible.
    public let position: Double
    /// The visible fraction of the grid, 0…1.
    public let visibleShare: Double
    /// Whether the grid scrolls: draw another frame as soon as the screen can show it.
    public let isMoving: Bool

    init(_ layout: Layout, top: Double, selection: Int?, isMoving: Bool) {
      cells = layout.slides(in: layout.rowsInView(top: top)).map { Cell(slide: $0, box: layout.box(of: $0, top: top)) }
      self.selection = selection
      self.isMoving = isMoving
      columns = layout.columns
      let hidden = Double(layout.rows) - layout.rowsPerPage
      position = hidden > 0 ? max(0, min(top / hidden, 1)) : 0
      visibleShare = hidden > 0 ? max(0, min(layout.rowsPerPage / Double(layout.rows), 1)) : 1
    }
  }
}
