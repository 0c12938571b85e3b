package import Archives
package import Decks
import Decoding
package import ExternalDecoders
package import Fetching
package import Imaging
package import System

/// Why a slide's picture cannot be shown. `description` is a phrase to display, without the slide's name.
package enum LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case file(FileError)
  /// The file was read, but not decoded.
  case image(ImageError)
  /// An external decoder failed, or is not installed.
  case program(DecoderProgramError)
  /// The archive's entry cannot be read.
  case archive(ArchiveError)
  /// The entry of a deck or list is broken, or the file is recorded as undecodable.
  case broken(reason: String)
  /// The download failed.
  case fetch(FetchFailure)
  /// The URL serves something other than a picture.
  case content(ServedContent)

  /// The request was cancelled.
  package static let cancelled = LoadError.image(.cancelled)

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .image(let error): error.description
    case .program(let error): error.description
    case .archive(let error): error.description
    case .broken(let reason): reason
    case .fetch(let failure): failure.description
    case .content(let content): "not a picture: \(content.rawValue)"
    }
  }

  /// The error for a file that could not be read.
  package init(_ error: FileError) { self = error == .cancelled ? .cancelled : .file(error) }

  /// The error for an archive's entry that could not be read.
  init(_ error: ArchiveError) { self = error == .cancelled ? .cancelled : .archive(error) }

  /// The error of an external decoder.
  package init(_ error: ExternalDecodeError) {
    switch error {
    case .file(let error): self.init(error)
    case .image(let error): self = .image(error)
    case .program(let error): self = .program(error)
    }
  }

  /// The error for a file that could not be opened as a picture.
  init(_ error: OpenError) {
    switch error {
    case .file(let error): self.init(error)
    case .image(let error): self = .image(error)
    }
  }

  /// Runs a body and throws its error as a `LoadError`.
  static func wrapping<Value>(_ body: () throws(FileError) -> Value) throws(LoadError) -> Value {
    do throws(FileError) { return try body() } catch { throw LoadError(error) }
  }

  /// Runs a body and throws its error as a `LoadError`.
  static func wrapping<Value>(_ body: () throws(ImageError) -> Value) throws(LoadError) -> Value {
    do throws(ImageError) { return try body() } catch { throw .image(error) }
  }

  /// Runs a body and throws its error as a `LoadError`.
  static func wrapping<Value>(_ body: () throws(ExternalDecodeError) -> Value) throws(LoadError) -> Value {
    do throws(ExternalDecodeError) { return try body() } catch { throw LoadError(error) }
  }
}
