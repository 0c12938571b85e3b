import Decks
import Decoding

/// The entries of an archive that are kept in memory: those read last and, of an archive that is read from its start,
/// those that the way to another one has passed.
///
/// If there is not enough room, those stay that are likely to be shown next: the ones after the entry that is wanted, in
/// natural order. Thus an archive whose pictures are in another order is not read from its start for each of them.
struct EntryCache {
  /// The most bytes of entries, and those of them that may be behind the one that is wanted.
  struct Limits {
    var total: Int
    var behind: Int
  }

  private struct CachedEntry {
    let name: [UInt8]
    let entry: ExtractedEntry
  }

  private var cached: [CachedEntry] = []
  /// The name of the entry that is wanted.
  private var wanted: [UInt8] = []

  /// The entries just behind the wanted one that are kept like those after it, for going back.
  private static let nearBehind = 2

  /// How soon an entry is likely to be shown.
  private struct Rank: Comparable {
    let isBehind: Bool
    let distance: Int

    static func < (left: Rank, right: Rank) -> Bool {
      left.isBehind == right.isBehind ? left.distance < right.distance : !left.isBehind
    }
  }

  private var bytes: Int { cached.reduce(0) { $0 + $1.entry.count } }

  /// The entry with a name, which is wanted now; nil if it is not cached.
  mutating func take(_ name: [UInt8]) -> ExtractedEntry? {
    wanted = name
    return cached.first { $0.name == name }?.entry
  }

  /// Whether an entry of some bytes would be cached.
  func accepts(_ name: [UInt8], bytes count: Int, limits: Limits) -> Bool {
    guard count <= limits.total, !cached.contains(where: { $0.name == name }) else { return false }
    if bytes + count <= limits.behind { return true }
    let ranks = ranks(cached.map(\.name) + [name])
    guard let own = ranks.last, !own.isBehind else { return false }
    return bytes + count <= limits.total || ranks.dropLast().contains { own < $0 }
  }

  /// Keeps an entry, and drops those that are likely to be shown last if there is no room for all.
  mutating func keep(_ entry: ExtractedEntry, as name: [UInt8], limits: Limits) {
    cached.removeAll { $0.name == name }
    cached.append(CachedEntry(name: name, entry: entry))
    var bytes = bytes
    guard bytes > limits.behind else { return }
    let ranks = ranks(cached.map(\.name))
    var dropped: Set<Int> = []
    for place in cached.indices.sorted(by: { ranks[$1] < ranks[$0] }) {
      guard bytes > (ranks[place].isBehind ? limits.behind : limits.total) else { break }
      bytes -= cached[place].entry.count
      dropped.insert(place)
    }
    cached = cached.indices.filter { !dropped.contains($0) }.map { cached[$0] }
  }

  /// The ranks of entries, by their names.
  private func ranks(_ names: [[UInt8]]) -> [Rank] {
    let own = names.firstIndex(of: wanted)
    let all = own == nil ? names + [wanted] : names
    var list = NameList()
    for name in all where list.hasRoom(for: name.count) { list.append(name) }
    guard list.count == all.count else { return names.map { _ in Rank(isBehind: true, distance: 0) } }
    var places = [Int](repeating: 0, count: all.count)
    for (place, index) in NaturalOrder.sorted(list).enumerated() { places[Int(index)] = place }
    let origin = places[own ?? names.count]
    return places.prefix(names.count).map { place in
      let distance = place - origin
      return Rank(isBehind: distance < -EntryCache.nearBehind, distance: abs(distance))
    }
  }
}
