import Glibc

/// The programs that were built together with the tests.
enum Build {
  /// Returns the path of one of this package's programs: it is in the folder of the test executable.
  static func path(of program: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(program)"
  }

  /// The folder of this package, where `Resources` is.
  static let packageFolder = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// The program under test.
  static let tui = path(of: "tui")
  /// The fetching program.
  static let tuiFetch = path(of: "tui-fetch")
}
