/// A medium through which a terminal on the same machine reads an image's samples, instead of from the command itself.
///
/// Each medium is tested by a separate query, and used only if the terminal has read the samples and deleted them.
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

  /// The medium whose query has an image id; nil if there is none.
  package init?(queryID: UInt32) {
    guard let medium = ImageMedium.allCases.first(where: { $0.queryID == queryID }) else { return nil }
    self = medium
  }

  /// The samples of the image in the query: one pixel.
  package static let querySamples: [UInt8] = [0, 0, 0]

  /// Queries whether the terminal accepts an image through this medium; the image is not kept (`a=q`).
  ///
  /// - Parameter name: The name under which the terminal can open `querySamples`.
  package func query(name: String) -> [UInt8] {
    KittyCommand.shared("a=q,i=\(queryID)", self, name: name, PixelExtent(width: 1, height: 1), hasAlpha: false)
  }

  /// The id of the image in `fence`.
  package static let fenceID = TerminalQuery.graphicsID + 3

  /// A query within a command, which a terminal answers after those before it if it has answered one like it.
  package static let fence = Array(TerminalQuery.graphics(id: fenceID).utf8)

  /// Whether the terminal may be on this machine.
  ///
  /// - Parameter environment: The environment variables.
  package static func isWorthTrying(_ environment: [String: String]) -> Bool {
    !TerminalIdentity.isRemote(environment) && !TerminalIdentity.isMultiplexed(environment)
  }
}

/// The media from which a terminal reads images: those that it has offered, without those that have failed since.
struct ImageMedia: Sendable {
  /// The media through which the terminal has read an image.
  var offered: [ImageMedium] = []
  private var failed: Set<ImageMedium> = []

  /// No media yet.
  init() {}

  /// Records that a medium has failed: it is not used again.
  mutating func fail(_ medium: ImageMedium) { failed.insert(medium) }

  /// Puts the samples of an image where the terminal can read them; nil if they must be sent within the commands.
  func share(
    _ image: PixelImage, by share: (ImageMedium, [UInt8]) -> String?
  ) -> (ImageMedium, name: String)? {
    // Not every terminal decompresses shared samples.
    guard !image.isDeflated else { return nil }
    for medium in ImageMedium.allCases where offered.contains(medium) && !failed.contains(medium) {
      if let name = share(medium, image.content) { return (medium, name) }
    }
    return nil
  }
}
