/// Why a URL could not be had, for a machine and for people.
package struct FetchFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// What went wrong, as far as anything depends on it.
  package enum Kind: String, Hashable, Sendable, Codable {
    case badURL, hostNotFound, refused, timedOut, connectionLost, offline, untrusted, tooManyRedirects, badRedirect
    case status, tooLarge, truncated, disk, stopped, other
  }

  package var kind: Kind
  /// A phrase for people without the URL: "404 Not Found", "host not found". Safe to show: no control characters.
  package var description: String
  /// The HTTP status, where there was one.
  package var status: Int?
  /// Whether trying again later makes sense.
  package var isTransient: Bool
  /// Seconds that the server asks to wait (Retry-After), if it does.
  package var retryAfter: Int?

  /// A failure.
  package init(_ kind: Kind, _ description: String, status: Int? = nil, isTransient: Bool, retryAfter: Int? = nil) {
    self.kind = kind
    self.description = description
    self.status = status
    self.isTransient = isTransient
    self.retryAfter = retryAfter
  }
}
