import Glibc

/// The programs that were built together with the tests.
package enum BuiltProgram {
  /// Returns the path of a program of this package: it is in the folder of the test executable.
  package static func path(of name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
