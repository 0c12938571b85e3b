import ArgumentParser
import Terminal

/// Options for where and how to show pictures.
struct OutputOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let screen = ScreenChoice.auto
    static let fps = 60
  }

  @Flag(name: .long, help: "Print pictures to standard output and exit (the default if it is not a terminal).")
  var print = false

  @Flag(
    name: .long,
    help: "Like --print, but print the whole window: with dots, tabs, neighbors and the description bar."
  )
  var scene = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Size of printed pictures in cells, as in 80x24; at most 10000 each and 4 million in all. (default: the terminal's, or 80x24)",
      valueName: "colsxrows"))
  var size: SizeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Write through ncurses (curses) or directly (truecolor).", valueName: "screen"))
  var screen = Default.screen

  @Option(name: .long, help: ArgumentHelp("Maximum frames per second, 1…240.", valueName: "n"))
  var fps = Default.fps

  @Flag(name: .long, help: "Print frame statistics on standard error on exit.")
  var stats = false

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps must be from 1 to 240, not \(fps)") }
  }

  static let rows: [OptionRow<OutputOptions>] = [
    .flag("--print") { $0.print = $1 },
    .flag("--scene") { $0.scene = $1 },
    .optional("--size") { $0.size = $1 },
    .option("--screen", Default.screen) { $0.screen = $1 },
    .option("--fps", Default.fps) { $0.fps = $1 },
    .flag("--stats") { $0.stats = $1 },
  ]
}

extension ScreenChoice: ExpressibleByArgument {}

/// A size in cells, for example 80x24.
struct SizeArgument: ExpressibleByArgument {
  let size: CellSize

  init?(argument: String) {
    let parts = argument.lowercased().split(whereSeparator: { $0 == "x" || $0 == "×" })
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]), (1...10_000).contains(columns),
      (1...10_000).contains(rows), columns * rows <= 4_000_000
    else { return nil }
    size = CellSize(columns: columns, rows: rows)
  }
}
