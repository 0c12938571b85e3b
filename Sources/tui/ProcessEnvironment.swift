import Glibc
import NcursesScreen
import System
import Terminal

struct ProcessEnvironment {
  let variables: [String: String]
  /// Whether the locale supports more than ASCII.
  let isUTF8: Bool

  init() {
    variables = EnvironmentVariables.all()
    isUTF8 = TerminalEncoding.apply(environment: variables)
  }

  var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard input is a terminal; it then provides keys instead of a list.
  var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The color depth for printing: the terminal's according to the environment, or 24-bit without one, since a program
  /// then reads the output.
  var depthForPrinting: ColorDepth {
    let term = variables["TERM"] ?? ""
    guard !term.isEmpty, term != "dumb" else { return .truecolor }
    return ColorDepth.detected(
      environment: variables,
      terminfoColors: ColorDepth.terminfoColors(environment: variables)
        ?? (term.split(separator: "-").contains { $0.hasPrefix("256") } ? 256 : 8))
  }

  /// The color depth for printing: the requested one, else the best that the environment or the terminal reports.
  func depthForPrinting(_ requested: ColorDepth?, reported: ColorDepth?) -> ColorDepth {
    if let requested { return requested }
    // What reads a pipe, perhaps a script or a previewer, cannot be queried.
    let likely = depthForPrinting
    return reported.map { $0.exceeds(likely) ? $0 : likely } ?? likely
  }

  /// The requested color depth; none is requested, but NO_COLOR is set and not empty: no colors (no-color.org).
  func depth(for requested: ColorDepth?) -> ColorDepth? {
    requested ?? (variables["NO_COLOR"]?.isEmpty == false ? .mono : nil)
  }
}

extension TerminalWindow {
  /// The window as it appears before the terminal is taken over.
  static var ofProgram: TerminalWindow? { TerminalWindow(ofFirst: [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO]) }
}
