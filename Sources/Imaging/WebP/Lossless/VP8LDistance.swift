/// The distances and lengths of copies (RFC 9649, 3.6.2.2).
enum VP8LDistance {
  /// The number of distance codes that stand for a nearby pixel.
  private static let nearbyCount = 120

  /// The offsets of nearby pixels: columns to the left (negative: to the right), and rows up.
  ///
  /// They are sorted by distance, then by column distance, with left before right. They cover seven rows up, from eight
  /// columns to the left to seven to the right: all pixels there that precede the current one.
  private static let nearby: [(columns: Int, rows: Int)] = {
    var offsets: [(columns: Int, rows: Int)] = []
    for rows in 0...7 {
      for columns in -7...8 where rows > 0 || columns > 0 { offsets.append((columns, rows)) }
    }
    func rank(_ offset: (columns: Int, rows: Int)) -> (Int, Int, Int) {
      (offset.columns * offset.columns + offset.rows * offset.rows, abs(offset.columns), -offset.columns)
    }
    return offsets.sorted { rank($0) < rank($1) }
  }()

  /// Returns the distances of the codes for nearby pixels, at least 1, in an image with a width of `width` pixels.
  static func nearby(width: Int) -> [Int] { nearby.map { max(1, $0.columns + $0.rows * width) } }

  /// Converts a distance code (1…) to a distance in pixels.
  ///
  /// - Parameter nearby: The result of `nearby(width:)`.
  @inline(__always)
  static func distance(of code: Int, nearby: UnsafePointer<Int>) -> Int {
    code > nearbyCount ? code &- nearbyCount : unsafe nearby[code &- 1]
  }
}

extension VP8LBitReader {
  /// Decodes a length or distance code (1…) from its prefix symbol and the extra bits that follow, at most 18, which
  /// must be available.
  @inline(__always)
  mutating func number(_ symbol: Int) -> Int {
    if symbol < 4 { return symbol &+ 1 }
    let extra = (symbol &- 2) &>> 1
    return (2 &+ symbol & 1) &<< extra &+ readAvailable(extra) &+ 1
  }
}
