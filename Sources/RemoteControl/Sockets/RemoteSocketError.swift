package import System

/// Why a socket cannot be listened on or connected to. The description is a phrase for users, without the socket's path.
package enum RemoteSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path is longer than the system allows.
  case pathTooLong
  /// Another program listens there.
  case inUse
  /// Something other than a socket is there.
  case notASocket
  /// Another user's socket is there, or another user listens.
  case otherUser
  /// Other users can replace files in the folder.
  case unsafeFolder(Path)
  /// No program listens there.
  case nobodyListens
  /// The program does not answer in time.
  case noAnswer
  /// The program listens, but speaks another protocol.
  case unknownProtocol
  /// The program refuses the connection, for this reason.
  case refused(String)
  /// A system call failed with this error number.
  case system(Int32)

  package var description: String {
    switch self {
    case .pathTooLong: "the path is longer than \(UnixAddress.maximumLength) bytes"
    case .inUse: "another program listens there"
    case .notASocket: "the file is not a socket"
    case .otherUser: "it belongs to another user"
    case .unsafeFolder(let folder):
      "other users can replace files in \(String(decoding: folder.bytes, as: UTF8.self))"
    case .nobodyListens: "nobody listens"
    case .noAnswer: "it does not answer"
    case .unknownProtocol: "it speaks another protocol"
    case .refused(let reason): reason
    case .system(let number): FileError(system: number).description
    }
  }
}
