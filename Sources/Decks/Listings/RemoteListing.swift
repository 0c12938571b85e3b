package import Fetching
import System

/// A remote folder's pictures, from a listing whose pages arrive one after the other: a value that takes the pages, and
/// returns the slides so far in their order.
///
/// Names are packed: a million take about 25 bytes each. Pages are sorted together when slides are requested.
package struct RemoteListing: Sendable {
  private let sort: SlideSort
  /// The slides: those up to `sortedCount` in order, then those of later pages.
  private var slides: ListedNames
  private var sortedCount = 0
  /// The sizes or times by which the slides are sorted; empty if they are sorted by name.
  private var figures: [Int64] = []
  /// The number of slides from which `grown` returns them.
  private var due = 1
  /// A hash of each slide's name, size and time, in the order of arrival; nil if they are not needed.
  private(set) var hashes: [Int]?

  /// The maximum number of slides of a listing.
  package static let maximumCount = 5_000_000

  /// A listing without entries.
  ///
  /// - Parameters:
  ///   - base: The URL of the folder, percent-encoded, with a slash at its end.
  ///   - sort: The order. The listing has no time at which a picture was taken; the time of modification takes its place.
  ///   - hasHashes: Whether hashes are needed.
  package init(base: String, sort: SlideSort, hasHashes: Bool = false) {
    self.sort = sort
    hashes = hasHashes ? [] : nil
    slides = ListedNames(base: base)
  }

  /// The number of slides so far.
  package var count: Int { slides.count }

  /// Whether further entries are left out.
  package var isFull: Bool { count >= Self.maximumCount || !slides.names.hasRoom(for: ListedEntry.longestName * 2) }

  /// Adds the pictures of a page. Entries whose names would leave the folder, hidden ones and other files are left out.
  ///
  /// - Parameter folder: The folder of the entries, relative to the base, with a slash at its end; empty for the base.
  /// - Returns: The names of the folders in the page, relative to the base, each with a slash at its end.
  package mutating func add(_ page: [ListedEntry], in folder: [UInt8] = []) -> [[UInt8]] {
    var folders: [[UInt8]] = []
    for entry in page where entry.isBelowFolder {
      let name = Path.name(in: entry.name[...])
      if entry.isFolder {
        if name.first != UInt8(ascii: ".") { folders.append(folder + entry.name + [Path.slash]) }
      } else if PictureNames.isPicture(name), !isFull {
        slides.append(folder + entry.name)
        if hashes != nil {
          var hasher = Hasher()
          hasher.combine(folder)
          hasher.combine(entry)
          hashes?.append(hasher.finalize())
        }
        switch sort {
        case .name, .none: break
        case .time, .taken: figures.append(Int64(entry.modified ?? .min))
        case .size: figures.append(Int64(entry.size ?? .min))
        }
      }
    }
    return folders
  }

  /// The first slides, and later all so far each time their number has doubled, so that the total cost of sorting stays
  /// proportional to that of the last one; nil at other times.
  package mutating func grown() -> Deck.Segment? {
    guard count >= due else { return nil }
    due = 2 * count
    return segment()
  }

  /// The URLs of slides whose hashes are not among sorted ones. The slides must not have been ordered.
  func urls(notIn known: [Int]) -> [String] {
    (hashes ?? []).enumerated().compactMap { index, hash in
      let place = known.partitioningIndex { $0 >= hash }
      guard place == known.count || known[place] != hash, case .url(let url) = slides.location(at: index) else {
        return nil
      }
      return url
    }
  }

  /// The slides so far, in order.
  package mutating func segment() -> Deck.Segment {
    if sort != .none, sortedCount < count {
      let order = figures.isEmpty ? NaturalOrder.sorted(slides.names) : SlideSort.positions(figures, slides.names)
      if !figures.isEmpty { figures = order.map { figures[Int($0)] } }
      slides = slides.reordered(by: order)
      sortedCount = count
    }
    return .listed(slides)
  }
}
