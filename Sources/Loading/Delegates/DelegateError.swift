/// Why a program's picture could not be had. `description` is a phrase for people, fit for a failure card.
package enum DelegateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None of the programs that could do it is installed; the best of them.
  case missing(format: String, program: DelegateProgram)
  /// It gave no picture; its own last words, made safe, or none.
  case failed(DelegateProgram, format: String, words: String)
  /// It was killed for taking too long.
  case timedOut(DelegateProgram, Duration)
  /// It was killed for writing too much.
  case tooMuchOutput(DelegateProgram)
  /// The system could not start it, in the system's words.
  case notStarted(DelegateProgram, words: String)

  package var description: String {
    switch self {
    case .missing(let format, let program): "\(format) needs \(program.name): apt install \(program.package)"
    case .failed(let program, let format, let words):
      "\(program.name) could not read this \(format)" + (words.isEmpty ? "" : ": \(words)")
    case .timedOut(let program, let limit): "\(program.name) took longer than \(limit.components.seconds) s"
    case .tooMuchOutput(let program): "\(program.name) wrote more than any picture has"
    case .notStarted(let program, let words): "\(program.name) could not be started: \(words)"
    }
  }
}

/// A program's last words, as they can be shown.
enum LastWords {
  /// Bytes of them at most.
  static let limit = 120

  /// The raw line without what means nothing to people (a part of the program with its address, the name that the file
  /// had for it), without control characters, and not too long.
  static func shown(_ line: [UInt8]) -> String {
    var rest = line[...]
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == 0x20 }
    }
    for name in ["file:/dev/stdin: ", "/dev/stdin: ", "Error reading SVG -: ", "Error: "]
    where rest.starts(with: name.utf8) {
      rest = rest.dropFirst(name.utf8.count)
    }
    let text = String(decoding: rest.prefix(limit), as: UTF8.self)
    let safe = text.unicodeScalars.map { isShown($0) ? Character($0) : "\u{FFFD}" }
    return String(safe) + (rest.count > limit ? "…" : "")
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
