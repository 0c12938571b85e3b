import TestSupport

/// The programs that were built together with the tests.
enum Build {
  /// Returns the path of one of this package's programs.
  static func path(of program: String) -> String { BuiltProgram.path(of: program) }

  /// The folder of this package, where `Resources` is.
  static let packageFolder = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// The program under test.
  static let tui = path(of: "tui")
  /// The fetching program.
  static let tuiFetch = path(of: "tui-fetch")
}
