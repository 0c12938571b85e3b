package import Fetching
import Glibc
package import Imaging

/// Why a slide's picture could not be had. `description` is a phrase for people, without the slide's name.
package enum LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchFile
  /// A symbolic link whose target is not there.
  case danglingLink
  case permissionDenied
  case isFolder
  /// A device, socket or pipe.
  case notAFile
  /// More bytes than `limit`.
  case fileTooLarge(limit: Int)
  /// Decoding takes more memory than all of it may, in bytes.
  case needsMemory(Int, limit: Int)
  /// Any other error of the system, as it words it.
  case system(String)
  /// The file was read; its contents are no picture for us.
  case image(ImageError)
  /// The program that decodes such pictures gave none.
  case delegate(DelegateError)
  /// An entry that was broken from the start.
  case broken(reason: String)
  /// The URL could not be had.
  case fetch(FetchFailure)
  /// What the URL serves is something else.
  case content(ServedContent)

  /// Nobody wants the picture any more.
  package static let cancelled = LoadError.image(.cancelled)

  package var description: String {
    switch self {
    case .noSuchFile: "no such file"
    case .danglingLink: "dangling link: its target does not exist"
    case .permissionDenied: "permission denied"
    case .isFolder: "is a folder"
    case .notAFile: "not a regular file"
    case .fileTooLarge(let limit):
      limit < 1 << 20 ? "file larger than \(limit) bytes" : "file larger than \(limit >> 20) MB"
    case .needsMemory(let bytes, _):
      "needs \(LoadError.megabytes(bytes)) MB of memory; --decode-memory \(LoadError.megabytes(bytes)) allows it"
    case .system(let words): words
    case .image(let error): error.description
    case .delegate(let error): error.description
    case .broken(let reason): reason
    case .fetch(let failure): failure.description
    case .content(let content): "not a picture: \(content.rawValue)"
    }
  }
  /// Megabytes, rounded up.
  private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1) }

  /// An error of the system by its number.
  init(system number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .noSuchFile
    case EACCES, EPERM: self = .permissionDenied
    case EISDIR: self = .isFolder
    default:
      // As the other reasons are written: "Too many levels of symbolic links" begins small, "RPC …" would not.
      let words = unsafe String(cString: strerror(number))
      let isName = words.dropFirst().first?.isLowercase != true
      self = .system(isName ? words : words.prefix(1).lowercased() + words.dropFirst())
    }
  }
}
