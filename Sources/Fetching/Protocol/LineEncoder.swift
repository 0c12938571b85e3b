import FoundationEssentials

/// Messages as JSON lines.
package enum LineEncoder {
  /// A message's line with its line feed. JSON writes control characters as escapes, so that the line is one line.
  package static func line(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Our messages are numbers, truths and strings, all of which JSON has; a failure would be a bug, and an empty line
    // is one that the other side passes over.
    let bytes = (try? encoder.encode(message)) ?? Data()
    return [UInt8](bytes) + [0x0A]
  }
}
