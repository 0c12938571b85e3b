extension GridMachine {
  /// What a host may set, at any time, with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// How many slides stand beside each other, 1…64; nil: 3, or 2 for up to 4 slides.
    public var columns: Int?
    /// The height of a slide's cell as a share of its width; > 0. Cells are lower where two rows would not fit otherwise.
    public var cellRatio: Double
    /// The space between two cells, in units of the viewport; ≥ 0.
    public var gap: Double
    /// What edges at rest are multiples of, such as 1 where a unit is a cell of a terminal; 0: edges stand anywhere.
    public var unit: Double
    /// How long scrolling takes. Zero: no time.
    public var duration: Duration

    /// Settings; by default three columns, 4:3, no space between, 0.2 s.
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

  /// What a host passes on.
  ///
  /// Every event is safe in every phase and with any value: numbers out of range are clamped, and what makes no sense does nothing.
  public enum Event: Hashable, Sendable {
    /// Select a slide: a click, the Home and End keys. An index out of range is clamped.
    case select(Int)
    /// Move the selection by columns, going on in the next row, and by rows, as far as there are any.
    case move(columns: Int, rows: Int)
    /// Move the selection by as many rows as show in whole: the page keys.
    case page(by: Int)
    /// Scroll by a distance in units of the viewport, > 0 towards the end: the wheel. The selection stays in view.
    case scroll(by: Double)
    /// New settings.
    case configure(Settings)
    /// The viewport has another extent.
    case resize(SlideSize)
    /// The slides have changed; the selected one stays selected, and where it is. See `heldSlides(at:)`.
    case reload(CarouselMachine.Reload)
    /// Time has passed.
    case tick
  }

  /// What happened during one `handle`.
  public enum Report: Hashable, Sendable {
    /// Another slide is selected, or the selected slide has another index; nil: there are none.
    case didSelect(Int?)
  }

  /// Which slides to load. What a demand no longer names may be dropped.
  public struct Demand: Hashable, Sendable {
    /// Slides in view.
    public var visible: Range<Int>
    /// Slides that come into view soonest.
    public var soon: Range<Int>

    /// A demand.
    public init(visible: Range<Int>, soon: Range<Int>) {
      self.visible = visible
      self.soon = soon
    }
  }

  /// A slide's place in a frame.
  public struct Cell: Hashable, Sendable {
    /// The slide.
    public var slide: Int
    /// Where it stands, in units of the viewport; it may exceed the viewport above and below.
    public var box: SlideBox
  }

  /// What to draw at one moment.
  public struct Frame: Equatable, Sendable {
    /// The slides in view, by rows.
    public let cells: [Cell]
    /// The selected slide; it is among `cells` at rest.
    public let selection: Int?
    /// How many slides stand beside each other.
    public let columns: Int
    /// How much of the grid lies above the viewport, as a share of what can, 0…1; 0 if all of it shows.
    public let position: Double
    /// The share of the grid that shows, 0…1.
    public let visibleShare: Double
    /// Whether the grid scrolls: another frame is due as soon as the screen can show it.
    public let isMoving: Bool

    init(_ layout: GridLayout, top: Double, selection: Int?, isMoving: Bool) {
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
