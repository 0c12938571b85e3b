import Carousel
import CarouselApp
import CarouselValues
import CommandLineOptions

/// Options for where slides are placed and in which direction they move.
struct LayoutOptions {
  var direction = SlideDirection.left
  var heading = CarouselMachine.Direction.forward
  var neighbors: Int?
  var spacing = 0
  var pageLength: Double?
  var fit = SlideContentMode.Fit.contain
  var align = SlideContentMode.Alignment.center

  /// Throws an error if neighbors have no room, or are combined with a mode in which slides overlap.
  func validate(with mode: NamedChangeMode) throws(UsageError) {
    guard let neighbors, neighbors > 0 else { return }
    if pageLength == 1 {
      throw .rejected("--neighbors needs a --page-length below 1: a slide that fills the window leaves no room")
    }
    if !mode.showsNeighbors {
      throw .rejected("--neighbors and --change-mode \(mode.name) cannot be combined: its slides lie over each other")
    }
  }

  var layout: SlideLayout {
    var layout = SlideLayout()
    layout.direction = direction
    layout.neighbors = neighbors
    layout.spacing = spacing
    layout.pageLength = pageLength
    return layout
  }

  static let group = CommandLineTable<Tui>.Group(
    "Layout",
    [
      .value(
        "--direction", "WAY", \.layout.direction, .choice(),
        adoption: .atOnce, help: "Direction of motion towards the next slide."),
      .value(
        "--heading", "WAY", \.layout.heading,
        .choice([.forward, .backward]) { $0 == .forward ? "forward" : "backward" },
        adoption: .atOnce, help: "Direction of auto-advance along the slides."),
      .optional(
        "--neighbors", "N", \.layout.neighbors, .integer(SlideLayout.neighborRange),
        default: "0, or 2 with --change-mode cover-flow", acceptsDash: true,
        adoption: .atOnce, help: "Slides visible on each side."),
      .value(
        "--spacing", "CELLS", \.layout.spacing, .integer(SlideLayout.spacingRange, unit: "a number of cells"),
        acceptsDash: true,
        adoption: .atOnce, help: "Gap between two slides, in cells."),
      .optional(
        "--page-length", "SHARE", \.layout.pageLength, .number(SlideLayout.pageLengthRange, unit: "a share"),
        default: "1, or less so that all neighbors are visible", acceptsDash: true,
        adoption: .atOnce, help: "Share of the window that a slide takes."),
      .value(
        "--fit", "FIT", \.layout.fit, .choice(Array(SlideContentMode.Fit.allCases), name: \.name),
        adoption: .atOnce, help: "How pictures fill their place."),
      .value(
        "--align", "WHERE", \.layout.align, .choice(),
        adoption: .atOnce, help: "Position of pictures in their place, or the part of them that is visible."),
    ])
}
