/// The limits of the protocol. A client that exceeds one costs only itself.
package enum RemoteLimits {
  /// The longest line in bytes, without its line feed. The connection of a client that exceeds it is closed.
  package static let line = 65_536
  /// The most bytes that wait for one client. A client that reads more slowly is disconnected.
  package static let pendingOutput = 262_144
  /// The most clients at a time.
  package static let clients = 16
  /// The most requests of one client in one turn of the event loop; the others wait for the next turn.
  package static let requestsPerTurn = 32
  /// The most sources in one `add`.
  package static let sourcesPerRequest = 1_000
  /// The most sources that are kept in all.
  package static let sources = 10_000
  /// The longest caption, and the longest name, question, group or key, in bytes.
  package static let captionBytes = 4_096
  package static let nameBytes = 256
  /// The most captions that clients give to slides.
  package static let captions = 10_000
  /// The bytes of marked slides in one reply.
  package static let markBytes = 131_072
  /// The possible maximum sides of a picture for `look`, in pixels, and the possible maximum sizes of its file, in bytes.
  package static let lookSide = 16...2_800
  package static let lookBytes = 4_096...16_777_216
  /// The oldest start of a motion that is adopted, in seconds: an older one begins that long ago.
  package static let oldestStart = 1.0
}
