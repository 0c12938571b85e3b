import Terminal
import TestSupport
import Testing

/// The same window through ncurses and directly, in terminals of few colors.
@Suite struct ScreenTests {
  /// A terminal, and the options for its colors.
  struct Setting: CustomTestStringConvertible, Sendable {
    var type: String
    var colors: String
    var locale = "C.UTF-8"

    var testDescription: String { "TERM=\(type) --color \(colors) LC_ALL=\(locale)" }
  }

  private static let settings = [
    Setting(type: "xterm-256color", colors: "256"), Setting(type: "xterm-256color", colors: "16"),
    Setting(type: "xterm-256color", colors: "mono"), Setting(type: "xterm-256color", colors: "16", locale: "C"),
    Setting(type: "xterm", colors: "auto"), Setting(type: "linux", colors: "auto"),
    Setting(type: "screen", colors: "auto"), Setting(type: "screen-256color", colors: "256"),
    Setting(type: "tmux-256color", colors: "8"), Setting(type: "rxvt", colors: "auto"),
  ]

  private func started(_ setting: Setting, screen: String) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    (setup.columns, setup.rows) = (48, 16)
    setup.variables = ["TERM": setting.type, "COLORTERM": nil, "LC_ALL": setting.locale]
    let pictures = ["dusk-over-the-ridge.jpg", "glass-and-clay.jpg"].map { "\(Build.packageFolder)/Resources/\($0)" }
    return try TerminalSession(
      [
        "--interval", "0", "--screen", screen, "--color", setting.colors, "--change-mode", "slide", "--caption",
        "%n: 漢字 e\u{301} שלום │ ▀ %f",
      ] + pictures, setup)
  }

  @Test(arguments: settings)
  func `a terminal shows the same directly as through ncurses`(_ setting: Setting) throws {
    let direct = try started(setting, screen: "auto")
    let curses = try started(setting, screen: "curses")
    try expectSame("the first picture", direct, curses) { $0.text.contains("1: ") && $0.showsPicture }
    // Only our encoder turns autowrap off.
    expect([direct, curses].map { $0.count(of: "\u{1B}[?7l") }, equals: [1, 0])
    for session in [direct, curses] { try session.type(TerminalSession.Key.right) }
    try expectSame("the second picture", direct, curses) { $0.text.contains("2: ") && $0.showsPicture }
    for session in [direct, curses] { try session.type("?") }
    try expectSame("the help panel", direct, curses) { $0.text.contains("previous, next") }
    for session in [direct, curses] { try session.type("?g") }
    try expectSame("the grid", direct, curses) { !$0.text.contains("previous, next") && !$0.text.contains("2: ") }
    for session in [direct, curses] { try session.resize(columns: 33, rows: 11) }
    try expectSame("the grid in a smaller window", direct, curses) { _ in true }
    for session in [direct, curses] {
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
      try session.expectNoLineSettingsLeft()
    }
  }

  /// Waits until both terminals show something, and the same.
  private func expectSame(
    _ what: String, _ direct: TerminalSession, _ curses: TerminalSession,
    at location: SourceLocation = #_sourceLocation,
    isShown: (ScreenReader) -> Bool
  ) throws {
    for session in [direct, curses] {
      try session.wait(for: what, at: location) { isShown(session.screen) }
    }
    var differences = [""]
    _ = try waitUntil {
      for session in [direct, curses] { try session.readAll() }
      differences = direct.screen.differences(from: curses.screen)
      return differences.isEmpty && isShown(direct.screen)
    }
    expect(differences, equals: [], Comment(rawValue: what), at: location)
  }
}

extension ScreenReader {
  /// Whether there are as many different cells above the description as only a picture has.
  var showsPicture: Bool {
    let above = 0..<size.columns * (size.rows - 3)
    return Set(above.map { self[$0 % size.columns, $0 / size.columns].look }).count > 8
  }

  /// Descriptions of the cells that look different on another screen.
  func differences(from other: ScreenReader) -> [String] {
    var differences: [String] = []
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let (cell, otherCell) = (self[column, row].look, other[column, row].look)
        if cell != otherCell { differences.append("\(column), \(row): \(cell) is not \(otherCell)") }
      }
    }
    return differences
  }
}

extension ScreenCell {
  /// One form for all cells that look the same.
  fileprivate var look: Cell {
    guard let character = text.first else { return Cell(.continuation) }
    let cell = Cell(Glyph(cluster: character), foreground: foreground, background: background).drawn(
      before: .continuation
    )
    .cell
    if let complement = cell.glyph.complement, complement.rawValue < cell.glyph.rawValue {
      return Cell(complement, foreground: cell.background, background: cell.foreground)
    }
    return cell
  }
}
