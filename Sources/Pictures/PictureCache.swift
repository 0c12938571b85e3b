import Decks
import Downloads
import ExternalDecoders
import Imaging
import System

/// Pictures kept by least recent use, up to a cost in bytes.
package struct PictureCache: Sendable {
  private struct Entry {
    var picture: LoadedPicture
    var lastUse: UInt64
  }

  /// Bytes that an entry costs besides its samples: its key, its path, its place. Pictures of a few samples count, too.
  package static let entryCost = 1024

  private var entries: [PictureKey: Entry] = [:]
  private var clock: UInt64 = 0
  /// Bytes that the kept pictures cost.
  package private(set) var cost = 0
  /// Bytes they may cost at most; beyond it, the next to come makes room.
  package var limit: Int

  /// An empty cache.
  package init(limit: Int) { self.limit = limit }

  /// How many pictures are kept.
  package var count: Int { entries.count }

  /// The picture of a key, which becomes the most recently used.
  package mutating func picture(for key: PictureKey) -> LoadedPicture? {
    guard var entry = entries[key] else { return nil }
    clock += 1
    entry.lastUse = clock
    entries[key] = entry
    return entry.picture
  }

  /// Keeps a picture, and lets the least recently used go until the cost is within the limit. One that alone costs
  /// more than the limit is not kept.
  package mutating func insert(_ picture: LoadedPicture, for key: PictureKey) {
    remove(key)
    if PictureCache.cost(of: picture) <= limit {
      clock += 1
      entries[key] = Entry(picture: picture, lastUse: clock)
      cost += PictureCache.cost(of: picture)
    }
    makeRoom()
  }

  /// Lets the least recently used pictures go until the cost is within the limit.
  package mutating func makeRoom() {
    // What an entry costs at least bounds their number: there are few enough of them to look at each.
    while cost > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) { remove(oldest.key) }
  }

  /// Forgets one picture.
  package mutating func remove(_ key: PictureKey) {
    if let old = entries.removeValue(forKey: key) { cost -= PictureCache.cost(of: old.picture) }
  }

  /// Forgets those of some keys.
  package mutating func removeAll(where isGone: (PictureKey) -> Bool) {
    for key in entries.keys where isGone(key) { remove(key) }
  }

  /// Forgets everything.
  package mutating func removeAll() {
    entries = [:]
    cost = 0
  }

  private static func cost(of picture: LoadedPicture) -> Int { picture.bitmap.cost + entryCost }
}
