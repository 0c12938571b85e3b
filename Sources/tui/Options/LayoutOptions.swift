import Carousel
import CarouselApp
import CommandLineOptions

/// Options for where slides are placed and in which direction they move.
struct LayoutOptions {
  var direction = SlideDirection.left
  var heading = Heading.forward
  var neighbors: Int?
  var spacing = 0
  var pageLength: Double?
  var fit = SlideContentMode.Fit.contain
  var align = SlideContentMode.Alignment.center

  /// A direction of auto-advance, by name.
  enum Heading: String, CaseIterable {
    case forward, backward

    /// The direction.
    var direction: CarouselMachine.Direction {
      switch self {
      case .forward: .forward
      case .backward: .backward
      }
    }
  }

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

  /// The initial layout.
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
        adoption: .atOnce, help: "Direction of motion towards the next slide.",
        manual: """
          Direction in which slides move when the next one appears.
          With
          .Cm right ,
          for reading from right to left, the left arrow and
          .Ic h
          are next.
          With
          .Cm up
          and
          .Cm down
          slides move and are dragged vertically; the keys for the next slide are the down arrow and
          .Ic j ,
          or the up arrow and
          .Ic k .
          """),
      .value(
        "--heading", "WAY", \.layout.heading, .choice(),
        adoption: .atOnce, help: "Direction of auto-advance along the slides.",
        manual: "Direction of auto-advance along the slides."),
      .optional(
        "--neighbors", "N", \.layout.neighbors, .integer(SlideLayout.neighborRange),
        default: "0, or 2 with --change-mode cover-flow", acceptsDash: true,
        adoption: .atOnce, help: "Slides visible on each side.",
        manual: """
          Number of slides visible on each side of the current one.
          Modes in which slides lie over each other show none.
          """),
      .value(
        "--spacing", "CELLS", \.layout.spacing, .integer(SlideLayout.spacingRange, unit: "a number of cells"),
        acceptsDash: true,
        adoption: .atOnce, help: "Gap between two slides, in cells.", manual: "Gap between two slides in cells."),
      .optional(
        "--page-length", "SHARE", \.layout.pageLength, .number(SlideLayout.pageLengthRange, unit: "a share"),
        default: "1, or less so that all neighbors are visible", acceptsDash: true,
        adoption: .atOnce, help: "Share of the window that a slide takes.",
        manual: """
          Share of the window that a slide takes in the direction of motion.
          With neighbors, the default leaves a third of the outermost ones visible, and more with
          .Fl -change-mode Cm cover-flow .
          """),
      .value(
        "--fit", "FIT", \.layout.fit, .choice(Array(SlideContentMode.Fit.allCases), name: \.name),
        adoption: .atOnce, help: "How pictures fill their place.",
        manual: """
          How pictures fill their place:
          .Cm contain
          shows all of a picture, as large as possible;
          .Cm cover
          fills the place and crops the rest;
          .Cm stretch
          fills the place and ignores the proportions;
          .Cm width
          and
          .Cm height
          fill the width or the height;
          .Cm shrink
          is like
          .Cm contain ,
          but does not enlarge pictures;
          .Cm none
          draws each pixel as half a cell.
          """),
      .value(
        "--align", "WHERE", \.layout.align, .choice(),
        adoption: .atOnce, help: "Position of pictures in their place, or the part of them that is visible.",
        manual: """
          Position of pictures in their place, or which part of them is visible:
          .Cm top-left , top , top-right , left , center , right , bottom-left , bottom
          or
          .Cm bottom-right .
          """),
    ])
}
