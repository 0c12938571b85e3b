import CarouselValues

/// A slide's place in the view before its pose.
struct Place {
  /// The distance from the middle of the view, in pages, > 0 towards the next slide.
  var distance: Double
  /// The distance of the slide's center from the middle of the view, as a share of the view; nil if it follows from
  /// `distance`.
  var center: Double?
  /// The slide's length, as a share of the view.
  var length: Double
}

/// Places in a row in which they depend on the slides: slides have their own lengths, or the row ends at the view's
/// edges.
///
/// The offset of such a row counts slides, as in any other. At whole offsets a slide is at rest; in between, the view
/// scrolls along a monotone cubic through the positions at rest (Fritsch & Carlson, "Monotone Piecewise Cubic
/// Interpolation", 1980; slopes are harmonic means of the adjacent distances). So the speed on screen has no step where
/// a slide of another length becomes current. With equal distances, the cubic is a straight line.
///
/// All distances are shares of the view, > 0 towards the next slide. `row` returns the slide on a page; nil beyond an
/// end.
extension CarouselMachine.Layout {
  /// Whether the places of slides depend on which slides they are.
  var dependsOnSlides: Bool { keylines == nil && (lengths != nil || isContained) }

  func length(of slide: Int?) -> Double { slide.flatMap { lengths?[$0] } ?? length }

  /// Returns the distance from the center of page 0 to that of another page.
  func center(ofPage page: Int, _ row: (Int) -> Int?) -> Double {
    guard lengths != nil, let direction = Direction(of: page) else { return Double(page) * pitch }
    var (distance, last) = (0.0, length(of: row(0)))
    for step in 1...abs(page) {
      let next = length(of: row(step * direction.page))
      distance += (last + next) / 2 + gap
      last = next
    }
    return distance * direction.sign
  }

  /// Returns the distance from the center of page 0 to the middle of the view, at an offset.
  func scroll(at offset: Double, _ row: (Int) -> Int?) -> Double {
    let start = rest(onPage: 0, row)
    guard let direction = Direction(of: offset) else { return start }
    guard row(direction.page) != nil else { return start + offset * pitch }
    return start + direction.sign * segment(direction, row).distance(at: abs(offset))
  }

  /// Returns how far the view scrolls from page 0 to another page.
  func distance(toPage page: Int, _ row: (Int) -> Int?) -> Double {
    dependsOnSlides ? rest(onPage: page, row) - rest(onPage: 0, row) : Double(page) * pitch
  }

  /// Returns how far the view scrolls from page 0 to an offset, in lengths of `pitch`: the pull of a pointer.
  func pull(toOffset offset: Double, _ row: (Int) -> Int?) -> Double {
    dependsOnSlides ? (scroll(at: offset, row) - rest(onPage: 0, row)) / pitch : offset
  }

  /// Returns the offset to which a pull scrolls the view from page 0: the inverse of `pull(toOffset:)`. A pull beyond
  /// the next page counts the rest in lengths of `pitch`.
  func offset(ofPull pull: Double, _ row: (Int) -> Int?) -> Double {
    guard dependsOnSlides, let direction = Direction(of: pull), row(direction.page) != nil else { return pull }
    let (segment, way) = (segment(direction, row), abs(pull) * pitch)
    // Apart from rounding: a scroll that ends on a page has passed the slide before it.
    guard way < segment.length - 1e-9 else { return direction.sign * (1 + max(0, way - segment.length) / pitch) }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if segment.distance(at: middle) < way { low = middle } else { high = middle }
    }
    return direction.sign * high
  }

  /// Returns how fast the view scrolls at an offset, in lengths of `pitch` for each page.
  func scrollRate(at offset: Double, _ row: (Int) -> Int?) -> Double {
    guard dependsOnSlides, let direction = Direction(of: offset), row(direction.page) != nil else { return 1 }
    return segment(direction, row).slope(at: abs(offset)) / pitch
  }

  private func rest(onPage page: Int, _ row: (Int) -> Int?) -> Double {
    let (center, length) = (center(ofPage: page, row), length(of: row(page)))
    let scroll = center - (alignment.share - 0.5) * (1 - length)
    guard isContained else { return scroll }
    let (back, ahead) = (room(.backward, from: page, row), room(.forward, from: page, row))
    if let back, let ahead, back + ahead <= 1 { return center - back + 0.5 - alignment.share * (1 - back - ahead) }
    if let back, scroll < center - back + 0.5 { return center - back + 0.5 }
    if let ahead, scroll > center + ahead - 0.5 { return center + ahead - 0.5 }
    return scroll
  }

  /// Returns the distance from the center of a page to the end of the row; nil if it is more than a view.
  private func room(_ direction: Direction, from page: Int, _ row: (Int) -> Int?) -> Double? {
    var (distance, next) = (length(of: row(page)) / 2, page + direction.page)
    while distance <= 1 {
      guard let slide = row(next) else { return distance }
      distance += gap + length(of: slide)
      next += direction.page
    }
    return nil
  }

  private func segment(_ direction: Direction, _ row: (Int) -> Int?) -> ScrollSegment {
    let page = direction.page
    let (start, end) = (rest(onPage: 0, row), rest(onPage: page, row))
    let way = (end - start) * direction.sign
    // No more than rounding at both ends: a pull could pass the page back and forth without end.
    let length = way < 4e-9 ? 0 : way
    let before = row(-page) == nil ? length : max(0, (start - rest(onPage: -page, row)) * direction.sign)
    let after = row(2 * page) == nil ? length : max(0, (rest(onPage: 2 * page, row) - end) * direction.sign)
    return ScrollSegment(before: before, length: length, after: after)
  }
}

/// The way of the view from one page to the next, as a cubic of the share of the page, 0…1.
private struct ScrollSegment {
  /// The length of the way, at least 0.
  let length: Double
  private let first: Double
  private let last: Double

  init(before: Double, length: Double, after: Double) {
    func mean(_ left: Double, _ right: Double) -> Double {
      left > 0 && right > 0 ? 2 * left * right / (left + right) : 0
    }
    self.length = length
    first = mean(before, length)
    last = mean(length, after)
  }

  func distance(at s: Double) -> Double {
    s * (s * (3 - 2 * s) * length + (1 - s) * ((1 - s) * first - s * last))
  }

  func slope(at s: Double) -> Double {
    6 * s * (1 - s) * length + (1 - s) * (1 - 3 * s) * first + s * (3 * s - 2) * last
  }
}
