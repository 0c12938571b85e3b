/// How long a response may be shown without asking again: RFC 9111, section 4.2, for a private cache.
enum Freshness {
  /// The part of its age when it came that a response without a word about it is fresh for (section 4.2.2).
  static let heuristicFraction = 10
  /// The longest that such a response is fresh, in seconds.
  static let longestHeuristic = 24 * 3_600

  /// The moment, in seconds since 1970, up to which a response is fresh; a moment that is past: it is stale.
  ///
  /// - Parameters:
  ///   - requested: when the request was sent, seconds since 1970.
  ///   - received: when the response came.
  static func end(of head: ResponseHead, requested: Int, received: Int) -> Int {
    let control = CacheControl(head.cacheControl)
    // "Vary: *" never fits a second request (section 4.1). Other fields of ours are the same in each request.
    let varies = head.vary?.split(separator: ",").contains {
      $0.allSatisfy { $0 == "*" || $0 == " " } && $0.contains("*")
    }
    guard !control.noStore, !control.noCache, varies != true else { return received - 1 }
    let life = lifetime(of: head, control: control, received: received)
    // Section 4.2.3.
    let apparentAge = max(0, received.clampedDifference(head.date ?? received))
    let correctedAge = max(0, head.age.clampedDifference(0)) + max(0, received.clampedDifference(requested))
    return received + life - max(apparentAge, correctedAge)
  }

  private static func lifetime(of head: ResponseHead, control: CacheControl, received: Int) -> Int {
    if let maxAge = control.maxAge { return maxAge }
    let date = head.date ?? received
    switch head.expires {
    case .at(let moment): return max(0, moment.clampedDifference(date))
    case .unreadable: return 0
    case nil: break
    }
    guard let modified = head.lastModifiedTime else { return 0 }
    return min(max(0, date.clampedDifference(modified)) / heuristicFraction, longestHeuristic)
  }
}

extension Int {
  /// The difference, bounded so that no sum of a few of them overflows: dates come from outside.
  fileprivate func clampedDifference(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    let bound = 1 << 40
    return overflows ? (self < other ? -bound : bound) : Swift.min(Swift.max(difference, -bound), bound)
  }
}
