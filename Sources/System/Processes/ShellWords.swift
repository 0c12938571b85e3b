/// Splits a text into words, as a shell does: at blanks, with single and double quotes and backslashes. Nothing is
/// expanded.
package enum ShellWords {
  /// Why a text has no words, as a phrase.
  package enum Failure: String, Error {
    case openQuote = "a quote is not closed"
    case tooLong = "it is longer than 65,536 bytes"
  }

  private static let maximumBytes = 65_536

  /// The words of a text.
  package static func split(_ text: some Collection<UInt8>) throws(Failure) -> [[UInt8]] {
    guard text.count <= maximumBytes else { throw .tooLong }
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var quote: UInt8?
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open {
          quote = nil
        } else if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\""), let next = rest.first,
          escapable.contains(next)
        {
          word?.append(rest.removeFirst())
        } else {
          word?.append(byte)
        }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        (quote, word) = (byte, word ?? [])
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0A {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? []) + [byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte]
      }
    }
    if let word { words.append(word) }
    guard quote == nil else { throw .openQuote }
    return words
  }

  /// The characters that a backslash escapes in double quotes.
  private static let escapable = Array("\"\\$`".utf8)
}
