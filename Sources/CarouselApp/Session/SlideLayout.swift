package import Carousel
package import Terminal

/// Which way slides move when the next one comes.
package enum SlideDirection: String, CaseIterable, Hashable, Sendable {
  case left, right, up, down

  /// The line along which they move.
  package var axis: CarouselMachine.Layout.Axis {
    switch self {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    }
  }

  /// Whether the next slide stands on the left or above.
  package var isMirrored: Bool {
    switch self {
    case .left, .up: false
    case .right, .down: true
    }
  }
}

/// Where slides stand in the window, in cells where that is what people see.
package struct SlideLayout: Hashable, Sendable {
  /// Which way slides move when the next one comes.
  package var direction = SlideDirection.left
  /// How many slides may show on each side; nil: as many as the change mode is made for.
  package var neighbors: Int?
  /// Cells between two slides.
  package var spacing = 0
  /// The share of the window that a slide takes along the axis; nil: what leaves room for the neighbours.
  package var pageLength: Double?

  /// The range of `neighbors`, of `pageLength`, and of `spacing`.
  package static let neighborRange = 0...4
  package static let pageLengthRange = 0.2...1
  package static let spacingRange = 0...100

  /// One slide fills the window, and the next one comes from the right.
  package init() {}

  /// The layout in an area of cells, in a mode: slides and gaps are whole cells.
  package func layout(in area: CellSize, for mode: ChangeMode) -> CarouselMachine.Layout {
    let cells = max(1, direction.axis == .horizontal ? area.columns : area.rows)
    let neighbors = neighbors ?? NamedChangeMode.of(mode)?.neighbors ?? 0
    let share = pageLength ?? SlideLayout.pageLength(for: neighbors)
    let page = max(1, min(cells, Int((share * Double(cells)).rounded())))
    return CarouselMachine.Layout(
      axis: direction.axis, isMirrored: direction.isMirrored, pageLength: Double(page) / Double(cells),
      spacing: Double(min(spacing, cells)) / Double(cells), neighbors: neighbors)
  }

  /// One slide alone, as the viewer has it.
  package var alone: CarouselMachine.Layout {
    CarouselMachine.Layout(axis: direction.axis, isMirrored: direction.isMirrored)
  }

  /// The share that leaves a fifth of a page of the outermost neighbours in view: 0.6 for one, 0.4 for two.
  package static func pageLength(for neighbors: Int) -> Double {
    neighbors == 0 ? 1 : max(pageLengthRange.lowerBound, 1.2 / Double(neighbors + 1))
  }
}
