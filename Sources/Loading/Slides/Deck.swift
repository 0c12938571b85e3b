/// The slides in order. Folders and lists stay names in one piece of memory; a `Slide` is made when it is asked for.
package struct Deck: Sendable {
  /// Neighbouring slides that are stored alike.
  package enum Segment: Sendable {
    case slides([Slide])
    /// Names relative to a folder, or URLs.
    case names(NameList, folder: Path)

    var count: Int {
      switch self {
      case .slides(let slides): slides.count
      case .names(let names, _): names.count
      }
    }
  }

  private let segments: [Segment]
  /// Where each segment ends, counted in slides.
  private let ends: [Int]
  /// The order, where it is not that of the segments.
  private let order: [UInt32]?

  /// A deck of segments, in their order, reversed, or shuffled (which makes `reversed` moot).
  package init(_ segments: [Segment] = [], reversed: Bool = false, shuffleSeed: UInt64? = nil) {
    let segments = segments.filter { $0.count > 0 }
    self.segments = segments
    var total = 0
    ends = segments.map { segment in
      total += segment.count
      return total
    }
    if let shuffleSeed {
      order = Permutation.shuffled(count: total, seed: shuffleSeed)
    } else {
      order = reversed ? (0..<UInt32(clamping: total)).reversed() : nil
    }
  }

  /// How many slides there are.
  package var count: Int { ends.last ?? 0 }

  /// The slide at a position, 0..<count.
  package subscript(position: Int) -> Slide {
    let unordered = order.map { Int($0[position]) } ?? position
    // The first segment that ends after it, by bisection.
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > unordered { high = middle } else { low = middle + 1 }
    }
    let within = unordered - (low == 0 ? 0 : ends[low - 1])
    switch segments[low] {
    case .slides(let slides): return slides[within]
    case .names(let names, let folder):
      return Slide(Location(argument: Array(names[within]), relativeTo: folder))
    }
  }

  /// Where the slide with this location is now: at `hint` if it still is, else the one nearest to it; nil if it is gone.
  package func position(of location: Location, near hint: Int) -> Int? {
    guard count > 0 else { return nil }
    let hint = min(max(0, hint), count - 1)
    for distance in 0..<count {
      let (before, after) = (hint - distance, hint + distance)
      if after < count, self[after].location == location { return after }
      if before >= 0, self[before].location == location { return before }
      if before < 0, after >= count { return nil }
    }
    return nil
  }

  /// Where the slide whose file is called `name`, or whose path or URL is that, stands first.
  package func position(named name: [UInt8]) -> Int? {
    (0..<count).first { position in
      let location = self[position].location
      return location.reference == name || location.nameBytes == name
    }
  }
}
