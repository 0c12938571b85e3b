package import System

/// The slides in order. The names of folders and lists stay packed in one buffer; a `Slide` is created on access.
package struct Deck: Sendable {
  /// Consecutive slides that are stored in the same way.
  package enum Segment: Sendable {
    case slides([Slide])
    /// Names relative to a folder, or URLs.
    case names(NameList, folder: Path)
    /// Pictures below a remote folder.
    case listed(ListedNames)
    /// The pages of a document.
    case pages(Document)

    var count: Int {
      switch self {
      case .slides(let slides): slides.count
      case .names(let names, _): names.count
      case .listed(let names): names.count
      case .pages(let document): document.pageCount
      }
    }
  }

  let segments: [Segment]
  /// The end of each segment, counted in slides.
  private let ends: [Int]
  /// The order, as indices into the segments' slides; nil for the segments' own order.
  private var order: [UInt32]?
  /// The seed of the last shuffle; nil if the deck is not shuffled.
  private var shuffleSeed: UInt64?

  /// A deck of segments in their order, reversed, or shuffled. A shuffle ignores `reversed`.
  package init(_ segments: [Segment] = [], reversed: Bool = false, shuffleSeed: UInt64? = nil) {
    let segments = segments.filter { $0.count > 0 }
    self.segments = segments
    hasOwnSettings = segments.contains(where: \.hasOwnSettings)
    var total = 0
    ends = segments.map { segment in
      total += segment.count
      return total
    }
    self.shuffleSeed = shuffleSeed
    var folders: Set<Path?> = []
    // The folder of a single slide is not shown.
    if total > 1 { for segment in segments { segment.addFolders(to: &folders) } }
    labels = FolderLabels(folders)
    if let shuffleSeed {
      order = Permutation.shuffled(count: total, seed: shuffleSeed)
    } else {
      order = reversed ? (0..<UInt32(clamping: total)).reversed() : nil
    }
  }

  /// Whether a deck file sets something for one of the slides.
  package let hasOwnSettings: Bool

  private let labels: FolderLabels

  /// The raw bytes of a slide's name as it is shown: after its folder, if the slides are in several.
  package func shownName(of location: Location) -> [UInt8] {
    guard let label = location.folder.flatMap(labels.label) else { return location.nameBytes }
    return label + [Path.slash] + location.nameBytes
  }

  /// The position of the first slide of the next or the previous folder; in the direction of the first slide, that of
  /// the slide's own folder unless it is there already. Nil if there is none.
  package func position(ofFolderFrom position: Int, forward: Bool) -> Int? {
    let folder = self[position].location.folder
    if forward { return (position + 1..<max(count, position + 1)).first { self[$0].location.folder != folder } }
    guard position > 0 else { return nil }
    let before = self[position - 1].location.folder
    return (0..<position).last { $0 == 0 || self[$0 - 1].location.folder != before }
  }

  /// How many slides there are.
  package var count: Int { ends.last ?? 0 }

  /// Whether it has pictures below remote folders, which are not sorted before the first is shown.
  package var isListed: Bool {
    segments.contains { if case .listed = $0 { true } else { false } }
  }

  /// Whether it stands in for sources without pictures.
  package var isFallback = false

  /// The RAW files that go with slides, by the slides' files.
  package var companions: [Path: Path] = [:]

  /// Whether the order is random.
  package var isShuffled: Bool { shuffleSeed != nil }

  /// Shuffles a range of positions of a shuffled deck, differently each time. Does nothing if the deck is not shuffled.
  ///
  /// - Parameter last: The slide at this position will not come first in the range, if there is another.
  package mutating func reshuffle(_ positions: Range<Int>, notFirst last: Int? = nil) {
    guard let shuffleSeed, var order, positions.count > 1, positions.upperBound <= order.count else { return }
    let avoided = last.map { order[$0] }
    let next = shuffleSeed &+ 0x9E37_79B9_7F4A_7C15
    let old = Array(order[positions])
    for (position, chosen) in zip(positions, Permutation.shuffled(count: positions.count, seed: next)) {
      order[position] = old[Int(chosen)]
    }
    if order[positions.lowerBound] == avoided {
      order.swapAt(positions.lowerBound, positions.upperBound - 1)
    }
    self.order = order
    self.shuffleSeed = next
  }

  /// This deck with others in the place of each slide with a location. A shuffled deck is shuffled again.
  package func replacing(_ location: Location, with slides: [Slide]) -> Deck {
    let segments = segments.map { segment -> Segment in
      guard case .slides(let old) = segment else { return segment }
      return .slides(old.flatMap { $0.location == location ? slides : [$0] })
    }
    var deck = Deck(segments, reversed: order != nil, shuffleSeed: shuffleSeed)
    (deck.isFallback, deck.companions) = (isFallback, companions)
    return deck
  }

  /// This deck without some slides; the others keep their order.
  package func removing(_ locations: Set<Location>) -> Deck {
    guard !locations.isEmpty, count > 0 else { return self }
    // The segments' slides in their own order, and where each of those that stay has moved.
    let unordered = Deck(segments)
    let stays = (0..<unordered.count).map { !locations.contains(unordered[$0].location) }
    guard stays.contains(false) else { return self }
    var (start, moved) = (0, [UInt32]())
    var remaining: UInt32 = 0
    for isKept in stays {
      moved.append(remaining)
      remaining += isKept ? 1 : 0
    }
    let segments = segments.map { segment -> Segment in
      defer { start += segment.count }
      switch segment {
      case .slides(let slides): return .slides(slides.indices.filter { stays[start + $0] }.map { slides[$0] })
      case .names(let names, let folder):
        return .names(names.reordered(by: (0..<UInt32(names.count)).filter { stays[start + Int($0)] }), folder: folder)
      case .listed(let names):
        return .listed(names.reordered(by: (0..<UInt32(names.count)).filter { stays[start + Int($0)] }))
      case .pages: return segment
      }
    }
    var deck = Deck(segments)
    deck.order = order?.filter { stays[Int($0)] }.map { moved[Int($0)] }
    deck.shuffleSeed = shuffleSeed
    (deck.isFallback, deck.companions) = (isFallback, companions)
    return deck
  }

  /// The slide at a position, 0..<count.
  package subscript(position: Int) -> Slide {
    let (segment, within) = segmentIndex(of: position)
    switch segments[segment] {
    case .slides(let slides): return slides[within]
    case .names(let names, let folder):
      return Slide(Location(argument: names[within], relativeTo: folder))
    case .listed(let names): return Slide(names.location(at: within))
    case .pages(let document): return document.slide(ofPage: within + 1)
    }
  }

  /// The segment that holds a position, and the index within it.
  func segmentIndex(of position: Int) -> (segment: Int, within: Int) {
    let unordered = order.map { Int($0[position]) } ?? position
    let segment = ends.dropLast().partitioningIndex { $0 > unordered }
    return (segment, unordered - (segment == 0 ? 0 : ends[segment - 1]))
  }
}

/// A seeded random order in which every slide appears once, as `--shuffle` shows them.
package enum Permutation {
  /// The numbers 0..<count, shuffled (Fisher–Yates) with SplitMix64. The same seed gives the same order.
  package static func shuffled(count: Int, seed: UInt64) -> [UInt32] {
    var order = (0..<UInt32(clamping: count)).map { $0 }
    var generator = SplitMix64(state: seed)
    order.shuffle(using: &generator)
    return order
  }
}

/// Sebastiano Vigna's SplitMix64: small, fast, and identical on every machine.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
