import Glibc

/// A failure to write a file, with the system's error number.
struct WritingError: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String { "\(path): \(unsafe String(cString: strerror(code)))" }
}

/// Writes a whole file, replacing an existing one.
///
/// - Throws: `WritingError` with the system's reason.
func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = unsafe fopen(path, "w") else { throw WritingError(path: path, code: errno) }
  let count = unsafe fwrite(bytes, 1, bytes.count, file)
  guard unsafe fclose(file) == 0, count == bytes.count else { throw WritingError(path: path, code: errno) }
}

/// Reports a failure on standard error and exits.
func fail(_ message: String, status: Int32) -> Never {
  _ = try? write(Array("\(message)\n".utf8), to: "/dev/stderr")
  exit(status)
}
