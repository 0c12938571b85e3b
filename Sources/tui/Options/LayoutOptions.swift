import ArgumentParser
import Carousel
import CarouselApp

/// Options for where slides are placed and in which direction they move.
struct LayoutOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let direction = SlideDirection.left
    static let heading = HeadingArgument.forward
    static let spacing = 0
    static let fit = FitArgument.contain
    static let align = AlignArgument.center
  }

  @Option(name: .long, help: ArgumentHelp("The direction of motion towards the next slide.", valueName: "way"))
  var direction = Default.direction

  @Option(name: .long, help: ArgumentHelp("The direction of auto-advance along the slides.", valueName: "way"))
  var heading = Default.heading

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Slides visible on each side, 0…4. (default: 0; 2 with --change-mode cover-flow)",
      valueName: "n"))
  var neighbors: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The gap between two slides, in cells, 0…100.", valueName: "cells"))
  var spacing = Default.spacing

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The share of the window that a slide takes, 0.2…1. (default: 1, or less, so that all neighbors are visible)",
      valueName: "share"))
  var pageLength: Double?

  @Option(name: .long, help: ArgumentHelp("How pictures fill their place.", valueName: "fit"))
  var fit = Default.fit

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The position of pictures in their place, or the part of them that is visible.", valueName: "where"))
  var align = Default.align

  func validate() throws {
    if let neighbors, !SlideLayout.neighborRange.contains(neighbors) {
      throw ValidationError("--neighbors takes a number from 0 to 4, not \(neighbors)")
    }
    if !SlideLayout.spacingRange.contains(spacing) {
      throw ValidationError("--spacing takes a number of cells from 0 to 100, not \(spacing)")
    }
    if let pageLength, !SlideLayout.pageLengthRange.contains(pageLength) {
      throw ValidationError("--page-length takes a share from 0.2 to 1, not \(pageLength)")
    }
    if let neighbors, neighbors > 0, pageLength == 1 {
      throw ValidationError("--neighbors needs a --page-length below 1: a slide that fills the window leaves no room")
    }
  }

  /// Throws an error if neighbours are combined with a mode in which slides overlap.
  func validate(with mode: ChangeModeArgument) throws {
    guard let neighbors, neighbors > 0, let row = NamedChangeMode.of(mode.mode), !row.showsNeighbors else { return }
    throw ValidationError(
      "--neighbors and --change-mode \(row.name) cannot be combined: its slides lie over each other")
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

  static let rows: [OptionRow<LayoutOptions>] = [
    .option("--direction", Default.direction) { $0.direction = $1 },
    .option("--heading", Default.heading) { $0.heading = $1 },
    .optional("--neighbors") { $0.neighbors = $1 },
    .option("--spacing", Default.spacing) { $0.spacing = $1 },
    .optional("--page-length") { $0.pageLength = $1 },
    .option("--fit", Default.fit) { $0.fit = $1 },
    .option("--align", Default.align) { $0.align = $1 },
  ]
}

extension SlideDirection: ExpressibleByArgument {}

/// A direction along the slides by name.
enum HeadingArgument: String, ExpressibleByArgument, CaseIterable {
  case forward, backward

  /// The direction.
  var direction: CarouselMachine.Direction {
    switch self {
    case .forward: .forward
    case .backward: .backward
    }
  }
}

/// An alignment by name.
struct AlignArgument: ExpressibleByArgument, Equatable, CaseIterable {
  let alignment: SlideContentMode.Alignment

  /// The default.
  static let center = AlignArgument(alignment: .center)
  static let allCases = SlideContentMode.Alignment.allCases.map { AlignArgument(alignment: $0) }

  init(alignment: SlideContentMode.Alignment) { self.alignment = alignment }

  init?(argument: String) {
    guard let alignment = SlideContentMode.Alignment(rawValue: argument) else { return nil }
    self.init(alignment: alignment)
  }

  var defaultValueDescription: String { alignment.rawValue }
  static var allValueStrings: [String] { allCases.map(\.alignment.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A fit by name.
struct FitArgument: ExpressibleByArgument, Equatable {
  let fit: SlideContentMode.Fit

  /// The default.
  static let contain = FitArgument(.contain)

  private init(_ fit: SlideContentMode.Fit) { self.fit = fit }

  init?(argument: String) {
    guard let fit = SlideContentMode.Fit.allCases.first(where: { $0.name == argument }) else { return nil }
    self.fit = fit
  }

  var defaultValueDescription: String { fit.name }
  static var allValueStrings: [String] { SlideContentMode.Fit.allCases.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
