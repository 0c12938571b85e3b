import Glibc

/// Arrays of C strings, as the exec functions take them.
package enum CStrings {
  /// Calls `body` with the strings, each cut at its first NUL, followed by a null pointer.
  package static func with<Result>(
    _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    // strdup copies up to the terminating NUL; each copy is freed below.
    var pointers = unsafe strings.map { unsafe Path($0).withCString { unsafe strdup($0) } }
    unsafe pointers.append(nil)
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the array holds its nil at least") }
      return unsafe body(base)
    }
  }
}
