import Glibc

/// What goes, and when.
extension DiskCache {
  /// What was deleted, by kind.
  package struct Freed: Hashable, Sendable {
    /// Bodies, usually pictures.
    package var entries = 0
    /// Bytes of their files.
    package var bytes = 0
  }

  /// Seconds for which a copy just used is kept even beyond the limit: a reader has been given its path.
  static let grace = 10.0
  /// Seconds after which a temporary file that nobody has locked is a crash's. It is made a moment before it is locked.
  static let orphanAge = 60.0

  /// Deletes copies unused for too long, remains of crashes, and, beyond the limit, the least recently used copies.
  ///
  /// - Returns: the bytes that remain.
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

  /// Deletes everything that is kept, but not what a running program is writing.
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

  /// An entry, as far as its going depends on it.
  private struct Item {
    let key: String
    let used: Double
    let bytes: Int
  }

  /// All entries; on the way, what belongs to none is deleted.
  private func inventory(of folder: borrowing CacheFolder, now: Double) -> [Item] {
    var used: [String: (moment: Double, bytes: Int)] = [:]
    var bodies: [String: [String: Int]] = [:]
    /// Those that someone may be about to read, though no entry names them any more.
    var recent: Set<CacheName> = []
    for name in folder.names() {
      guard let facts = folder.facts(of: name) else { continue }
      guard facts.isFile else {
        // A link or the like under one of our names: not made by us. (A folder stays: it cannot be removed so.)
        folder.remove(name)
        continue
      }
      switch name {
      case .entry(let key):
        // A moment in the future comes of a clock that was wrong: it must not keep its entry for ever.
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

  /// Removes a file that no program is writing and no entry names.
  private func removeIfOrphaned(_ name: CacheName, from folder: borrowing CacheFolder) {
    guard let file = folder.open(name) else { return }
    defer { close(file) }
    // A writer holds its lock until its entry is there: only then is there something to compare with.
    if flock(file, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK { return }
    if case .body(let key, let number) = name, entry(key: key, in: folder)?.number == number { return }
    folder.remove(name)
  }
}
