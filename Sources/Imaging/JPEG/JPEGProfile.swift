extension JPEGHeader {
  /// The mark that begins a segment with a part of an ICC profile (ICC.1:2022, B.4).
  static let profileMark: [UInt8] = Array("ICC_PROFILE".utf8) + [0]

  /// Returns the ICC profile, assembled from its parts, which may be in any order; nil if there is none, if parts are
  /// missing or inconsistent, or if it is too long.
  func profile(in bytes: [UInt8]) -> [UInt8]? {
    guard let first = profileParts.first else { return nil }
    let start = JPEGHeader.profileMark.count
    // The mark is followed by the part's number, from 1, and the number of parts.
    let count = Int(bytes[first.lowerBound + start + 1])
    guard count == profileParts.count, profileParts.reduce(0, { $0 + $1.count }) <= ICCProfile.maxBytes else {
      return nil
    }
    var parts = [Range<Int>?](repeating: nil, count: count)
    for part in profileParts {
      let (number, total) = (Int(bytes[part.lowerBound + start]), Int(bytes[part.lowerBound + start + 1]))
      guard total == count, 1...count ~= number, parts[number - 1] == nil else { return nil }
      parts[number - 1] = part.lowerBound + start + 2..<part.upperBound
    }
    return parts.reduce(into: []) { profile, part in
      if let part { profile += bytes[part] }
    }
  }
}
