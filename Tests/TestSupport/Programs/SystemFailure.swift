import Glibc

/// A system call that failed where nothing but a broken machine makes it fail.
package struct SystemFailure: Error, CustomStringConvertible {
  /// The call's name.
  package let call: String
  /// What errno said.
  package let code: Int32

  /// A failure of a call, told by errno unless the call returns its code.
  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call) failed: \(unsafe String(cString: strerror(code)))" }

  /// Throws unless a call returned 0: for those of the `posix_` family, which return their code.
  package static func check(_ call: String, _ result: Int32) throws {
    if result != 0 { throw SystemFailure(call, code: result) }
  }
}
