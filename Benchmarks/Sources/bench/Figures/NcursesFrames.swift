import CNcurses
import Glibc
import TestSupport

/// The ncurses side of the comparison, in a separate process, since ncurses takes over its process's terminal.
///
/// It draws to /dev/null; the measured work is finding color pairs, filling cells, comparing and encoding.
enum NcursesFrames {
  private static let (columns, rows) = (200, 50)

  /// xterm-256color with 24-bit colors, like ncurses' own xterm-direct, which not every machine has.
  private static let entry = #"""
    bench-direct|xterm with direct colors,
    \#tRGB, colors#0x1000000, pairs#0x7FFFF, ccc@, initc@, op=\E[39;49m,
    \#tsetab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
    \#tsetaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
    \#tuse=xterm-256color,

    """#

  /// Draws frames and prints the median seconds of one to standard output; returns an exit status.
  static func run(folder: String) throws -> Int32 {
    try compileEntry(into: folder)
    unsafe setenv("TERMINFO", "\(folder)/terminfo", 1)
    unsafe setenv("COLUMNS", "\(columns)", 1)
    unsafe setenv("LINES", "\(rows)", 1)
    unsafe setlocale(LC_ALL, "C.UTF-8")
    guard let null = unsafe fopen("/dev/null", "r+"), unsafe newterm("bench-direct", null, null) != nil else {
      return 1
    }
    start_color()
    var samples: [Double] = []
    for frame in 0..<60 {
      let start = monotonicNanoseconds()
      draw(frame)
      unsafe wnoutrefresh(tui_stdscr())
      doupdate()
      if frame >= 10 { samples.append(Double(monotonicNanoseconds() - start) / 1e9) }
    }
    endwin()
    print(Statistics(samples).median)
    return 0
  }

  /// Fills the screen with half blocks, each with colors that differ from the last frame's.
  private static func draw(_ frame: Int) {
    let half: [wchar_t] = [0x2580, 0]
    for row in 0..<rows {
      for column in 0..<columns {
        let (foreground, background) = colors(frame, column, row)
        var pair = alloc_pair(foreground, background)
        var cell = cchar_t()
        unsafe setcchar(&cell, half, 0, 0, &pair)
        unsafe mvadd_wch(Int32(row), Int32(column), &cell)
      }
    }
  }

  /// The colors of a cell: noise, as in `micro-bench frame`.
  private static func colors(_ frame: Int, _ column: Int, _ row: Int) -> (Int32, Int32) {
    let value = UInt32(frame * 10_007 + row * 211 + column) &* 2_654_435_761
    return (Int32(value >> 8 & 0xFFFFFF), Int32((value &* 40_503) >> 8 & 0xFFFFFF))
  }

  private static func compileEntry(into folder: String) throws {
    let source = "\(folder)/bench-direct.ti"
    guard let file = unsafe fopen(source, "w") else { throw SystemFailure("fopen \(source)") }
    unsafe fputs(entry, file)
    unsafe fclose(file)
    guard let tic = Program("tic") else { throw TerminalRun.Failure("tic is missing") }
    _ = try Program.run(
      tic.path, ["-x", "-o", "\(folder)/terminfo", source], environment: TerminalRun.environment)
  }
}
