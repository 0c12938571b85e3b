package import Imaging
package import System

/// Why an external decoder gave no picture.
package enum ExternalDecodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case file(FileError)
  /// The picture is beyond a limit, or what the decoder wrote is damaged.
  case image(ImageError)
  /// The program failed, or is not installed.
  case program(DecoderProgramError)

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .image(let error): error.description
    case .program(let error): error.description
    }
  }

  /// The request was cancelled.
  package static let cancelled = ExternalDecodeError.image(.cancelled)

  /// An error of reading a file.
  package init(_ error: FileError) { self = error == .cancelled ? .cancelled : .file(error) }
}

extension DecodeBudget {
  /// Reserves memory for a program, and waits for it.
  ///
  /// - Throws: `ExternalDecodeError.image`: see `reserve(_:while:)`.
  func reserveForProgram(_ bytes: Int) throws(ExternalDecodeError) -> Reservation {
    do throws(ImageError) { return try reserve(bytes) } catch { throw .image(error) }
  }
}

/// Why a program's picture could not be had. `description` is a phrase for people, fit for a failure card.
package enum DecoderProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None of the programs that could do it is installed; the best of them.
  case missing(format: String, program: DecoderProgram)
  /// It gave no picture; its own last words, made safe, or none.
  case failed(DecoderProgram, format: String, words: String)
  /// It was killed for taking too long.
  case timedOut(DecoderProgram, Duration)
  /// It was killed for writing too much.
  case tooMuchOutput(DecoderProgram)
  /// The system could not start it, in the system's words.
  case notStarted(DecoderProgram, words: String)

  package var description: String {
    switch self {
    case .missing(let format, let program) where program.isOurs:
      "\(format) needs \(program.name) beside tui: reinstall tui"
    case .missing(let format, let program): "\(format) needs \(program.name): apt install \(program.package)"
    case .failed(let program, let format, let words):
      "\(program.name) could not read this \(format)" + (words.isEmpty ? "" : ": \(words)")
    case .timedOut(let program, let limit): "\(program.name) took longer than \(limit.components.seconds) s"
    case .tooMuchOutput(let program): "\(program.name) wrote too much output"
    case .notStarted(let program, let words): "\(program.name) could not be started: \(words)"
    }
  }
}
