import Glibc

/// Writes a progress message to standard error; the table goes to standard output.
func say(_ line: String) {
  let bytes = [UInt8]((line + "\n").utf8)
  _ = unsafe write(2, bytes, bytes.count)
}
