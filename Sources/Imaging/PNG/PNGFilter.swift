/// Undoes the filters of PNG rows (9.2): each byte is stored as its difference from a prediction.
///
/// Rows are read from the decompressed data and written to one of two row buffers. Vectors may read and write `slack`
/// bytes beyond a row's end.
enum PNGFilter: UInt8 {
  case none, sub, up, average, paeth

  /// The number of bytes beyond a row's end that may be read and, in the output row, overwritten.
  static let slack = 32

  /// Undoes the filter of a row.
  ///
  /// - Parameters:
  ///   - filtered: The row as stored, without its filter byte.
  ///   - previous: The row above, unfiltered; zeros above the first row.
  ///   - row: The output, which must not overlap the others.
  ///   - count: The row's bytes; `slack` more may be read from all three and written to `row`.
  ///   - stride: Bytes per pixel, at least one.
  @unsafe
  func undo(
    _ filtered: UnsafePointer<UInt8>, previous: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int,
    stride: Int
  ) {
    switch self {
    case .none: unsafe row.update(from: filtered, count: count)
    case .up: unsafe Self.undoUp(filtered, previous: previous, into: row, count: count)
    case .sub:
      switch stride {
      case 3, 4, 6, 8: unsafe Self.undoSub(filtered, into: row, count: count, stride: stride)
      default: unsafe Self.undoBytewise(filtered, previous, row, count, stride) { left, _, _ in left }
      }
    case .average:
      switch stride {
      case 3, 4, 6, 8: unsafe Self.undoAverage(filtered, previous: previous, into: row, count: count, stride: stride)
      default:
        unsafe Self.undoBytewise(filtered, previous, row, count, stride) { left, above, _ in
          UInt8((UInt16(left) + UInt16(above)) / 2)
        }
      }
    case .paeth:
      switch stride {
      case 3, 4, 6, 8: unsafe Self.undoPaeth(filtered, previous: previous, into: row, count: count, stride: stride)
      default: unsafe Self.undoBytewise(filtered, previous, row, count, stride, predict: Self.paeth)
      }
    }
  }

  /// The Paeth predictor (9.4): whichever of the left, upper and upper left bytes is nearest to left + above − upper
  /// left.
  private static func paeth(_ left: UInt8, _ above: UInt8, _ upperLeft: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(above), Int16(upperLeft))
    let (fromLeft, fromAbove, fromUpperLeft) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    if fromLeft <= fromAbove && fromLeft <= fromUpperLeft { return left }
    return fromAbove <= fromUpperLeft ? above : upperLeft
  }

  /// Undoes a filter byte by byte, for pixels of one or two bytes.
  @inline(__always)
  private static func undoBytewise(
    _ filtered: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt8>,
    _ count: Int, _ stride: Int, predict: (_ left: UInt8, _ above: UInt8, _ upperLeft: UInt8) -> UInt8
  ) {
    for index in 0..<min(stride, count) {
      unsafe row[index] = filtered[index] &+ predict(0, previous[index], 0)
    }
    guard stride < count else { return }
    for index in stride..<count {
      let before = index &- stride
      unsafe row[index] = filtered[index] &+ predict(row[before], previous[index], previous[before])
    }
  }
}
