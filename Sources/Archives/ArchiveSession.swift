import CArchive
package import System

/// Lists an open archive and reads its entries, in any order.
///
/// Where an archive can only be read from its start, going forward continues where the last step has ended.
package final class ArchiveSession {
  /// Some entries of a listing.
  package struct Page {
    package var entries: [ArchiveEntry] = []
    /// Whether the listing has ended.
    package var isLast = false
    /// Why it has ended too early; nil if it has not.
    package var failure: ArchiveError?

    /// A page.
    package init(entries: [ArchiveEntry] = [], isLast: Bool = false, failure: ArchiveError? = nil) {
      self.entries = entries
      self.isLast = isLast
      self.failure = failure
    }
  }

  private let source: ArchiveSource
  private let limits: ArchiveLimits
  private var reader: ArchiveReader
  /// Whether the reader is at an entry, of which nothing has been read.
  private var isAtEntry: Bool
  /// The index of the last entry that `passNext` has returned since the archive was opened; −1 if there is none.
  private var passed = -1

  /// Whether an entry can be reached without decompressing those before it.
  package let isRandomAccess: Bool

  /// Opens the library that reads archives, which is otherwise opened for the first of them. A process without access to files cannot do
  /// that.
  package static func openLibrary() { _ = tui_archive_load() }

  /// Opens the archive in a file.
  ///
  /// - Throws: `ArchiveError`; `.notAnArchive` if it is none.
  package init(_ file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) {
    let directory = ZipDirectory(file)
    if directory?.hasMoreRecords(than: limits.maxDirectoryRecords) == true {
      throw .directoryTooLong(limit: limits.maxDirectoryRecords)
    }
    // libarchive searches only the last 16 kB for the directory's last record, which a comment may follow.
    let isZip = file.bytes(at: 0, count: 2).elementsEqual("PK".utf8)
    source = ArchiveSource(file, end: isZip ? directory?.end : nil)
    self.limits = limits
    reader = try ArchiveSession.open(source, limits)
    isAtEntry = try reader.advance()
    isRandomAccess = reader.isRandomAccess
  }

  private static func open(_ source: ArchiveSource, _ limits: ArchiveLimits) throws(ArchiveError) -> ArchiveReader {
    let reader = try ArchiveReader(source, limits: limits)
    reader.deadline = MonotonicClock.now + limits.maxDuration
    return reader
  }

  /// The bytes of an entry apart from its name and head, as `ArchiveMessage` writes it.
  private static let entryBytes = 48

  /// The next entries that are regular files, from the current one on.
  ///
  /// - Parameters:
  ///   - headBytes: the number of first bytes to read from each entry. They are left out where that would decompress
  ///     the whole archive, and of encrypted and damaged entries.
  ///   - maxBytes: the number of bytes of entries after which the page ends.
  package func nextPage(headBytes: Int, maxBytes: Int) -> Page {
    var page = Page()
    var bytes = 0
    reader.deadline = MonotonicClock.now + limits.maxDuration
    do throws(ArchiveError) {
      while isAtEntry {
        if var entry = reader.current {
          if reader.hasCheapHeads { entry.head = try head(headBytes) }
          bytes += ArchiveSession.entryBytes + entry.name.count + (entry.head?.count ?? 0)
          page.entries.append(entry)
        }
        try advance()
        if bytes >= maxBytes { return page }
      }
    } catch {
      isAtEntry = false
      page.failure = error
    }
    page.isLast = true
    return page
  }

  /// The first bytes of the current entry; nil if they cannot be read.
  ///
  /// - Throws: `ArchiveError` if the rest of the archive cannot be read either.
  private func head(_ count: Int) throws(ArchiveError) -> [UInt8]? {
    var head: [UInt8] = []
    do throws(ArchiveError) {
      try unsafe reader.read { piece in
        unsafe head.append(contentsOf: piece.prefix(count - head.count))
        return head.count < count
      }
    } catch {
      switch error {
      case .tookTooLong, .outOfMemory, .expandsTooFar, .unreadable: throw error
      default: return nil
      }
    }
    return head
  }

  /// Goes to an entry, whose data can then be read once.
  ///
  /// - Parameters:
  ///   - name: its name. Of several entries with this name, the last one counts.
  ///   - index: where it was when the archive was listed.
  /// - Returns: the entry with its size, which is within the limits.
  /// - Throws: `ArchiveError`.
  package func find(_ name: [UInt8], at index: Int) throws(ArchiveError) -> ArchiveEntry {
    var found = try go(to: index)
    if found?.name != name {
      // The archive has changed since it was listed.
      var last: Int?
      try restart()
      while isAtEntry {
        if let entry = reader.current, entry.name == name { last = entry.index }
        isAtEntry = try reader.advance()
      }
      guard let last else { throw .noEntry }
      found = try go(to: last)
    }
    guard var entry = found else { throw .noEntry }
    if let size = entry.size {
      try check(size)
    } else {
      let size = try measure()
      guard try go(to: entry.index)?.name == name else { throw .noEntry }
      entry.size = size
    }
    return entry
  }

  /// Goes on towards an entry of an archive that can only be read from its start.
  ///
  /// - Returns: the next entry on the way, within the limits, whose data can be read once; nil if there are no more.
  /// - Throws: `ArchiveError`.
  package func passNext(before index: Int) throws(ArchiveError) -> ArchiveEntry? {
    guard !isRandomAccess else { return nil }
    // After a failure, only `find` begins again: what failed once could be passed again and again.
    if reader.hasFailed { return nil }
    try restart(before: index)
    reader.deadline = MonotonicClock.now + limits.maxDuration
    while reader.count - 1 < index {
      if isAtEntry, passed < reader.count - 1, let entry = reader.current, let size = entry.size,
        (try? check(size)) != nil
      {
        passed = reader.count - 1
        return entry
      }
      isAtEntry = try reader.advance()
      guard isAtEntry else { return nil }
    }
    return nil
  }

  /// Reads the entry that was found or passed, at most `size` bytes, and passes them on piece by piece.
  ///
  /// - Returns: the number of bytes.
  /// - Throws: `ArchiveError`; `.damaged` if there are more.
  package func read(
    size: Int, _ body: (_ piece: UnsafeRawBufferPointer, _ offset: Int) -> Bool
  ) throws(ArchiveError) -> Int {
    guard isAtEntry else { throw .noEntry }
    isAtEntry = false
    reader.deadline = MonotonicClock.now + limits.maxDuration
    var (count, failure): (Int, ArchiveError?) = (0, nil)
    try unsafe reader.read { piece in
      if count + piece.count > size {
        failure = .damaged(reason: "an entry is larger than it declares")
      } else if unsafe !body(piece, count) {
        failure = .outOfMemory
      }
      count += piece.count
      return failure == nil
    }
    if let failure { throw failure }
    return count
  }

  /// The size of the current entry in bytes, which takes reading it.
  private func measure() throws(ArchiveError) -> Int {
    isAtEntry = false
    var count = 0
    try unsafe reader.read { piece in
      count += piece.count
      return count <= limits.maxEntryBytes
    }
    try check(count)
    return count
  }

  private func check(_ size: Int) throws(ArchiveError) {
    guard size <= limits.maxEntryBytes else { throw .tooLarge(limit: limits.maxEntryBytes) }
    let (largest, overflow) = source.file.count.multipliedReportingOverflow(by: limits.maxRatio)
    guard size <= ArchiveLimits.freeBytes || overflow || size <= largest else { throw .expandsTooFar }
  }

  /// Goes to the entry at an index, back or forth; nil if there is none or it is no regular file.
  private func go(to index: Int) throws(ArchiveError) -> ArchiveEntry? {
    try restart(before: index)
    reader.deadline = MonotonicClock.now + limits.maxDuration
    while reader.count - 1 < index {
      try advance()
      guard isAtEntry else { return nil }
    }
    return reader.current
  }

  /// Moves to the next entry. After data that cannot be read, newer versions of libarchive (3.8.8) read no more of an archive, even if
  /// its other entries are whole: it is then opened again.
  private func advance() throws(ArchiveError) {
    let (count, deadline) = (reader.count, reader.deadline)
    do throws(ArchiveError) {
      isAtEntry = try reader.advance()
    } catch {
      guard reader.hasUnreadableEntry else { throw error }
      try restart()
      reader.deadline = deadline
      while isAtEntry, reader.count <= count { isAtEntry = try reader.advance() }
    }
  }

  /// Opens the archive again if an entry has been passed or cannot be reached any more.
  private func restart(before index: Int) throws(ArchiveError) {
    let current = reader.count - 1
    if current > index || (current == index && !isAtEntry) || reader.hasFailed { try restart() }
  }

  private func restart() throws(ArchiveError) {
    passed = -1
    reader = try ArchiveSession.open(source, limits)
    isAtEntry = try reader.advance()
  }
}
