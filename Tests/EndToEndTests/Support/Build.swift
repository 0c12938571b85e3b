import Glibc

/// What was built together with the tests.
enum Build {
  /// The path of a program of this package: it lies where the tests lie.
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
  /// Its fetching program.
  static let tuiFetch = path(of: "tui-fetch")
}
