/// Text while it is wrapped at blanks. It works on bytes in one buffer, because a string for each line would take longer, and `--help` is
/// to take little longer than any start.
package struct TextWrapping {
  /// The width of lines, in Unicode scalars.
  let columns: Int
  private(set) var output: [UInt8] = []

  init(columns: Int, capacity: Int = 0) {
    self.columns = columns
    output.reserveCapacity(capacity)
  }

  /// Appends words to a line that ends at a margin. They continue on lines that begin at the margin; only a word that is longer than the
  /// room ends beyond it.
  mutating func append(words: ArraySlice<UInt8>, margin: Int = 0) {
    var (rest, column) = (words, margin)
    while let start = rest.firstIndex(where: { $0 != blank }) {
      let end = rest[start...].firstIndex(of: blank) ?? rest.endIndex
      let word = rest[start..<end]
      let wordColumns = Self.columns(of: word)
      if column > margin {
        if column + 1 + wordColumns <= columns {
          output.append(blank)
          column += 1
        } else {
          endLine()
          appendBlanks(margin)
          column = margin
        }
      }
      output += word
      column += wordColumns
      rest = rest[end...]
    }
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) { output += bytes }

  mutating func appendBlanks(_ count: Int) {
    for _ in 0..<count { output.append(blank) }
  }

  mutating func endLine() { output.append(UInt8(ascii: "\n")) }

  /// The lines of a text, each at most so many columns wide unless a word is wider.
  package static func lines(of text: String, columns: Int) -> [Substring] {
    var wrapping = TextWrapping(columns: columns)
    wrapping.append(words: Array(text.utf8)[...])
    return String(decoding: wrapping.output, as: UTF8.self).split(separator: "\n")
  }

  /// The number of Unicode scalars: of bytes that do not continue one.
  static func columns(of text: ArraySlice<UInt8>) -> Int { text.count { $0 & 0xC0 != 0x80 } }
}

private let blank = UInt8(ascii: " ")
