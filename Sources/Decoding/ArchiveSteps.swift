import Archives

/// The steps in which an entry is read, in this process or through a worker.
protocol ArchiveSteps {
  /// Goes on towards an entry of an archive that can only be read from its start.
  ///
  /// - Returns: the next entry on the way; nil if there are no more.
  mutating func pass(before index: Int) throws(ArchiveError) -> ReachedEntry?

  /// Goes to an entry, as `ArchiveSession.find` does.
  func find(_ name: [UInt8], at index: Int) throws(ArchiveError) -> ReachedEntry

  /// The content of the entry that was reached last. It can be read once.
  func content(of entry: ReachedEntry) throws(ArchiveError) -> ExtractedEntry
}

/// An entry whose content is next.
struct ReachedEntry {
  var name: [UInt8]
  /// Its size in bytes, within the limits.
  var size: Int
  /// When it was modified, in seconds since 1970; nil if unknown.
  var modified: Int?
}

extension ArchiveSteps {
  /// Reads an entry into memory, as `OpenedArchive.read` does.
  mutating func read(
    _ name: [UInt8], at index: Int, passing: PassedEntries?
  ) throws(ArchiveError) -> ExtractedEntry {
    while let passing, let entry = try pass(before: index) {
      guard passing.wants(entry.name, entry.size) else { continue }
      do throws(ArchiveError) {
        passing.keep(entry.name, try content(of: entry))
      } catch {
        try passing.pass(over: error)
      }
    }
    return try content(of: try find(name, at: index))
  }
}
