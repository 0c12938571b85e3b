import JSON

/// Encodes messages as JSON lines.
package enum LineEncoder {
  /// A message as one line with its line feed. JSON escapes control characters, so that there is no other line feed.
  package static func line(_ message: some Encodable) -> [UInt8] {
    // Messages consist of numbers, booleans and strings, which JSON can always encode. A failure would be a bug; the
    // other side ignores the empty line.
    ((try? JSONEncoder().encode(message)) ?? []) + [0x0A]
  }
}
