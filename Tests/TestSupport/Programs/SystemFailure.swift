import Glibc

/// A failure of a system call that fails only on a broken machine.
package struct SystemFailure: Error, CustomStringConvertible {
  /// The call's name.
  package let call: String
  /// The error code, as in errno.
  package let code: Int32

  /// Creates a failure of a call; the code is errno, unless the call returns its own.
  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call) failed: \(unsafe String(cString: strerror(code)))" }

  /// Throws if a call did not return 0: for calls of the `posix_` family, which return their code.
  package static func check(_ call: String, _ result: Int32) throws {
    if result != 0 { throw SystemFailure(call, code: result) }
  }
}
