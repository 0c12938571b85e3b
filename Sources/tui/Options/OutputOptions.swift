import CommandLineOptions
import Terminal

/// Options for where and how to show pictures.
struct OutputOptions {
  var print = false
  var scene = false
  var json = false
  var alt = false
  var names = false
  var size: CellSize?
  var screen = ScreenChoice.auto
  var fps = 60
  var bidi = BidiChoice.auto
  var noMouse = false
  var noTitle = false
  var notify = false
  var stats = false
  var terminalReport = false

  static let group = CommandLineTable<Tui>.Group(
    "Output",
    [
      .flag(
        "--print", \.output.print,
        help: "Print pictures to standard output and exit (the default if it is not a terminal)."),
      .flag(
        "--scene", \.output.scene,
        help: "Like --print, but print the whole window: with dots, tabs, neighbors and the description bar."),
      .flag(
        "--json", \.output.json,
        help: "Like --print, but print facts about each slide as JSON instead of pictures."),
      .flag(
        "--alt", \.output.alt,
        help: "Like --print, but print a line of text for each slide instead of its picture, as for a screen reader."),
      .flag(
        "--names", \.output.names,
        help: "With --print, print the name of each picture, or the text of --caption, below it."),
      .optional(
        "--size", "COLSxROWS", \.output.size, .size, default: "the terminal's, or 80x24",
        help: "Size of printed pictures in cells, as in 80x24."),
      .value(
        "--screen", "SCREEN", \.output.screen, .choice(),
        help: "Write through ncurses (curses) or directly (truecolor)."),
      .value(
        "--bidi", "WHO", \.output.bidi, .choice(),
        help: "Who puts right-to-left text (Hebrew, Arabic) in order: tui or the terminal."),
      .flag(
        "--no-mouse", \.output.noMouse,
        help: "Leave the mouse to the terminal, so that it selects text."),
      .value(
        "--fps", "N", \.output.fps, .integer(1...240),
        help: "Maximum frames per second."),
      .flag(
        "--no-title", \.output.noTitle,
        help: "Leave the title of the terminal's window as it is."),
      .flag(
        "--notify", \.output.notify,
        help: "Notify on the desktop, through the terminal, of failed background commands and new pictures."),
      .flag(
        "--stats", \.output.stats,
        help: "Print frame statistics on standard error on exit."),
      .flag(
        "--terminal-report", \.output.terminalReport, scope: .commandLineOnly,
        help: "Print what the terminal replies to queries, and what follows from it, for a bug report, and exit."),
    ])

  /// What is printed of each slide.
  var form: PrintForm { json ? .json : alt ? .alternativeText : scene ? .scene : .picture }

  /// The option because of which slides are printed; nil if there is none.
  var printing: String? { json ? "--json" : alt ? "--alt" : print ? "--print" : scene ? "--scene" : nil }

  /// - Throws: `UsageError` if options exclude each other.
  func validate() throws(UsageError) {
    let forms = [("--json", json), ("--alt", alt), ("--scene", scene)].filter(\.1).map(\.0)
    if forms.count > 1 { throw .rejected("\(forms[0]) and \(forms[1]) cannot be combined") }
  }
}

extension ValueFormat<CellSize> {
  /// A size in cells.
  fileprivate static var size: Self {
    Self(
      "columns and rows, as in 80x24; at most 10000 each and 4 million in all",
      read: { text in
        let parts = text.lowercased().split { $0 == "x" || $0 == "×" }
        guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]), (1...10_000).contains(columns),
          (1...10_000).contains(rows), columns * rows <= 4_000_000
        else { return nil }
        return CellSize(columns: columns, rows: rows)
      })
  }
}
