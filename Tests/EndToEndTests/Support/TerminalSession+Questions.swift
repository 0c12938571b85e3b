import Glibc
import Terminal
import TestSupport
import Testing

extension TerminalSession {
  /// The color of the upper half of the middle cell, or nil if the cell shows something else.
  var pictureColor: TinyPNG.Pixel? { color(atColumn: screen.size.columns / 2, row: screen.size.rows / 2) }

  /// Returns the color of the upper half of a cell, or nil if the cell shows something else.
  func color(atColumn column: Int, row: Int) -> TinyPNG.Pixel? {
    guard let upper = screen[column, row].halves?.upper, case .rgb(let red, let green, let blue) = upper.kind else {
      return nil
    }
    return TinyPNG.Pixel(red: red, green: green, blue: blue)
  }

  /// The colors of the pictures in the middle row, from the left.
  var pictureColors: [TinyPNG.Pixel] {
    let row = screen.size.rows / 2
    var colors: [TinyPNG.Pixel] = []
    for column in 0..<screen.size.columns {
      guard let upper = screen[column, row].halves?.upper, case .rgb(let red, let green, let blue) = upper.kind else {
        continue
      }
      let color = TinyPNG.Pixel(red: red, green: green, blue: blue)
      if Album.colors.contains(color), colors.last != color { colors.append(color) }
    }
    return colors
  }

  /// The columns of the picture at rest in the middle row, or nil if there is none.
  var pictureColumns: Range<Int>? {
    let row = screen.size.rows / 2
    let columns = (0..<screen.size.columns).filter { column in
      guard let upper = screen[column, row].halves?.upper, case .rgb(let red, let green, let blue) = upper.kind else {
        return false
      }
      return Album.colors.contains(TinyPNG.Pixel(red: red, green: green, blue: blue))
    }
    guard let first = columns.first, let last = columns.last, last - first + 1 == columns.count else { return nil }
    return first..<last + 1
  }

  /// Returns the number of times that a sequence was sent.
  func count(of sequence: String) -> Int { String(decoding: bytes, as: UTF8.self).ranges(of: sequence).count }

  /// Whether any cell in a row has a background color.
  func isDrawn(toRow row: Int) -> Bool {
    (0..<screen.size.columns).contains { screen[$0, row].background != .terminalDefault }
  }

  /// The screen's state for failure messages.
  var screenReport: String {
    """
    \(screen.text)
    modes \(screen.modes.sorted()), faults \(screen.faults), pictures \(pictureColors), columns \(pictureColumns as Any)
    """
  }

  /// The row of dots, as text without blanks: `●○○`.
  var dots: String { screen.text.filter { "○●".contains($0) } }

  /// Reads until the picture in the middle has a color.
  func waitForPicture(_ color: TinyPNG.Pixel, at location: SourceLocation = #_sourceLocation) throws {
    try wait(for: "a picture of \(color)", at: location) { pictureColor == color }
  }

  /// Reads until the picture in the middle has a color again after the program has left the alternate screen and
  /// returned to it. Output that is still unread would look like a return.
  ///
  /// - Parameter times: the number of returns since the program started, including this one.
  func waitForReturn(
    to color: TinyPNG.Pixel, times: Int = 1, at location: SourceLocation = #_sourceLocation
  ) throws {
    try wait(for: "a picture of \(color) again", at: location) {
      count(of: "\u{1B}[?1049h") > times && pictureColor == color
    }
  }

  /// Expects that the terminal's screen, modes and line settings are as before the program started.
  func expectRestored(at location: SourceLocation = #_sourceLocation) throws {
    expect(screen.modes, equals: [7, 25], "modes are left set", at: location)
    #expect(!screen.isKeypadSent, "the keypad is left in application mode", sourceLocation: location)
    expect(screen.keyboard, equals: [[ScreenReader.shellsKeyboard], []], "keyboard flags are left set", at: location)
    expect(screen.pen, equals: ScreenCell.Pen(), "colors are left set", at: location)
    expect(screen.region, equals: 0..<screen.size.rows, "a scrolling region is left set", at: location)
    expect(screen.title, equals: ScreenReader.shellsTitle, "the window's title is left set", at: location)
    let isPromptBack = screen.rows.first?.hasPrefix(Self.prompt) == true
    #expect(isPromptBack, "the screen is not the one before: \(screenReport)", sourceLocation: location)
    try expect(settings(), equals: settingsBefore, "line settings are changed", at: location)
  }

  /// Expects that modes and line settings are as before, where the previous screen is lost.
  func expectNoLineSettingsLeft(at location: SourceLocation = #_sourceLocation) throws {
    expect(screen.modes, equals: [7, 25], "modes are left set", at: location)
    try expect(settings(), equals: settingsBefore, "line settings are changed", at: location)
  }

  /// Expects that nothing was sent that the terminal does not know, or that fell outside the screen.
  func expectNoFaults(at location: SourceLocation = #_sourceLocation) {
    #expect(screen.faults.isEmpty, sourceLocation: location)
  }
}
