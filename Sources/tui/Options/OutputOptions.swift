import ArgumentParser
import Terminal

/// Where and how things are shown.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print pictures to standard output and exit (the default if it is not a terminal).")
  var print = false

  @Flag(name: .long, help: "Like --print, but include the dots and the description bar.")
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
  var screen = ScreenChoice.auto

  @Option(name: .long, help: ArgumentHelp("Maximum frames per second, 1…240.", valueName: "n"))
  var fps = 60

  @Flag(name: .long, help: "Print frame statistics on standard error on exit.")
  var stats = false

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps must be from 1 to 240, not \(fps)") }
  }

  /// What is so unless it is said otherwise, for `QuickCommand`.
  static var plain: OutputOptions {
    var options = OutputOptions()
    options.print = false
    options.scene = false
    options.size = nil
    options.screen = ScreenChoice.auto
    options.fps = 60
    options.stats = false
    return options
  }
}

extension ScreenChoice: ExpressibleByArgument {}

/// A size in cells, as 80x24.
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
