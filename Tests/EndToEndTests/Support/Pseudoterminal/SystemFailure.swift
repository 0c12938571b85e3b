import Glibc

/// A system call that failed where nothing but a broken machine makes it fail.
struct SystemFailure: Error, CustomStringConvertible {
  /// The call's name.
  let call: String
  /// What errno said.
  let code: Int32

  /// A failure of a call, told by errno unless the call returns its code.
  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call) failed: \(unsafe String(cString: strerror(code)))" }

  /// Throws unless a call returned 0: for those of the `posix_` family, which return their code.
  static func check(_ call: String, _ result: Int32) throws {
    if result != 0 { throw SystemFailure(call, code: result) }
  }
}
