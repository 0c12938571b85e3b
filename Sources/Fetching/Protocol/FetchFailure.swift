/// Why a URL could not be fetched, as a code and as text for the user.
package struct FetchFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kind of failure, as far as it makes a difference to the program.
  package enum Kind: String, Hashable, Sendable, Codable {
    case badURL, hostNotFound, refused, timedOut, connectionLost, offline, untrusted, tooManyRedirects, badRedirect
    case status, tooLarge, truncated, disk, stopped, other
    /// The response to a listing's request is no listing.
    case noListing
  }

  package var kind: Kind
  /// A phrase to display, without the URL: "404 Not Found", "host not found". It contains no control characters.
  package var description: String
  /// Whether a later attempt may succeed.
  package var isTransient: Bool
  /// Seconds that the server asks to wait (Retry-After); nil if it does not.
  package var retryAfter: Int?

  /// A failure.
  package init(_ kind: Kind, _ description: String, isTransient: Bool, retryAfter: Int? = nil) {
    self.kind = kind
    self.description = description
    self.isTransient = isTransient
    self.retryAfter = retryAfter
  }
}

extension FetchFailure.Kind {
  /// Whether the server could not be reached, so that the last copy may stand in.
  package var isAbsence: Bool {
    switch self {
    case .hostNotFound, .refused, .timedOut, .connectionLost, .offline: true
    case .badURL, .untrusted, .tooManyRedirects, .badRedirect, .status, .tooLarge, .truncated, .disk, .stopped, .other,
      .noListing:
      false
    }
  }
}
