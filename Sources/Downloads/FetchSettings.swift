package import Fetching
package import System

/// How pictures come from the network, and where they are kept.
package struct FetchSettings: Sendable {
  /// The fetching program; nil: it was not found.
  package var program: Path?
  /// What it is started with.
  package var arguments: [String] = []
  /// All that it finds in its environment: where proxies and certificates are told.
  package var environment: [String] = []
  /// The folder in which bodies must lie to be taken.
  package var folder: Path
  /// Another in which they may lie: those that the first could not take.
  package var spare: Path?
  /// What is kept.
  package var cache: KeptCopies
  /// Makes the folders that are for this run alone, before the program is started: from then on their names can be read in the
  /// list of processes.
  package var prepare: @Sendable () -> Void

  /// Settings.
  package init(
    program: Path?, arguments: [String] = [], environment: [String] = [], folder: Path, spare: Path? = nil,
    cache: KeptCopies = .none, prepare: @escaping @Sendable () -> Void = {}
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.spare = spare
    self.cache = cache
    self.prepare = prepare
  }
}

/// What is kept of earlier downloads, as far as the viewer looks into it itself. Each blocks.
package struct KeptCopies: Sendable {
  /// The copy of a URL that is kept.
  package var lookup: @Sendable (_ url: String) -> CachedCopy?
  /// Deletes the copy of a URL.
  package var discard: @Sendable (_ url: String) -> Void
  /// Deletes all of it; the bytes that were freed.
  package var clear: @Sendable () -> Int
  /// Deletes what is beyond the limits.
  package var sweep: @Sendable () -> Void

  /// Ways to what is kept.
  package init(
    lookup: @escaping @Sendable (String) -> CachedCopy?, discard: @escaping @Sendable (String) -> Void,
    clear: @escaping @Sendable () -> Int, sweep: @escaping @Sendable () -> Void = {}
  ) {
    self.lookup = lookup
    self.discard = discard
    self.clear = clear
    self.sweep = sweep
  }

  /// Nothing is kept.
  package static let none = KeptCopies(lookup: { _ in nil }, discard: { _ in }, clear: { 0 })
}
