/// The settings shared by all transfers.
package struct TransferSettings: Hashable, Sendable {
  /// The longest time without progress: without a connection, or without further data.
  package var idleLimit = Duration.seconds(15)
  /// The longest duration of a transfer.
  package var totalLimit = Duration.seconds(900)
  /// The time after which a transfer ends if its average rate is below `minimumRate`.
  package var slowLimit = Duration.seconds(60)
  /// The least average rate, in bytes per second, that a transfer must reach once `slowLimit` has passed.
  package var minimumRate = 1_000
  /// The most bytes of a body.
  package var maxBytes = 64 << 20
  /// The most redirects followed.
  package var maxRedirects = 10
  /// Whether certificates are accepted without verification.
  package var isInsecure = false
  /// The User-Agent field.
  package var userAgent = "tui"
  /// Where buckets are, and the credentials for them.
  package var s3 = S3Settings()
  /// A file of user names and passwords by host (`~/.netrc`); nil for none.
  package var netrcFile: String?
  /// The origins of servers that accept passwords only, not their digests: further requests have the password at once.
  var basicOrigins: Set<String> = []
  /// Header fields for single servers.
  package var hostFields = HostFields()
  /// A file of certificates to trust instead of the system's; nil for the system's.
  package var certificateFile: String?

  /// The default settings.
  package init() {}
}
