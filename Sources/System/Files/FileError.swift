import Glibc

/// Why a file cannot be read. `description` is a phrase for users, without the file's name.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchFile
  /// A symbolic link whose target does not exist.
  case danglingLink
  /// No such file, and its name is a URL with a scheme that is not supported.
  case unsupportedScheme
  case permissionDenied
  case isFolder
  /// A device, socket or pipe.
  case notAFile
  /// A file of this name exists.
  case nameTaken(String)
  /// More bytes than `limit`.
  case tooLarge(limit: Int)
  /// Any other system error, in the system's words.
  case system(String)
  /// The reading task was cancelled.
  case cancelled

  package var description: String {
    switch self {
    case .noSuchFile: "no such file"
    case .danglingLink: "dangling link: its target does not exist"
    case .unsupportedScheme: "only http, https, dav, davs, s3 and ssh URLs are supported"
    case .permissionDenied: "permission denied"
    case .isFolder: "is a folder"
    case .notAFile: "not a regular file"
    case .nameTaken(let name): "\(name) exists"
    case .tooLarge(let limit):
      limit < 1 << 20 ? "file larger than \(limit) bytes" : "file larger than \(limit >> 20) MB"
    case .system(let message): message
    case .cancelled: "cancelled"
    }
  }

  /// Creates an error from a system error number.
  package init(system number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .noSuchFile
    case EACCES, EPERM: self = .permissionDenied
    case EISDIR: self = .isFolder
    default:
      // Lower case like the other phrases: "Too many levels of symbolic links" changes, "RPC …" does not.
      let message = unsafe String(cString: strerror(number))
      let isName = message.dropFirst().first?.isLowercase != true
      self = .system(isName ? message : message.prefix(1).lowercased() + message.dropFirst())
    }
  }
}
