import Glibc

/// Deletion of entries and orphans.
extension DiskCache {
  /// The amount of data that was deleted.
  package struct Freed: Hashable, Sendable {
    /// The number of entries, usually pictures.
    package var entries = 0
    /// The total size of their files in bytes.
    package var bytes = 0
  }

  /// Seconds for which a copy is kept after its last use even beyond the limit, because a reader may have its path.
  static let grace = 10.0
  /// Seconds after which an unlocked temporary file counts as left by a crash. A file is created shortly before it is
  /// locked.
  static let orphanAge = 60.0

  /// Deletes copies that have not been used for too long, files left by crashes, and, beyond the limit, the least
  /// recently used copies.
  ///
  /// - Returns: the size of the remaining entries in bytes.
  @discardableResult
  package func sweep(now: Double) -> Int {
    guard let folder = CacheFolder(existing: folder) else { return 0 }
    var entries = inventory(of: folder, now: now)
    entries.sort { ($0.used, $0.key) < ($1.used, $1.key) }
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries {
      let isExpired = now - entry.used > limits.unused
      let isInTheWay = total > limits.bytes && now - entry.used > Self.grace
      guard isExpired || isInTheWay else { continue }
      remove(key: entry.key, from: folder)
      total -= entry.bytes
    }
    return total
  }

  /// Deletes all entries, but not files that a running process is writing.
  package func clear() -> Freed {
    var freed = Freed()
    guard let folder = CacheFolder(existing: folder) else { return freed }
    for entry in inventory(of: folder, now: .infinity) {
      remove(key: entry.key, from: folder)
      freed.entries += 1
      freed.bytes += entry.bytes
    }
    return freed
  }

  /// The properties of an entry that determine whether it is deleted.
  private struct Item {
    let key: String
    let used: Double
    let bytes: Int
  }

  /// All entries. Deletes orphans on the way.
  private func inventory(of folder: borrowing CacheFolder, now: Double) -> [Item] {
    var used: [String: (moment: Double, bytes: Int)] = [:]
    var bodies: [String: [String: Int]] = [:]
    /// Bodies that a reader may be about to open although no entry names them any more.
    var recent: Set<CacheName> = []
    for name in folder.names() {
      guard let facts = folder.facts(of: name) else { continue }
      guard facts.isFile else {
        // A link or other special file under one of our names, not created by us. (`remove` leaves folders alone.)
        folder.remove(name)
        continue
      }
      switch name {
      case .entry(let key):
        // A time in the future comes from a wrong clock. It must not keep the entry forever.
        if facts.used > now + 1 { folder.touch(name, at: now) }
        used[key] = (min(facts.used, now), facts.size)
      case .body(let key, let number):
        bodies[key, default: [:]][number] = facts.size
        if abs(now - facts.used) <= Self.grace { recent.insert(name) }
      case .part: if now - facts.used > Self.orphanAge { removeIfOrphaned(name, from: folder) }
      }
    }
    for (key, numbers) in bodies where used[key] == nil || numbers.count > 1 {
      for number in numbers.keys {
        let name = CacheName.body(key: key, number: number)
        if !recent.contains(name) { removeIfOrphaned(name, from: folder) }
      }
    }
    return used.map { key, entry in
      Item(key: key, used: entry.moment, bytes: entry.bytes + (bodies[key]?.values.max() ?? 0))
    }
  }

  /// Removes a file that no process is writing and no entry names.
  private func removeIfOrphaned(_ name: CacheName, from folder: borrowing CacheFolder) {
    guard let file = folder.open(name) else { return }
    defer { close(file) }
    // A writer holds its lock until its entry exists, so the entry is compared only once the file is unlocked.
    if flock(file, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK { return }
    if case .body(let key, let number) = name, entry(key: key, in: folder)?.number == number { return }
    folder.remove(name)
  }
}
