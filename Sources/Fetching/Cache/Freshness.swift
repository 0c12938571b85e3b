/// Computes how long a response may be shown without revalidation: RFC 9111, section 4.2, for a private cache.
enum Freshness {
  /// The divisor for heuristic freshness (section 4.2.2): without an explicit lifetime, a response is fresh for a tenth
  /// of the time since its last modification.
  static let heuristicDivisor = 10
  /// The maximum heuristic freshness, in seconds.
  static let longestHeuristic = 24 * 3_600

  /// The time until which a response and the redirects to it are fresh, in seconds since 1970. If it is in the past, they
  /// are stale.
  ///
  /// - Parameters:
  ///   - requested: when the request was sent, in seconds since 1970.
  ///   - received: when the response was received, in seconds since 1970.
  static func end(of head: ResponseHead, requested: Int, received: Int) -> Int {
    let control = CacheControl(head.cacheControl)
    // "Vary: *" never matches another request (section 4.1). All other request fields are the same in every request.
    let varies = head.vary?.split(separator: ",").contains {
      $0.allSatisfy { $0 == "*" || $0 == " " } && $0.contains("*")
    }
    guard !control.noStore, !control.noCache, varies != true else { return received - 1 }
    let life = lifetime(of: head, control: control, received: received)
    // The current age when received (section 4.2.3).
    let apparentAge = max(0, received.clampedDifference(head.date ?? received))
    let correctedAge = max(0, head.age.clampedDifference(0)) + max(0, received.clampedDifference(requested))
    return min(received + life - max(apparentAge, correctedAge), head.redirects?.end ?? .max)
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
    return min(max(0, date.clampedDifference(modified)) / heuristicDivisor, longestHeuristic)
  }
}

extension Int {
  /// The difference, clamped so that a sum of a few of them cannot overflow: dates are untrusted.
  fileprivate func clampedDifference(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    let bound = 1 << 40
    return overflows ? (self < other ? -bound : bound) : Swift.min(Swift.max(difference, -bound), bound)
  }
}
