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
    /// The lengths of slides that differ; nil if all have `pageLength`. A reload brings those of new slides:
    /// `Reload.lengths`. In pointers' pulls and velocities, a page is always `pitch` long.
    public var lengths: SlideLengths?
    /// Lengths that follow the place in the view, instead of `pageLength`, `lengths` and `isContained`.
    public var keylines: Keylines?
    /// The slides that belong together in moves.
    public var groups: Groups
    /// Whether the row ends at the edges of the view, rather than with an aligned slide and empty space beside it. If all
    /// slides fit into the view, they do not move, not even in a drag, and the last slide is not followed by the first.
    ///
    /// Slides near an end become current where they are. In an endless row, only the last sentence but one applies.
    public var isContained: Bool

    /// The position of the current slide along the axis.
    public struct Alignment: Hashable, Sendable {
      /// The share of the free space that is before the slide, 0…1.
      let share: Double

      /// At the edge opposite to `start`. Only the slides before are beside it.
      public static let end = Alignment(share: 1)
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
      neighbors: Int? = nil, alignment: Alignment = .center, lengths: SlideLengths? = nil, keylines: Keylines? = nil,
      groups: Groups = .single, isContained: Bool = false
    ) {
      self.axis = axis
      self.isMirrored = isMirrored
      self.pageLength = pageLength
      self.spacing = spacing
      self.neighbors = neighbors
      self.alignment = alignment
      self.lengths = lengths
      self.keylines = keylines
      self.groups = groups
      self.isContained = isContained
    }

    /// The distance between the centers of two adjacent slides, as a fraction of the viewport: the page length plus the
    /// spacing.
    public var pitch: Double { length + gap }

    /// Returns the rectangle of a slide at a distance in pages, > 0 towards the next slide, in a pose.
    ///
    /// The pose's shift and scale are applied; its rotation is left to the renderer. Where slides have their own lengths
    /// or the row is contained, only `Frame.layers` has their rectangles; this is that of a slide of `pageLength`.
    public func box(at distance: Double, pose: SlideTransition.Pose = SlideTransition.Pose()) -> SlideBox {
      box(of: Place(distance: distance, center: nil, length: length(at: distance)), pose: pose)
    }

    func box(of place: Place, pose: SlideTransition.Pose) -> SlideBox {
      let center = 0.5 + (isMirrored ? -1 : 1) * center(of: place, shiftedBy: pose.shift)
      let extent = place.length * pose.scale
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
      (isMirrored ? 1 : -1) * translation[axis] / pitch
    }

    /// Returns the place of a slide that moves to a page, when the current slide is at an offset: `shift` pages from it
    /// or, if places depend on the slides and so on the scroll position, `slip` as a share of the view.
    func place(
      of slide: Int?, page: Int, shift: Double = 0, slip: Double = 0, leaving: Direction? = nil, offset: Double,
      scroll: Double?, _ row: (Int) -> Int?
    ) -> Place {
      let distance = Double(page) + shift - offset
      guard let scroll else { return Place(distance: distance, center: nil, length: length(at: distance)) }
      let (length, own) = (length(of: slide), length(of: row(page)))
      // A slide that leaves for a page of another one has its edge towards the view there, out of view despite rounding.
      let outward = leaving.map { $0.sign * ((length - own) / 2 + 1e-6) } ?? 0
      return Place(distance: distance, center: center(ofPage: page, row) - scroll + outward + slip, length: length)
    }

    /// Returns the distance of a slide's center from the middle of the view, as a share of the view.
    private func center(of place: Place, shiftedBy shift: Double) -> Double {
      if let center = place.center { return center + shift * pitch }
      guard let keylines else { return (place.distance + shift) * pitch + anchor }
      let center = keylines.place(at: place.distance + shift, gap: gap).center
      return center - 0.5 + alignment.share * keylines.free(gap: gap)
    }

    /// Returns the length of a slide at a distance, where it does not depend on the slide.
    private func length(at distance: Double) -> Double {
      keylines.map { $0.place(at: distance, gap: gap).length } ?? length
    }

    func shows(_ place: Place, in transition: SlideTransition) -> Bool {
      guard abs(place.distance) < limit(in: transition) else { return false }
      let pose = transition.pose(at: place.distance)
      guard pose.opacity > 0, pose.scale > 0 else { return false }
      return abs(center(of: place, shiftedBy: pose.shift)) < 0.5 + place.length * pose.scale / 2
    }

    /// Returns how far, in pages, a slide is out of view; negative in view.
    func excess(of place: Place, in transition: SlideTransition) -> Double {
      let pose = transition.pose(at: place.distance)
      let edge = abs(center(of: place, shiftedBy: pose.shift))
      return max(abs(place.distance) - limit(in: transition), (edge - 0.5 - place.length * pose.scale / 2) / pitch)
    }

    /// The distance from which slides are hidden.
    private func limit(in transition: SlideTransition) -> Double {
      // As many as fit may change with the slides' lengths while some of them are in view.
      let neighbors = dependsOnSlides && neighbors == nil ? Self.maximumNeighbors : effectiveNeighbors
      return min(Double(neighbors + 1), transition.extent)
    }

    /// Returns the pages in view when the current slide is at an offset, and the view at a scroll position if places
    /// depend on the slides. Page 0 is always included.
    func pagesInView(
      offset: Double, in transition: SlideTransition, scroll: Double?, _ row: (Int) -> Int?
    ) -> ClosedRange<Int> {
      // In every transition, one slide fills the view at rest: the common case.
      if offset == 0, effectiveNeighbors == 0 { return 0...0 }
      func last(_ direction: Direction) -> Int {
        var page = direction.page
        while abs(page) <= effectiveNeighbors + 1 {
          let slide = scroll == nil ? nil : row(page)
          guard shows(place(of: slide, page: page, offset: offset, scroll: scroll, row), in: transition) else { break }
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
      max(0, min(neighbors ?? keylines?.neighbors ?? fittingNeighbors, Self.maximumNeighbors))
    }

    /// The greatest number of slides that fit on one side of the current one.
    private var fittingNeighbors: Int {
      // Not those whose edge only touches that of the view, apart from rounding.
      func number(_ length: Double, _ anchor: Double) -> Int {
        Int(((0.5 + length / 2 + abs(anchor)) / (length + gap) - 1e-9).roundedUp) - 1
      }
      guard dependsOnSlides else { return number(length, anchor) }
      let shortest = min(lengths?.shortest ?? 1, length)
      return number(shortest, 0.5 * (1 - shortest))
    }

    /// Returns whether all slides fit into the view at once.
    public func fits(_ count: Int) -> Bool {
      if count <= 1 { return true }
      if keylines != nil { return false }
      let listed = lengths?.start(of: count) ?? 0
      let rest = Double(max(0, count - (lengths?.count ?? 0))) * length
      return listed + rest + Double(count - 1) * gap <= 1 + 1e-9
    }

    /// The distance of the current slide's center at rest from the middle of the view, as a fraction of the viewport.
    private var anchor: Double { (alignment.share - 0.5) * (1 - length) }

    /// The length of a page: that of the current slide at rest, unless slides have their own.
    var length: Double { keylines?.focalLength ?? (pageLength.isNaN ? 1 : max(0.01, min(pageLength, 1))) }

    var gap: Double { spacing.isNaN ? 0 : max(0, min(spacing, 1)) }
  }
}
