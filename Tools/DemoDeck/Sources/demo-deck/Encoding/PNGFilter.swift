/// PNG's five filters, which predict a byte from its neighbors (PNG specification, section 9).
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Filters each row with the filter that gives the smallest sum of absolute values, the specification's heuristic.
  ///
  /// - Parameters:
  ///   - stride: Bytes per row.
  ///   - step: Bytes per pixel.
  static func filtered(_ samples: [UInt8], stride: Int, step: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(samples.count + samples.count / stride)
    var above = [UInt8](repeating: 0, count: stride)
    for start in Swift.stride(from: 0, to: samples.count, by: stride) {
      let row = Array(samples[start..<start + stride])
      let candidates = allCases.map { (filter: $0, bytes: $0.applied(to: row, above: above, step: step)) }
      // Neighboring palette indices are unrelated, so they are not filtered.
      let best = step == 1 ? candidates.first : candidates.min { weight($0.bytes) < weight($1.bytes) }
      if let best {
        result.append(best.filter.rawValue)
        result += best.bytes
      }
      above = row
    }
    return result
  }

  private func applied(to row: [UInt8], above: [UInt8], step: Int) -> [UInt8] {
    row.indices.map { index in
      let left = index < step ? 0 : row[index - step]
      let corner = index < step ? 0 : above[index - step]
      return row[index] &- prediction(left: left, up: above[index], corner: corner)
    }
  }

  private func prediction(left: UInt8, up: UInt8, corner: UInt8) -> UInt8 {
    switch self {
    case .none: return 0
    case .sub: return left
    case .up: return up
    case .average: return UInt8((Int(left) + Int(up)) / 2)
    case .paeth:
      let guess = Int(left) + Int(up) - Int(corner)
      let (byLeft, byUp, byCorner) = (abs(guess - Int(left)), abs(guess - Int(up)), abs(guess - Int(corner)))
      if byLeft <= byUp, byLeft <= byCorner { return left }
      return byUp <= byCorner ? up : corner
    }
  }

  private static func weight(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
  }
}
