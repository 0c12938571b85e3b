import CommandLineOptions
@testable import tui_fetch

/// The command line of tui-fetch, under a name that tests of both programs can use.
enum FetchProgram {
  static let description = TuiFetch.commandLine.description
}
