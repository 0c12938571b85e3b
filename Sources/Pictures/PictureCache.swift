import Bitmaps

/// An LRU cache of pictures, limited by their cost in bytes.
package struct PictureCache: Sendable {
  private struct Entry {
    var picture: LoadedPicture
    var lastUse: UInt64
  }

  /// The cost of an entry in bytes besides its samples, for its key, its path and its place. It limits the number of
  /// tiny pictures.
  package static let entryCost = 1024

  private var entries: [PictureKey: Entry] = [:]
  private var clock: UInt64 = 0
  /// The total cost of the cached pictures in bytes.
  package private(set) var cost = 0
  /// The maximum cost in bytes. If it is lowered, `makeRoom` or the next insertion evicts pictures.
  package var limit: Int

  /// An empty cache.
  package init(limit: Int) { self.limit = limit }

  /// The number of cached pictures.
  package var count: Int { entries.count }

  /// The picture of a key, which becomes the most recently used; nil if it is not cached.
  package mutating func picture(for key: PictureKey) -> LoadedPicture? {
    guard var entry = entries[key] else { return nil }
    clock += 1
    entry.lastUse = clock
    entries[key] = entry
    return entry.picture
  }

  /// Inserts a picture, and evicts the least recently used until the cost is within the limit. A picture that alone
  /// exceeds the limit is not cached.
  package mutating func insert(_ picture: LoadedPicture, for key: PictureKey) {
    remove(key)
    if PictureCache.cost(of: picture) <= limit {
      clock += 1
      entries[key] = Entry(picture: picture, lastUse: clock)
      cost += PictureCache.cost(of: picture)
    }
    makeRoom()
  }

  /// Evicts the least recently used pictures until the cost is within the limit.
  package mutating func makeRoom() {
    // A linear search is fast enough: the minimum cost of an entry limits their number.
    while cost > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) { remove(oldest.key) }
  }

  /// Removes a picture.
  package mutating func remove(_ key: PictureKey) {
    if let old = entries.removeValue(forKey: key) { cost -= PictureCache.cost(of: old.picture) }
  }

  /// Removes the pictures whose keys match.
  package mutating func removeAll(where isGone: (PictureKey) -> Bool) {
    for key in entries.keys where isGone(key) { remove(key) }
  }

  /// Removes all pictures.
  package mutating func removeAll() {
    entries = [:]
    cost = 0
  }

  private static func cost(of picture: LoadedPicture) -> Int { picture.bitmap.cost + entryCost }
}
