package import Archives
import Synchronization
package import System

/// Opens archives: in this process (`InProcessDecoder`), or in workers without privileges (`DecodingWorkers`).
///
/// Calls block, and respond to the cancellation of their task.
package protocol ArchiveOpening: Sendable {
  /// Opens an archive.
  ///
  /// - Throws: `ArchiveError`; `.notAnArchive` if the file is none.
  func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive
}

/// An open archive. Calls wait for one another.
package protocol OpenedArchive: Sendable {
  /// Whether an entry can be reached without decompressing those before it.
  var isRandomAccess: Bool { get }

  /// The next entries of the listing, which can be made once, before entries are read.
  ///
  /// - Parameter headBytes: as for `ArchiveSession.nextPage`.
  /// - Throws: `ArchiveError` if the archive cannot be used from now on.
  func nextPage(headBytes: Int) throws(ArchiveError) -> ArchiveSession.Page

  /// Reads an entry into memory.
  ///
  /// - Parameters:
  ///   - name: as for `ArchiveSession.find`.
  ///   - index: as for `ArchiveSession.find`.
  ///   - passing: what becomes of the entries that are passed on the way, in an archive that is read from its start; nil
  ///     to pass over them.
  /// - Throws: `ArchiveError`.
  func read(_ name: [UInt8], at index: Int, passing: PassedEntries?) throws(ArchiveError) -> ExtractedEntry
}

/// What becomes of the entries that are passed on the way to another one.
package struct PassedEntries: Sendable {
  /// Whether an entry with a name and a number of bytes is read into memory.
  let wants: @Sendable (_ name: [UInt8], _ bytes: Int) -> Bool
  /// Takes an entry that was read.
  let keep: @Sendable (_ name: [UInt8], ExtractedEntry) -> Void

  /// Reads the entries for which `wants` is true, and passes them to `keep`.
  package init(
    wants: @escaping @Sendable (_ name: [UInt8], _ bytes: Int) -> Bool,
    keep: @escaping @Sendable (_ name: [UInt8], ExtractedEntry) -> Void
  ) {
    self.wants = wants
    self.keep = keep
  }

  /// Ignores the error of an entry that was not read, if the way goes on behind it.
  func pass(over error: ArchiveError) throws(ArchiveError) {
    switch error {
    case .encrypted, .damaged, .outOfMemory, .tooLarge: return
    case .notAnArchive, .noEntry, .tooManyEntries, .directoryTooLong, .expandsTooFar, .tookTooLong, .unreadable,
      .crashed, .noReader, .cancelled:
      throw error
    }
  }
}

/// The content of an entry, in an in-memory file.
package final class ExtractedEntry: Sendable {
  private let buffer: SharedBuffer
  /// When the entry was modified, in seconds since 1970; nil if unknown.
  package let modified: Int?

  init(_ buffer: SharedBuffer, modified: Int?) {
    self.buffer = buffer
    self.modified = modified
  }

  /// Its size in bytes.
  package var count: Int { buffer.count }

  /// Where this process can open it for as long as this object lives.
  package var path: Path { Path("/proc/self/fd/\(buffer.descriptor)") }

  /// The first bytes of a buffer as an entry of their own: the archive has fewer than it declares.
  ///
  /// - Throws: `ArchiveError.outOfMemory`.
  static func of(_ buffer: SharedBuffer, count: Int, modified: Int?) throws(ArchiveError) -> ExtractedEntry {
    if count == buffer.count { return ExtractedEntry(buffer, modified: modified) }
    guard let part = SharedBuffer(bytes: count, isKept: true) else { throw .outOfMemory }
    var bytes = [UInt8](repeating: 0, count: buffer.count)
    let isCopied = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe buffer.read(into: bytes)
        && SharedBuffer.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: part.descriptor)
    }
    guard isCopied else { throw .outOfMemory }
    return ExtractedEntry(part, modified: modified)
  }
}

extension InProcessDecoder {
  package func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive {
    try InProcessArchive(file, limits: limits)
  }
}

private final class InProcessArchive: OpenedArchive {
  let isRandomAccess: Bool
  private let session: Mutex<ArchiveSession>

  init(_ file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) {
    let session = try ArchiveSession(file, limits: limits)
    isRandomAccess = session.isRandomAccess
    self.session = Mutex(session)
  }

  func nextPage(headBytes: Int) throws(ArchiveError) -> ArchiveSession.Page {
    session.withLock { $0.nextPage(headBytes: headBytes, maxBytes: ArchiveMessage.pageBytes) }
  }

  func read(_ name: [UInt8], at index: Int, passing: PassedEntries?) throws(ArchiveError) -> ExtractedEntry {
    try session.withLock { session throws(ArchiveError) in
      var steps = SessionSteps(session: session)
      return try steps.read(name, at: index, passing: passing)
    }
  }
}

private struct SessionSteps: ArchiveSteps {
  let session: ArchiveSession

  func pass(before index: Int) throws(ArchiveError) -> ReachedEntry? {
    try session.passNext(before: index).map(ReachedEntry.init)
  }

  func find(_ name: [UInt8], at index: Int) throws(ArchiveError) -> ReachedEntry {
    ReachedEntry(try session.find(name, at: index))
  }

  func content(of entry: ReachedEntry) throws(ArchiveError) -> ExtractedEntry {
    guard let buffer = SharedBuffer(bytes: entry.size, isKept: true) else { throw .outOfMemory }
    let count = try unsafe session.read(size: entry.size) {
      unsafe SharedBuffer.write($0, to: buffer.descriptor, at: $1)
    }
    return try ExtractedEntry.of(buffer, count: count, modified: entry.modified)
  }
}

extension ReachedEntry {
  fileprivate init(_ entry: ArchiveEntry) {
    self.init(name: entry.name, size: entry.size ?? 0, modified: entry.modified)
  }
}
