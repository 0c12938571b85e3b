/// Shared memory from which a terminal on the same machine reads an image's samples, instead of from the command itself:
/// a POSIX object, which the terminal unlinks (`t=s`).
///
/// It is tested by a query, and used only if the terminal has read the samples and unlinked the object.
package enum SharedMemory {
  /// The id of the image in the query.
  package static let queryID = TerminalQuery.graphicsID + 1

  /// The samples of the image in the query: one pixel.
  package static let querySamples: [UInt8] = [0, 0, 0]

  /// Queries whether the terminal reads an image from shared memory; the image is not kept (`a=q`).
  ///
  /// - Parameter name: The name of an object with `querySamples`.
  package static func query(name: String) -> [UInt8] {
    KittyCommand.shared("a=q,i=\(queryID)", name: name, PixelExtent(width: 1, height: 1), hasAlpha: false)
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
