import Glibc

/// A status other than 0 to exit with, once the reason has been reported.
struct ExitStatus: Error, Hashable {
  let code: Int32

  init(_ code: Int32, reporting reason: String? = nil) {
    if let reason { StandardError.report(reason) }
    self.code = code
  }

  /// Does some work; exits the process if it throws a status.
  static func exitOnError(_ work: () throws(ExitStatus) -> Void) {
    do throws(ExitStatus) { try work() } catch { Glibc.exit(error.code) }
  }
}
