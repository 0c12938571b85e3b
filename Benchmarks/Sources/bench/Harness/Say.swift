import Glibc

/// Writes a line to standard error: what happens meanwhile, the table being on standard output.
func say(_ line: String) {
  let bytes = [UInt8]((line + "\n").utf8)
  _ = unsafe write(2, bytes, bytes.count)
}
