package import Imaging
package import System

/// Why an external decoder returned no picture.
package enum ExternalDecodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case file(FileError)
  /// The picture exceeds a limit, or the decoder's output is damaged.
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

  /// The error for a file that could not be read.
  package init(_ error: FileError) { self = error == .cancelled ? .cancelled : .file(error) }

  /// Runs a body and throws its error as an `ExternalDecodeError`.
  package static func wrapping<Value>(
    _ body: () throws(ImageError) -> Value
  ) throws(ExternalDecodeError) -> Value {
    do throws(ImageError) { return try body() } catch { throw .image(error) }
  }
}

extension DecodeBudget {
  /// Reserves memory for a program; blocks until it is available.
  ///
  /// - Throws: `ExternalDecodeError.image`: see `reserve(_:while:)`.
  func reserveForProgram(_ bytes: Int) throws(ExternalDecodeError) -> Reservation {
    try ExternalDecodeError.wrapping { () throws(ImageError) in try reserve(bytes) }
  }
}

/// Why a program returned no picture. `description` is a phrase to display on a failure card.
package enum DecoderProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None of the format's programs is installed. `program` is the preferred one.
  case missing(format: String, program: DecoderProgram)
  /// The program returned no picture. `message` is its sanitized error message, or empty.
  case failed(DecoderProgram, format: String, message: String)
  /// The program was killed at the time limit.
  case timedOut(DecoderProgram, Duration)
  /// The program was killed because it wrote too much.
  case tooMuchOutput(DecoderProgram)
  /// The system could not start the program. `message` is the system's error message.
  case notStarted(DecoderProgram, message: String)

  package var description: String {
    switch self {
    case .missing(let format, let program): "\(format) needs \(program.name): apt install \(program.package)"
    case .failed(let program, let format, let message):
      "\(program.name) could not read this \(format)" + (message.isEmpty ? "" : ": \(message)")
    case .timedOut(let program, let limit): "\(program.name) took longer than \(limit.components.seconds) s"
    case .tooMuchOutput(let program): "\(program.name) wrote too much output"
    case .notStarted(let program, let message): "\(program.name) could not be started: \(message)"
    }
  }
}
