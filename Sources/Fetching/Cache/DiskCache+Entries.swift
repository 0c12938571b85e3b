import Glibc
import System

/// Access to single entries.
extension DiskCache {
  /// The entry of a URL if its body is complete; otherwise the entry is deleted.
  func wholeEntry(_ url: String, in folder: borrowing CacheFolder, readsBody: Bool) -> CacheEntry? {
    // Another process may replace the entry and its body between the two reads. Then the new entry is checked.
    let key = CacheName.key(of: url)
    for _ in 0..<3 {
      guard let entry = entry(of: url, in: folder) else { return nil }
      if isWhole(entry, key: key, in: folder, readsBody: readsBody) { return entry }
      guard let again = self.entry(of: url, in: folder), again != entry else {
        remove(key: key, from: folder)
        return nil
      }
    }
    return nil
  }

  /// Reads a URL's entry; nil if there is none, or if it belongs to another URL. An entry that cannot be read is
  /// deleted.
  func entry(of url: String, in folder: borrowing CacheFolder) -> CacheEntry? {
    let key = CacheName.key(of: url)
    guard let entry = entry(key: key, in: folder) else {
      if let facts = folder.facts(of: .entry(key: key)), facts.isFile { remove(key: key, from: folder) }
      return nil
    }
    return entry.belongs(to: url) ? entry : nil
  }

  /// Reads an entry by its key; nil if there is none or it is corrupt.
  func entry(key: String, in folder: borrowing CacheFolder) -> CacheEntry? {
    guard let file = folder.open(.entry(key: key)) else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    let failure = unsafe DescriptorBytes.forEachPiece(of: file) { piece in
      unsafe bytes.append(contentsOf: piece)
      return bytes.count <= CacheEntry.longest
    }
    return failure == nil && bytes.count <= CacheEntry.longest ? CacheEntry(bytes: bytes) : nil
  }

  /// Writes an entry, replacing an existing one atomically.
  func write(
    _ entry: CacheEntry, key: String, in folder: borrowing CacheFolder, now: Double
  ) throws(CacheFolder.Failure) {
    let part = CacheName.part(key: key, number: CacheName.newNumber())
    let file = try folder.create(part)
    defer { close(file) }
    flock(file, LOCK_EX | LOCK_NB)
    do throws(CacheFolder.Failure) {
      if let number = DescriptorBytes.write(entry.bytes, to: file) { throw .system(number) }
      if fsync(file) < 0 { throw .system(errno) }
      folder.touch(part, at: now)
      try folder.rename(part, to: .entry(key: key))
    } catch {
      folder.remove(part)
      throw error
    }
    folder.sync()
  }

  /// Removes an entry and then its body: in this order, no entry ever names a missing body.
  func remove(key: String, from folder: borrowing CacheFolder) {
    let number = entry(key: key, in: folder)?.number
    folder.remove(.entry(key: key))
    if let number { folder.remove(.body(key: key, number: number)) }
  }

  private func isWhole(
    _ entry: CacheEntry, key: String, in folder: borrowing CacheFolder, readsBody: Bool
  ) -> Bool {
    let name = CacheName.body(key: key, number: entry.number)
    guard let facts = folder.facts(of: name), facts.isFile, facts.size == entry.size else { return false }
    guard readsBody else { return true }
    guard let file = folder.open(name) else { return false }
    defer { close(file) }
    var (checksum, count) = (Checksum(), 0)
    let failure = unsafe DescriptorBytes.forEachPiece(of: file) { piece in
      unsafe checksum.add(piece)
      count += piece.count
      return count <= entry.size
    }
    return failure == nil && count == entry.size && checksum.value == entry.checksum
  }
}
