/// The slides in order. Folders and lists stay names in one piece of memory; a `Slide` is made when it is asked for.
package struct Deck: Sendable {
  /// Neighbouring slides that are stored alike.
  package enum Segment: Sendable {
    case slides([Slide])
    /// Names relative to a folder, or URLs.
    case names(NameList, folder: Path)
    /// The pages of a document.
    case pages(Document)

    var count: Int {
      switch self {
      case .slides(let slides): slides.count
      case .names(let names, _): names.count
      case .pages(let document): document.pageCount
      }
    }
  }

  let segments: [Segment]
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
    let (segment, within) = place(of: position)
    switch segments[segment] {
    case .slides(let slides): return slides[within]
    case .names(let names, let folder):
      return Slide(Location(argument: names[within], relativeTo: folder))
    case .pages(let document): return document.slide(ofPage: within + 1)
    }
  }

  /// Which segment holds a position, and where in it.
  func place(of position: Int) -> (segment: Int, within: Int) {
    let unordered = order.map { Int($0[position]) } ?? position
    // The first segment that ends after it, by bisection.
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > unordered { high = middle } else { low = middle + 1 }
    }
    return (low, unordered - (low == 0 ? 0 : ends[low - 1]))
  }
}
