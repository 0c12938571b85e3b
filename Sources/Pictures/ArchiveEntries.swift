import Archives
import Decks
import Decoding
import Memory
import Synchronization
import System

/// Reads the entries of archives into memory. It keeps the archive that was read last open, and some entries of it.
///
/// Many archives can only be decompressed from their start. There, going forward continues where the last entry ended,
/// and the entries just read are kept for going back. Pictures that are passed on the way to another one are kept, too.
final class ArchiveEntries: Sendable {
  private static let maxKeptBytes = 64 << 20
  /// The most bytes of entries that are kept of an archive that is read from its start: a sixteenth of the memory, at
  /// most 256 MB.
  private static let maxPassedBytes = max(maxKeptBytes, MachineMemory.decodeBudget / 4)

  /// A version of an archive's file.
  private struct Source: Hashable {
    let path: Path
    let stamp: FileStamp
  }

  private struct State {
    var source: Source?
    var archive: (any OpenedArchive)?
    var cache = EntryCache()
  }

  private let decoder: any ArchiveOpening
  private let isMemoryShort: @Sendable () -> Bool
  private let state = Mutex(State())
  /// Held by the thread that reads an archive from its start: it may pass what the next thread wants.
  private let turn = Mutex(())

  /// Entries that a decoder reads.
  ///
  /// - Parameter isMemoryShort: whether the system is short of memory; then no entries are kept.
  init(_ decoder: any ArchiveOpening, isMemoryShort: @escaping @Sendable () -> Bool = { MemoryPressure.isHigh }) {
    self.decoder = decoder
    self.isMemoryShort = isMemoryShort
  }

  /// The content of an entry.
  ///
  /// - Throws: `LoadError`.
  func entry(of picture: ArchivedPicture) throws(LoadError) -> ExtractedEntry {
    let file = try LoadError.wrapping { () throws(FileError) in try RegularFile(picture.archive.path, limit: .max) }
    let source = Source(path: picture.archive.path, stamp: file.stamp)
    let (entry, known) = state.withLock { state -> (ExtractedEntry?, (any OpenedArchive)?) in
      guard state.source == source else { return (nil, nil) }
      return (state.cache.take(picture.name), state.archive)
    }
    if let entry { return entry }
    do throws(ArchiveError) {
      let archive = if let known { known } else { try decoder.open(archive: file, limits: ArchiveLimits()) }
      begin(archive, of: source, wanting: picture.name)
      let limits = limits(of: archive)
      let passing = PassedEntries(
        wants: { name, bytes in
          PictureNames.isPicture(Path(name).name)
            && self.state.withLock { $0.source == source && $0.cache.accepts(name, bytes: bytes, limits: limits) }
        }, keep: { name, entry in self.keep(entry, as: name, of: source, limits) })
      func read() throws(ArchiveError) -> ExtractedEntry {
        let entry = try archive.read(picture.name, at: picture.index, passing: passing)
        keep(entry, as: picture.name, of: source, limits)
        return entry
      }
      if archive.isRandomAccess { return try read() }
      return try turn.withLock { _ throws(ArchiveError) in
        if let cached = state.withLock({ $0.source == source ? $0.cache.take(picture.name) : nil }) { return cached }
        return try read()
      }
    } catch {
      // Its worker may have been killed.
      state.withLock { if $0.source == source { $0.archive = nil } }
      throw LoadError(error)
    }
  }

  private func limits(of archive: any OpenedArchive) -> EntryCache.Limits {
    if isMemoryShort() { return EntryCache.Limits(total: 0, behind: 0) }
    return EntryCache.Limits(
      total: archive.isRandomAccess ? ArchiveEntries.maxKeptBytes : ArchiveEntries.maxPassedBytes,
      behind: ArchiveEntries.maxKeptBytes)
  }

  /// Makes an archive the one that is kept open.
  private func begin(_ archive: any OpenedArchive, of source: Source, wanting name: [UInt8]) {
    // Released outside the lock.
    let old = state.withLock { state -> State? in
      var old: State?
      if state.source != source {
        old = state
        state = State(source: source)
      }
      state.archive = archive
      _ = state.cache.take(name)
      return old
    }
    _ = consume old
  }

  private func keep(_ entry: ExtractedEntry, as name: [UInt8], of source: Source, _ limits: EntryCache.Limits) {
    state.withLock { state in
      // Another archive may have been opened meanwhile.
      if state.source == source { state.cache.keep(entry, as: name, limits: limits) }
    }
  }
}
