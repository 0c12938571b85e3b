/// How far back a copy begins, and how long it is (RFC 9649, 3.6.2.2).
enum VP8LDistance {
  /// Codes of distances that stand for a pixel nearby.
  private static let nearbyCount = 120

  /// Offsets of nearby pixels: columns to the left (negative: to the right), and rows above.
  ///
  /// By nearness; of those equally near, the one whose column is nearer comes first, then the one to the left. Seven rows up,
  /// from eight columns to the left to seven to the right, all that come earlier than the pixel itself.
  private static let nearby: [(columns: Int, rows: Int)] = {
    var places: [(columns: Int, rows: Int)] = []
    for rows in 0...7 {
      for columns in -7...8 where rows > 0 || columns > 0 { places.append((columns, rows)) }
    }
    func rank(_ place: (columns: Int, rows: Int)) -> (Int, Int, Int) {
      (place.columns * place.columns + place.rows * place.rows, abs(place.columns), -place.columns)
    }
    return places.sorted { rank($0) < rank($1) }
  }()

  /// The distances of the codes that stand for a pixel nearby, at least 1, in an image of that width.
  static func nearby(width: Int) -> [Int] { nearby.map { max(1, $0.columns + $0.rows * width) } }

  /// How many pixels back a distance's code (1…) means.
  ///
  /// - Parameter nearby: Those of `nearby(width:)`.
  @inline(__always)
  static func distance(of code: Int, nearby: UnsafePointer<Int>) -> Int {
    code > nearbyCount ? code &- nearbyCount : unsafe nearby[code &- 1]
  }
}

extension VP8LBitReader {
  /// The number (1…) that a symbol for lengths or distances begins, whose other bits, at most 18, are there.
  @inline(__always)
  mutating func number(_ symbol: Int) -> Int {
    if symbol < 4 { return symbol &+ 1 }
    let extra = (symbol &- 2) &>> 1
    return (2 &+ symbol & 1) &<< extra &+ readAvailable(extra) &+ 1
  }
}
