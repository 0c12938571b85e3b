public import CarouselValues

extension GridMachine {
  /// A slide in a frame.
  public struct Cell: Hashable, Sendable {
    /// The index of the slide.
    public var slide: Int
    /// The rectangle of the slide, in units of the viewport. It may extend beyond the viewport along the grid's axis.
    public var box: SlideBox
    /// Whether the slide is one of several selected ones: see `selectedSlides`.
    public var isSelected: Bool

    /// Creates a cell.
    public init(slide: Int, box: SlideBox, isSelected: Bool = false) {
      self.slide = slide
      self.box = box
      self.isSelected = isSelected
    }
  }

  /// The heading of a section in a frame.
  public struct Heading: Hashable, Sendable {
    /// The first slide of the section.
    public var firstSlide: Int
    /// The rectangle of the heading, in units of the viewport.
    public var box: SlideBox

    /// Creates a heading.
    public init(firstSlide: Int, box: SlideBox) {
      self.firstSlide = firstSlide
      self.box = box
    }
  }

  /// The state to draw at one point in time.
  public struct Frame: Equatable, Sendable {
    /// The slides in view, row by row.
    public var cells: [Cell]
    /// The headings in view.
    public var headings: [Heading]
    /// The selected slide, which at rest is among `cells`; nil if there are no slides.
    public var selection: Int?
    /// The number of columns.
    public var columns: Int
    /// The scroll position as a fraction of the scrollable range, 0…1; 0 if the whole grid is visible.
    public var position: Double
    /// The visible fraction of the grid, 0…1.
    public var visibleShare: Double
    /// Whether a pointer holds the grid.
    public var isHeld: Bool
    /// Whether the grid scrolls: draw another frame as soon as the screen can show it.
    public var isMoving: Bool

    /// Creates a frame, for previews and tests of renderers.
    public init(
      cells: [Cell], headings: [Heading] = [], selection: Int?, columns: Int, position: Double = 0,
      visibleShare: Double = 1, isHeld: Bool = false, isMoving: Bool = false
    ) {
      self.cells = cells
      self.headings = headings
      self.selection = selection
      self.columns = columns
      self.position = position
      self.visibleShare = visibleShare
      self.isHeld = isHeld
      self.isMoving = isMoving
    }
  }

  /// Returns the frame to draw at `now`.
  public func frame(at now: Timestamp) -> Frame {
    let now = max(now.bounded, clock)
    let top = scroll.position(at: now, layout)
    let hidden = layout.length - layout.rowsPerPage
    return Frame(
      cells: layout.slides(in: layout.rowsInView(top: top)).map {
        Cell(slide: $0, box: layout.box(of: $0, top: top), isSelected: selectedSlides.contains($0))
      },
      headings: layout.headingsInView(top: top).map {
        Heading(firstSlide: layout.sections.starts[$0], box: layout.headingBox(of: $0, top: top))
      },
      selection: selection, columns: layout.columns, position: hidden > 0 ? max(0, min(top / hidden, 1)) : 0,
      visibleShare: hidden > 0 ? max(0, min(layout.rowsPerPage / layout.length, 1)) : 1, isHeld: scroll.isHeld,
      isMoving: scroll.isMoving(at: now))
  }
}
