import CarouselValues

extension CarouselMachine.Layout {
  /// The slides that belong together: moves, releases, jumps and auto-advance lead to the first slide of a group.
  ///
  /// The row remains one of slides. Those on the way become current one after the other, and a reload keeps the current
  /// slide in its place, even if it is no longer the first of its group.
  ///
  /// ```swift
  /// layout.groups = .of(3)                            // three slides a move; the last group may be shorter
  /// layout.groups = .of(2, first: 1)                  // a book: the cover alone, then spreads
  /// layout.groups = .fitting                          // as many as fit into the view
  /// ```
  public struct Groups: Hashable, Sendable {
    /// The number of slides in a group; 0 for as many as fit.
    let size: Int16
    let first: Int16

    /// Each slide is a group.
    public static let single = Groups(size: 1, first: 1)
    /// As many slides as fit into the view, whatever their lengths. Gaps do not count.
    public static let fitting = Groups(size: 0, first: 0)

    /// Groups of `size` slides, 1…1000. The first group has `first` slides, up to `size`; nil for `size`.
    public static func of(_ size: Int, first: Int? = nil) -> Groups {
      let size = max(1, min(size, CarouselMachine.maximumTravel))
      return Groups(size: Int16(size), first: Int16(max(1, min(first ?? size, size))))
    }
  }

  /// Whether a move passes more than one slide.
  var isGrouped: Bool { groups != .single }

  /// Returns the number of groups of slides, for dots.
  public func groupCount(of count: Int) -> Int { count > 0 ? group(of: min(count, Reload.maximumCount) - 1) + 1 : 0 }

  /// Returns the group of a slide, counted from 0.
  ///
  /// - Complexity: O(log n) for `fitting` and slides of their own lengths, otherwise O(1).
  public func group(of slide: Int) -> Int {
    let (size, first) = regular
    guard slide >= 0 else { return 0 }
    guard groups == .fitting, let lengths, lengths.count > 0 else {
      return slide < first ? 0 : 1 + (slide - first) / size
    }
    return slide < lengths.count ? lengths.group(of: slide) : lengths.groupCount + (slide - lengths.count) / size
  }

  /// Returns the first slide of a group.
  ///
  /// - Complexity: O(1).
  public func firstSlide(ofGroup group: Int) -> Int {
    let (size, first) = regular
    let group = max(0, min(group, Reload.maximumCount / size))
    guard groups == .fitting, let lengths, lengths.count > 0 else { return group == 0 ? 0 : first + (group - 1) * size }
    return group < lengths.groupCount
      ? lengths.firstSlide(ofGroup: group) : lengths.count + (group - lengths.groupCount) * size
  }

  func firstSlide(ofGroupWith slide: Int) -> Int { isGrouped ? firstSlide(ofGroup: group(of: slide)) : slide }

  /// The sizes of groups and of the first one, without slides of their own lengths.
  private var regular: (size: Int, first: Int) {
    guard groups == .fitting else { return (Int(groups.size), Int(groups.first)) }
    let size = max(1, Int(((1 + gap) / pitch + 1e-9).roundedDown))
    return (size, size)
  }
}

/// Destinations in a row of groups.
extension CarouselMachine {
  /// Returns how many slides a move by a number of groups passes, ends included; 0 at an end.
  ///
  /// A move back from the middle of a group leads to its first slide.
  func slides(from slide: Int, inGroups groups: Int) -> Int {
    let layout = settings.layout
    let (group, count) = (layout.group(of: slide), layout.groupCount(of: track.count))
    let isFirst = layout.firstSlide(ofGroup: group) == slide
    let groups = track.isEndless && groups.magnitude > 1000 ? groups % count : max(-count, min(groups, count))
    let target = group + groups + (groups < 0 && !isFirst ? 1 : 0)
    guard track.isEndless else {
      let moved = layout.firstSlide(ofGroup: max(0, min(target, count - 1))) - slide
      return (moved > 0) == (groups > 0) ? moved : 0
    }
    let round = Int((Double(target) / Double(count)).roundedDown)
    return layout.firstSlide(ofGroup: target - round * count) + round * track.count - slide
  }

  /// Returns whether slides may come to rest in a direction of one.
  func hasStop(_ direction: Direction, of slide: Int) -> Bool {
    settings.layout.isGrouped
      ? slides(from: slide, inGroups: direction.page) != 0 : track.index(slide, movedBy: direction.page) != nil
  }

  /// Whether auto-advance has anywhere to go.
  var hasStops: Bool {
    track.count > 1 && (!settings.layout.isGrouped || settings.layout.groupCount(of: track.count) > 1)
  }

  /// Returns the next page in a direction on which slides may come to rest, from another one; nil beyond an end.
  func nextStop(_ direction: Direction, from page: Int = 0) -> Int? {
    guard settings.layout.isGrouped else {
      let next = page + direction.page
      return track.slide(at: next) == nil ? nil : next
    }
    guard let slide = track.slide(at: page) else { return nil }
    let steps = slides(from: slide, inGroups: direction.page)
    return steps == 0 || track.slide(at: page + steps) == nil ? nil : page + steps
  }

  /// Returns the page on which slides come to rest that a pointer releases slowly, from a share of the way on.
  func groupStop(at offset: Double) -> Int {
    guard let slide = track.slide(at: 0) else { return 0 }
    // A row that has changed may end before.
    let start = max(settings.layout.firstSlide(ofGroupWith: slide) - slide, -track.reach(.backward))
    let isAhead = offset > 0 || start < 0
    guard let before = isAhead ? start : nextStop(.backward) else { return 0 }
    guard let after = isAhead ? nextStop(.forward) : 0 else { return before }
    let share = (offset - Double(before)) / Double(after - before)
    let limit = settings.drag.releaseLimit
    return offset < 0 ? (1 - share >= limit ? before : after) : (share >= limit ? after : before)
  }

  /// Returns the page on which slides come to rest that a pointer throws from an offset, past at most `limit` groups.
  /// Without groups, they would reach the offset `landing`.
  func groupStop(_ direction: Direction, from offset: Double, thrownTo landing: Double, limit: Int) -> Int {
    let isFirst = track.slide(at: 0).map { settings.layout.firstSlide(ofGroupWith: $0) == $0 } ?? true
    let first = Direction(of: offset) == direction.opposite && isFirst ? 0 : nextStop(direction)
    guard var stop = first else { return groupStop(at: offset) }
    for _ in 1..<max(2, limit) where limit > 1 {
      guard let next = nextStop(direction, from: stop), abs(landing - Double(next)) < abs(landing - Double(stop)) else {
        break
      }
      stop = next
    }
    return stop
  }
}
