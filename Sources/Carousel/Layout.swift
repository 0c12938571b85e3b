public import CarouselValues

extension CarouselMachine {
  /// The positions and sizes of slides. Lengths are fractions of the viewport's extent along the axis of motion.
  ///
  /// ```swift
  /// // The current slide in the middle half of the view, its neighbors beside it.
  /// settings.layout = CarouselMachine.Layout(pageLength: 0.5, spacing: 0.02, neighbors: 1)
  /// ```
  public struct Layout: Hashable, Sendable {
    /// The axis along which slides move.
    public var axis: Axis
    /// Whether the next slide is on the left (for right-to-left reading) or above, instead of on the right or below.
    public var isMirrored: Bool
    /// The fraction of the viewport that a slide occupies along the axis, 0.01…1.
    public var pageLength: Double
    /// The gap between two slides, as a fraction of the viewport, 0…1.
    public var spacing: Double
    /// The greatest number of slides visible on each side of the current one at rest, 0…`maximumNeighbors`; nil for as
    /// many as fit. Slides that would fit but exceed this number are hidden.
    public var neighbors: Int?

    /// The position of the current slide at rest.
    public var alignment: Alignment

    /// The position of the current slide along the axis.
    public struct Alignment: Hashable, Sendable {
      /// The share of the free space that is before the slide, 0…1.
      let share: Double

      /// In the middle of the view.
      public static let center = Alignment(share: 0.5)
      /// At the edge from which slides are read: left, top or, in a mirrored layout, right or bottom. Only the slides
      /// that follow are beside it.
      public static let start = Alignment(share: 0)
    }

    /// The upper limit of `neighbors`.
    public static let maximumNeighbors = 8

    /// Creates a layout; by default one slide fills the view, the next one comes from the right, and shorter slides have
    /// as many neighbors as fit. Values out of range are clamped on use.
    public init(
      axis: Axis = .horizontal, isMirrored: Bool = false, pageLength: Double = 1, spacing: Double = 0,
      neighbors: Int? = nil, alignment: Alignment = .center
    ) {
      self.axis = axis
      self.isMirrored = isMirrored
      self.pageLength = pageLength
      self.spacing = spacing
      self.neighbors = neighbors
      self.alignment = alignment
    }

    /// The distance between the centers of two adjacent slides, as a fraction of the viewport: the page length plus the
    /// spacing.
    public var pitch: Double { length + gap }

    /// Returns the rectangle of a slide at a distance in pages, > 0 towards the next slide, in a pose.
    ///
    /// The pose's shift and scale are applied; its rotation is left to the renderer.
    public func box(at distance: Double, pose: SlideTransition.Pose = SlideTransition.Pose()) -> SlideBox {
      let center = 0.5 + (isMirrored ? -1 : 1) * ((distance + pose.shift) * pitch + anchor)
      let extent = length * pose.scale
      let across = 0.5 - pose.scale / 2
      return switch axis {
      case .horizontal: SlideBox(x: center - extent / 2, y: across, width: extent, height: pose.scale)
      case .vertical: SlideBox(x: across, y: center - extent / 2, width: pose.scale, height: extent)
      }
    }

    /// Returns the number of pages by which a pointer's movement on screen pulls the slides, > 0 towards the next
    /// slide.
    ///
    /// The slides follow the pointer: if the next slide is on the right, a pointer that moves left pulls it in. The
    /// same conversion applies to velocities.
    ///
    /// - Parameter translation: The movement to the right and downward, in viewport widths and heights.
    public func pages(forTranslation translation: SlidePoint) -> Double {
      let way =
        switch axis {
        case .horizontal: translation.x
        case .vertical: translation.y
        }
      return (isMirrored ? way : -way) / pitch
    }

    /// Returns whether a slide at a distance is in view.
    func shows(at distance: Double, in transition: SlideTransition) -> Bool {
      guard abs(distance) < limit(in: transition) else { return false }
      let pose = transition.pose(at: distance)
      guard pose.opacity > 0, pose.scale > 0 else { return false }
      return abs((distance + pose.shift) * pitch + anchor) < 0.5 + length * pose.scale / 2
    }

    /// Returns how far, in pages, a slide at a distance is out of view; negative in view.
    func excess(at distance: Double, in transition: SlideTransition) -> Double {
      let pose = transition.pose(at: distance)
      let outside = (abs((distance + pose.shift) * pitch + anchor) - 0.5 - length * pose.scale / 2) / pitch
      return max(abs(distance) - limit(in: transition), outside)
    }

    /// The distance from which slides are hidden.
    private func limit(in transition: SlideTransition) -> Double {
      min(Double(effectiveNeighbors + 1), transition.extent)
    }

    /// Returns the pages in view when the current slide is at an offset. Page 0 is always included.
    func pagesInView(offset: Double, in transition: SlideTransition) -> ClosedRange<Int> {
      // In every transition, one slide fills the view at rest: the common case.
      if offset == 0, effectiveNeighbors == 0 { return 0...0 }
      func last(_ direction: Direction) -> Int {
        var page = direction.page
        while abs(page) <= effectiveNeighbors + 1, shows(at: Double(page) - offset, in: transition) {
          page += direction.page
        }
        return page - direction.page
      }
      return last(.backward)...last(.forward)
    }

    /// The greatest number of pages in view at once, at rest or in motion.
    var span: Int { 2 * effectiveNeighbors + 2 }

    /// The greatest number of slides visible on each side of the current one at rest: `neighbors`, clamped to its range,
    /// or as many as fit.
    public var effectiveNeighbors: Int {
      // Not those whose edge only touches that of the view, apart from rounding.
      let number = neighbors ?? Int(((0.5 + length / 2 + abs(anchor)) / pitch - 1e-9).roundedUp) - 1
      return max(0, min(number, Self.maximumNeighbors))
    }

    /// The distance of the current slide's center at rest from the middle of the view, as a fraction of the viewport.
    private var anchor: Double { (alignment.share - 0.5) * (1 - length) }

    private var length: Double { pageLength.isNaN ? 1 : max(0.01, min(pageLength, 1)) }

    private var gap: Double { spacing.isNaN ? 0 : max(0, min(spacing, 1)) }
  }
}
