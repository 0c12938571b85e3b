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
        help: "Print pictures to standard output and exit (the default if it is not a terminal).",
        manual: """
          Draw each picture to standard output and exit.
          This is the default if standard output is not a terminal, except with
          .Fl -pick
          or
          .Fl -print-marked .
          """),
      .flag(
        "--scene", \.output.scene,
        help: "Like --print, but print the whole window: with dots, tabs, neighbors and the description bar.",
        manual: """
          Like
          .Fl -print ,
          but include everything around the picture: dots, tabs, neighbors and the description bar.
          """),
      .flag(
        "--json", \.output.json,
        help: "Like --print, but print facts about each slide as JSON instead of pictures.",
        manual: """
          Like
          .Fl -print ,
          but print a JSON array, which is also a deck, with an object for each slide.
          Its members are
          .Va number , image
          (the absolute path or the URL),
          .Va name , page , caption , link , duration , transition , background , fit , width , height , format , bytes , date , time , camera , lens , exposure ,
          .Va focalLength , speed , place , profile , description , animated , defect , error
          and
          .Va problem
          (of a deck's settings for the slide);
          unknown ones are left out.
          Pictures are decoded:
          .Va error
          names those that cannot be shown, and
          .Va defect
          those that are damaged.
          """),
      .flag(
        "--alt", \.output.alt,
        help: "Like --print, but print a line of text for each slide instead of its picture, as for a screen reader.",
        manual: """
          Like
          .Fl -print ,
          but print a line of text for each slide, as for a screen reader: its number, its caption or the text of
          .Fl -caption ,
          its name, format, size and date, or why it cannot be shown.
          """),
      .flag(
        "--names", \.output.names,
        help: "With --print, print the name of each picture, or the text of --caption, below it.",
        manual: """
          With
          .Fl -print ,
          print the name of each picture below it, or the text of
          .Fl -caption .
          .Fl -json
          and
          .Fl -alt
          include the name in any case.
          """),
      .optional(
        "--size", "COLSxROWS", \.output.size, .size, default: "the terminal's, or 80x24",
        help: "Size of printed pictures in cells, as in 80x24.",
        manual: """
          Size in cells of each printed picture, at most 10,000 in each direction and 4,000,000 in all.
          """),
      .value(
        "--screen", "SCREEN", \.output.screen, .choice(),
        help: "Write through ncurses (curses) or directly (truecolor).",
        manual: """
          How to write to the terminal: through ncurses, in at most 256 colors
          .Pq Cm curses ,
          or directly
          .Pq Cm truecolor ,
          which
          .Cm auto
          does if terminfo lists the sequences for it, or if the terminal has 24-bit colors.
          """),
      .value(
        "--bidi", "WHO", \.output.bidi, .choice(),
        help: "Who puts right-to-left text (Hebrew, Arabic) in order: tui or the terminal.",
        manual: """
          Who puts right-to-left text, such as Hebrew and Arabic, in order:
          .Nm ,
          or a terminal that reorders each line.
          .Cm auto
          decides by what the terminal reports, its name and its version.
          """),
      .flag(
        "--no-mouse", \.output.noMouse,
        help: "Leave the mouse to the terminal, so that it selects text.",
        manual: """
          Leave the mouse to the terminal, so that it selects text.
          The keys do everything that it does.
          """),
      .value(
        "--fps", "N", \.output.fps, .integer(1...240),
        help: "Maximum frames per second.", manual: "Maximum frame rate, in frames per second."),
      .flag(
        "--no-title", \.output.noTitle,
        help: "Leave the title of the terminal's window as it is.",
        manual: """
          Do not show the slide's number and name as the title of the terminal's window until exit.
          """),
      .flag(
        "--notify", \.output.notify,
        help: "Notify on the desktop, through the terminal, of failed background commands and new pictures.",
        manual: """
          While the terminal's window does not have the focus, show a desktop notification when a command in the background has
          failed, and when
          .Fl -watch
          has found new pictures.
          The terminal must report its focus and show notifications (OSC 99 or OSC 777), which also works over ssh.
          """),
      .flag(
        "--stats", \.output.stats,
        help: "Print frame statistics on standard error on exit.",
        manual: """
          Print frame statistics on standard error on exit: frames drawn and dropped, bytes, and the median and 99th
          percentile of the times to compose, encode and deliver a frame; how far decoders are isolated; and an implausible cell
          size that the terminal has reported, for which 1:2 is used.
          """),
      .flag(
        "--terminal-report", \.output.terminalReport, scope: .commandLineOnly,
        help: "Print what the terminal replies to queries, and what follows from it, for a bug report, and exit.",
        manual: """
          Print what the terminal replies to queries within two seconds, and what follows from it: the protocol for
          pixels and why, colors, glyphs, the size of a cell and the environment's variables about the terminal.
          Then exit.
          """),
    ])
}

extension OutputOptions {
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
