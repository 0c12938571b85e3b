/// Why an archive or an entry cannot be read. `description` is a phrase to display.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no archive of a kind that can be read.
  case notAnArchive
  /// A password is needed.
  case encrypted
  /// The archive is damaged, or uses a method that libarchive does not know; its message.
  case damaged(reason: String)
  /// The entry is no longer in the archive.
  case noEntry
  /// There are more entries.
  case tooManyEntries(limit: Int)
  /// The directory of a zip file has more entries, so that not even the first ones can be listed.
  case directoryTooLong(limit: Int)
  /// The entry has more bytes.
  case tooLarge(limit: Int)
  /// The entry, or all entries before it, are absurdly well compressed.
  case expandsTooFar
  case tookTooLong(limit: Duration)
  case outOfMemory
  /// The archive's file could not be read: the system's error number.
  case unreadable(Int32)
  /// The process that reads archives has crashed.
  case crashed
  /// There is no such process.
  case noReader
  case cancelled

  package var description: String {
    switch self {
    case .notAnArchive: "not an archive that can be read"
    case .encrypted: "the archive is encrypted"
    case .damaged(let reason): "the archive is damaged: \(reason)"
    case .noEntry: "no longer in the archive"
    case .tooManyEntries(let limit): "the archive has more than \(limit) entries; the rest is left out"
    case .directoryTooLong(let limit): "the archive has more than \(limit) entries, which are too many to be listed"
    case .tooLarge(let limit): "larger than \(limit >> 20) MB, the limit for an archive's entry"
    case .expandsTooFar: "the archive expands too far to be trusted"
    case .tookTooLong(let limit): "reading the archive took longer than \(limit / .seconds(1)) s"
    case .outOfMemory: "not enough memory to read the archive"
    case .unreadable(let number): "the archive cannot be read (error \(number))"
    case .crashed: "the process that reads archives crashed on this one"
    case .noReader: "the process that reads archives could not be started"
    case .cancelled: "canceled"
    }
  }
}
