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
    case .missing(let format, let program) where program.isOurs:
      "\(format) needs \(program.name) beside tui: install tui again"
    case .missing(let format, let program): "\(format) needs \(program.name): apt install \(program.package)"
    case .failed(let program, let format, let words):
      "\(program.name) could not read this \(format)" + (words.isEmpty ? "" : ": \(words)")
    case .timedOut(let program, let limit): "\(program.name) took longer than \(limit.components.seconds) s"
    case .tooMuchOutput(let program): "\(program.name) wrote more than any picture has"
    case .notStarted(let program, let words): "\(program.name) could not be started: \(words)"
    }
  }
}
