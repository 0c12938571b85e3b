/// Where a terminal finds the samples of an image that are not in the command itself: on the machine that it shares with us.
///
/// Each is tried by a query of its own, and used only where the terminal has read the samples and deleted them.
package enum ImageMedium: String, CaseIterable, Hashable, Sendable {
  /// A POSIX shared memory object, which the terminal unlinks (`t=s`).
  case sharedMemory = "s"
  /// A temporary file, which the terminal deletes (`t=t`).
  case temporaryFile = "t"

  /// The id of the image in the query.
  package var queryID: UInt32 {
    switch self {
    case .sharedMemory: TerminalQuery.graphicsID + 1
    case .temporaryFile: TerminalQuery.graphicsID + 2
    }
  }

  /// The medium that a query was about; nil: that id is none of theirs.
  package init?(queryID: UInt32) {
    guard let medium = ImageMedium.allCases.first(where: { $0.queryID == queryID }) else { return nil }
    self = medium
  }

  /// The samples of the image in the query: one pixel.
  package static let querySamples: [UInt8] = [0, 0, 0]

  /// Whether the terminal takes an image from here, which is not kept (`a=q`).
  ///
  /// - Parameter name: where `querySamples` are, as the terminal is to open it.
  package func query(name: String) -> [UInt8] {
    KittyCommand.shared("a=q,i=\(queryID)", self, name: name, PixelExtent(width: 1, height: 1), hasAlpha: false)
  }

  /// Whether the terminal may be on this machine, and is not known to take images in its commands only.
  ///
  /// - Parameter environment: what tells of the terminal.
  package static func isWorthTrying(_ environment: [String: String]) -> Bool {
    environment["SSH_CONNECTION"] == nil && environment["SSH_TTY"] == nil && environment["KONSOLE_VERSION"] == nil
      && !TerminalIdentity.isMultiplexed(environment)
  }
}
