/// What holds for every transfer.
package struct TransferSettings: Hashable, Sendable {
  /// The time in which something must have come: a connection, or a further byte.
  package var idleLimit = Duration.seconds(15)
  /// The time in which all must have come.
  package var totalLimit = Duration.seconds(900)
  /// After this time a transfer ends that has been slower than `leastRate` so far.
  package var slowLimit = Duration.seconds(60)
  /// Bytes a second, on average since the transfer began, that a server must reach once `slowLimit` is over.
  package var leastRate = 1_000
  /// Bytes that a body has at most.
  package var maxBytes = 64 << 20
  /// Redirects that are followed at most.
  package var maxRedirects = 10
  /// Whether certificates are taken as they come.
  package var isInsecure = false
  /// How the program calls itself.
  package var userAgent = "tui"
  /// A file of certificates to trust in place of the system's.
  package var certificateFile: String?

  /// The settings that the program has without flags.
  package init() {}
}
