/// A text as one word of a shell's command.
struct ShellWord: Hashable {
  /// The text, in single quotes if it needs them.
  let text: String
  let isQuoted: Bool

  /// A word; only letters, digits and `@%+=:,./_-` need no quotes.
  init(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? ShellWord.plain.contains(scalar)
        : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    isQuoted = text.isEmpty || !isPlain
    self.text = isQuoted ? ShellWord.quoted(text) : text
  }

  /// A text in single quotes.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-".unicodeScalars)
}
