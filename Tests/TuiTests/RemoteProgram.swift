import CommandLineOptions
@testable import tui_remote

/// The command line of tui-remote, under a name that tests of all programs can use.
enum RemoteProgram {
  static let description = TuiRemote.commandLine.description
}
