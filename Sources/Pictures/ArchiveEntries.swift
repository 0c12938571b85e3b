import Archives
import Decks
import Decoding
import Memory
import Synchronization
import System

/// Reads the entries of archives into memory. It keeps the archive that was read last open, and some entries of it.
///
/// Many archives can only be decompressed from their start. There, going forward continues where the last entry ended,
/// and the entries just read are kept for going back.
final class ArchiveEntries: Sendable {
  /// The most bytes of entries that are kept.
  private static let maxKeptBytes = 64 << 20

  /// A version of an archive's file.
  private struct Source: Hashable {
    let path: Path
    let stamp: FileStamp
  }

  private struct State {
    var source: Source?
    var archive: (any OpenedArchive)?
    /// The most recently used are last.
    var recent: [(name: [UInt8], entry: ExtractedEntry)] = []

    mutating func take(_ name: [UInt8]) -> ExtractedEntry? {
      guard let index = recent.firstIndex(where: { $0.name == name }) else { return nil }
      let found = recent.remove(at: index)
      recent.append(found)
      return found.entry
    }

    mutating func keep(_ entry: ExtractedEntry, as name: [UInt8], limit: Int) {
      recent.removeAll { $0.name == name }
      recent.append((name, entry))
      var bytes = recent.reduce(0) { $0 + $1.entry.count }
      while bytes > limit, !recent.isEmpty { bytes -= recent.removeFirst().entry.count }
    }
  }

  private let decoder: any ArchiveOpening
  private let isMemoryShort: @Sendable () -> Bool
  private let state = Mutex(State())

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
      return (state.take(picture.name), state.archive)
    }
    if let entry { return entry }
    do throws(ArchiveError) {
      let archive = if let known { known } else { try decoder.open(archive: file, limits: ArchiveLimits()) }
      let entry = try archive.read(picture.name, at: picture.index)
      keep(entry, as: picture.name, from: archive, of: source)
      return entry
    } catch {
      // Its worker may have been killed.
      state.withLock { if $0.source == source { $0.archive = nil } }
      throw LoadError(error)
    }
  }

  private func keep(_ entry: ExtractedEntry, as name: [UInt8], from archive: any OpenedArchive, of source: Source) {
    let limit = isMemoryShort() ? 0 : ArchiveEntries.maxKeptBytes
    // Released outside the lock.
    let old = state.withLock { state -> State? in
      var old: State?
      if state.source != source {
        old = state
        state = State(source: source)
      }
      state.archive = archive
      state.keep(entry, as: name, limit: limit)
      return old
    }
    _ = consume old
  }
}
