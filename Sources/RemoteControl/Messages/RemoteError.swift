/// Why a request is refused, as an error line reports it.
package struct RemoteError: Error, Hashable, Sendable {
  /// The kinds of refusals, by which programs distinguish them.
  package enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// The line is not a JSON object in UTF-8.
    case notJSON = "not-json"
    /// The line is longer than `RemoteLimits.line`; the connection is closed.
    case tooLong = "too-long"
    /// There is no such command.
    case unknownCommand = "unknown-command"
    /// The command has no such field.
    case unknownField = "unknown-field"
    /// The command needs a field that is missing.
    case missingField = "missing-field"
    /// A field has a value of another type, or out of its range.
    case invalidField = "invalid-field"
    /// No slide has that number or name.
    case noSuchSlide = "no-such-slide"
    /// More sources were added than a program keeps.
    case tooManySources = "too-many-sources"
    /// Another question is open.
    case busy
    /// The picture has not been loaded, or cannot be written.
    case noPicture = "no-picture"
    /// More clients are connected than a program serves; the connection is closed.
    case tooManyClients = "too-many-clients"
  }

  package var code: Code
  /// A sentence without a full stop, for people.
  package var message: String

  /// A refusal.
  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
