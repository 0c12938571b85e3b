import Glibc
import Terminal
import Testing

extension TerminalSession {
  /// The colour in the middle of the screen's picture area; nil: there is something else.
  var pictureColor: TinyPNG.Pixel? {
    guard let halves = screen[screen.size.columns / 2, screen.size.rows / 2].halves, halves.upper == halves.lower,
      case .rgb(let red, let green, let blue) = halves.upper.kind
    else { return nil }
    return TinyPNG.Pixel(red: red, green: green, blue: blue)
  }

  /// The places in the row of dots, as text without blanks: `●○○`.
  var dots: String { screen.text.filter { "○●".contains($0) } }

  /// Reads until the picture in the middle is of a colour.
  func waitForPicture(_ color: TinyPNG.Pixel, at location: SourceLocation = #_sourceLocation) throws {
    try wait(for: "a picture of \(color)", at: location) { pictureColor == color }
  }

  /// Whether the terminal shows and does what it did before the program came.
  func expectRestored(at location: SourceLocation = #_sourceLocation) throws {
    #expect(screen.modes == [7, 25], "modes are left set", sourceLocation: location)
    #expect(!screen.isKeypadSent, "the keypad is left in application mode", sourceLocation: location)
    #expect(screen.pen == ScreenCell.Pen(), "colours are left set", sourceLocation: location)
    #expect(screen.region == 0..<screen.size.rows, "a scrolling region is left set", sourceLocation: location)
    #expect(screen.rows.first?.hasPrefix(Self.prompt) == true, "the screen is not the one before", sourceLocation: location)
    #expect(try settings() == settingsBefore, "line settings are changed", sourceLocation: location)
  }

  /// That nothing was sent that the terminal does not know, or that fell outside the screen.
  func expectNoFaults(at location: SourceLocation = #_sourceLocation) {
    #expect(screen.faults.isEmpty, sourceLocation: location)
  }
}
