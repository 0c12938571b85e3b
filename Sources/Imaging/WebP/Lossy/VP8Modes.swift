import CVP8

/// Reads how macroblocks are predicted, row by row (RFC 6386, 11).
struct VP8Modes {
  private var decoder: VP8BoolDecoder
  private let segments: (UInt8, UInt8, UInt8)?
  private let skip: UInt8?
  /// The modes of the blocks above: four for each macroblock.
  private var above: [UInt8]
  /// The modes of the four blocks to the left.
  private var left: [UInt8]

  private enum Mode {
    static let dc: UInt8 = 0, trueMotion: UInt8 = 1, vertical: UInt8 = 2, horizontal: UInt8 = 3
  }

  init(_ header: VP8Header) {
    decoder = header.modes
    (segments, skip) = (header.segments, header.skip)
    above = Array(repeating: Mode.dc, count: 4 * header.columns)
    left = Array(repeating: Mode.dc, count: 4)
  }

  /// Whether more was read than there is.
  var isExhausted: Bool { decoder.isExhausted }

  /// Reads the next row.
  ///
  /// - Parameter row: Memory for as many macroblocks as a row has.
  @unsafe
  mutating func read(into row: UnsafeMutablePointer<tui_vp8_modes>) {
    for index in 0..<4 { left[index] = Mode.dc }
    for column in 0..<above.count / 4 {
      // `row` has a macroblock for each column.
      unsafe read(column, into: &row[column])
    }
  }

  private mutating func read(_ column: Int, into modes: inout tui_vp8_modes) {
    if let segments {
      modes.segment =
        decoder.bit(segments.0) ? decoder.bit(segments.2) ? 3 : 2 : decoder.bit(segments.1) ? 1 : 0
    } else {
      modes.segment = 0
    }
    modes.is_skipped = skip.map { decoder.bit($0) } ?? false
    let isDivided = !decoder.bit(145)
    modes.is_divided = isDivided
    unsafe withUnsafeMutableBytes(of: &modes.luma) { luma in
      // Sixteen bytes.
      if isDivided {
        for row in 0..<4 {
          var last = left[row]
          for block in 0..<4 {
            last = blockMode(above: above[4 * column + block], left: last)
            above[4 * column + block] = last
            unsafe luma[4 * row + block] = last
          }
          left[row] = last
        }
      } else {
        let mode =
          decoder.bit(156)
          ? decoder.bit(128) ? Mode.trueMotion : Mode.horizontal : decoder.bit(163) ? Mode.vertical : Mode.dc
        for index in 0..<4 {
          above[4 * column + index] = mode
          left[index] = mode
        }
        unsafe luma.initializeMemory(as: UInt8.self, repeating: mode)
      }
    }
    modes.chroma =
      !decoder.bit(142)
      ? Mode.dc : !decoder.bit(114) ? Mode.vertical : decoder.bit(183) ? Mode.trueMotion : Mode.horizontal
  }

  /// The mode of a block of luma, whose probabilities depend on its neighbors.
  @inline(__always)
  private mutating func blockMode(above: UInt8, left: UInt8) -> UInt8 {
    let first = (Int(above) * 10 + Int(left)) * 9
    func probability(_ index: Int) -> UInt8 { VP8Tables.lumaModes[first + index] }
    if !decoder.bit(probability(0)) { return Mode.dc }
    if !decoder.bit(probability(1)) { return Mode.trueMotion }
    if !decoder.bit(probability(2)) { return Mode.vertical }
    if !decoder.bit(probability(3)) {
      return !decoder.bit(probability(4)) ? Mode.horizontal : !decoder.bit(probability(5)) ? 4 : 5
    }
    return !decoder.bit(probability(6)) ? 6 : !decoder.bit(probability(7)) ? 7 : !decoder.bit(probability(8)) ? 8 : 9
  }
}
