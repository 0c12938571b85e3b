/// Upper limits on what an archive may cost.
package struct ArchiveLimits: Hashable, Sendable {
  /// The maximum number of entries, pictures or not; the rest of the archive is left out.
  package var maxEntries: Int
  /// The maximum number of entries of a zip file, whose directory is read as a whole before its first entry.
  package var maxDirectoryRecords: Int { 4 * maxEntries }
  /// The maximum size of an entry in bytes, decompressed.
  package var maxEntryBytes: Int
  /// The maximum number of bytes that are decompressed to reach an entry or to list the archive.
  package var maxTotalBytes: Int
  /// How many times as large as the archive an entry may be, if it has more than `freeBytes`.
  package var maxRatio: Int
  /// The maximum time for a step: listing some entries, finding one, or reading one.
  package var maxDuration: Duration

  /// Entries of up to this size may be compressed to any degree.
  package static let freeBytes = 64 << 20
  /// Entries with longer names are left out.
  package static let maxNameBytes = 4096

  /// Creates limits; each parameter has a default.
  package init(
    maxEntries: Int = 100_000, maxEntryBytes: Int = 256 << 20, maxTotalBytes: Int = 32 << 30, maxRatio: Int = 1000,
    maxDuration: Duration = .seconds(20)
  ) {
    self.maxEntries = maxEntries
    self.maxEntryBytes = maxEntryBytes
    self.maxTotalBytes = maxTotalBytes
    self.maxRatio = maxRatio
    self.maxDuration = maxDuration
  }
}
