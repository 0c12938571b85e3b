public import CarouselValues

extension GridMachine {
  /// The settings of a grid, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// The number of columns, 1…64; nil for 3, or 2 if there are at most four slides, or 1 if there is only one.
    public var columns: Int?
    /// The height of a slide's cell divided by its width; > 0. Cells are shorter if two rows would not fit otherwise.
    public var cellRatio: Double
    /// The space between two cells, in units of the viewport; ≥ 0.
    public var gap: Double
    /// The step to which edges at rest are rounded, in units of the viewport, such as 1 if a unit is a terminal cell; 0
    /// for no rounding.
    public var unit: Double
    /// The axis along which the grid scrolls. In a horizontal grid, a row goes from top to bottom.
    public var axis: Axis
    /// Whether the first slide is on the right, for right-to-left reading.
    public var isMirrored: Bool
    /// The length of a section's heading along the axis, with the gap after it, in units of the viewport; ≥ 0.
    public var headingLength: Double
    /// The duration of scrolling. Zero or less: at once, and without momentum after a release.
    public var duration: Duration

    /// Creates settings; by default three columns of 4:3 cells without gaps, scrolling vertically in 0.2 s, without space
    /// for headings.
    public init(
      columns: Int? = nil, cellRatio: Double = 0.75, gap: Double = 0, unit: Double = 0, axis: Axis = .vertical,
      isMirrored: Bool = false, headingLength: Double = 0, duration: Duration = .milliseconds(200)
    ) {
      self.columns = columns
      self.cellRatio = cellRatio
      self.gap = gap
      self.unit = unit
      self.axis = axis
      self.isMirrored = isMirrored
      self.headingLength = headingLength
      self.duration = duration
    }
  }
}
