package import Carousel
package import CarouselValues
package import Terminal

/// The direction in which slides move when the next one comes.
package enum SlideDirection: String, CaseIterable, Hashable, Sendable {
  case left, right, up, down

  /// The axis along which they move.
  package var axis: Axis {
    switch self {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    }
  }

  /// Whether the next slide is on the left or above.
  package var isMirrored: Bool {
    switch self {
    case .left, .up: false
    case .right, .down: true
    }
  }
}

/// Where slides are placed in the window; gaps are in whole cells.
package struct SlideLayout: Hashable, Sendable {
  /// The direction in which slides move when the next one comes.
  package var direction = SlideDirection.left
  /// The maximum number of slides that show on each side; nil: the change mode's default.
  package var neighbors: Int?
  /// The gap between two slides, in cells.
  package var spacing = 0
  /// The share of the window that a slide takes along the axis; nil: a default that makes room for the neighbors.
  package var pageLength: Double?

  /// The ranges of `neighbors`, of `pageLength`, and of `spacing`.
  package static let neighborRange = 0...4
  package static let pageLengthRange = 0.2...1
  package static let spacingRange = 0...100

  /// One slide fills the window, and the next one comes from the right.
  package init() {}

  /// The layout for an area and a change mode: slides and gaps are whole cells.
  package func layout(in area: CellSize, for mode: TransitionSettings) -> CarouselMachine.Layout {
    let cells = max(1, direction.axis == .horizontal ? area.columns : area.rows)
    let neighbors = neighbors ?? NamedChangeMode.of(mode)?.neighbors ?? 0
    let share = pageLength ?? defaultPageLength(in: cells, for: mode, neighbors: neighbors)
    let page = max(1, min(cells, Int((share * Double(cells)).rounded())))
    return CarouselMachine.Layout(
      axis: direction.axis, isMirrored: direction.isMirrored, pageLength: Double(page) / Double(cells),
      spacing: Double(min(spacing, cells)) / Double(cells), neighbors: neighbors)
  }

  /// The direction along the slides for a turn of the wheel: down and right lead to the next slide, unless it lies in
  /// the opposite direction. Nil for other events.
  func wheel(_ kind: MouseEvent.Kind) -> WheelFlick.Direction? {
    switch kind {
    case .wheelDown: direction == .down ? .backward : .forward
    case .wheelUp: direction == .down ? .forward : .backward
    case .wheelRight: direction == .right ? .backward : .forward
    case .wheelLeft: direction == .right ? .forward : .backward
    case .pressed, .dragged, .released, .moved: nil
    }
  }

  /// The layout of the viewer: one slide alone.
  package var alone: CarouselMachine.Layout {
    CarouselMachine.Layout(axis: direction.axis, isMirrored: direction.isMirrored)
  }

  /// Returns the share of `cells` that a slide takes by default: 1 without neighbors, otherwise the one that leaves a
  /// third of the outermost neighbors visible, at most 0.6.
  private func defaultPageLength(in cells: Int, for mode: TransitionSettings, neighbors: Int) -> Double {
    guard neighbors > 0 else { return 1 }
    let count = Double(neighbors)
    let gaps = count * Double(min(spacing, cells)) / Double(cells)
    // The pages in half of the window: half of the current one, the inner neighbors, and a third of the outermost one.
    // Covers are closer to the current slide, and look narrower since they are turned.
    let pages = mode.style == .coverFlow ? count - 0.6 : 0.5 + (count - 1) + 1 / 3
    return min(max(0.1, (0.5 - gaps) / pages), 0.6)
  }
}
