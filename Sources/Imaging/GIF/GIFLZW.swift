/// A decoder of a GIF image's codes (GIF89a, appendix F), for what giflib does not decode: first codes of 10 to 12 bits, and the
/// last block of a file that ends within it.
struct GIFLZW {
  private static let maxCodes = 4096
  /// What stands for no code.
  private static let none = maxCodes

  private var blocks: ByteCursor
  /// The bytes left of the block.
  private var left = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var hasEnded = false

  /// The clear code; the next one ends the image.
  private let clear: Int
  /// The bits of a code.
  private var width: Int
  /// The code that is defined next.
  private var next: Int
  private var previous = GIFLZW.none
  /// Of each code the one that it goes on from, and the index that it adds.
  private var prefixes = [UInt16](repeating: 0, count: maxCodes)
  private var suffixes = [UInt8](repeating: 0, count: maxCodes)
  /// The indices of the last code that are not taken yet, the next one last.
  private var pending: [UInt8] = []

  /// A decoder of the blocks from a place on.
  ///
  /// - Parameter codeSize: The bits of an index, 2…11 as a rule; an index of more than eight is cut to them.
  init(_ source: any ByteSource, at start: Int, codeSize: Int) {
    blocks = ByteCursor(source, at: start)
    clear = 1 << min(max(codeSize, 1), 11)
    width = clear.trailingZeroBitCount + 1
    next = clear + 2
    for index in 0..<clear { suffixes[index] = UInt8(truncatingIfNeeded: index) }
  }

  /// Decodes as many indices as a row has.
  ///
  /// - Returns: false when they are not all there.
  mutating func readRow(into row: inout [UInt8]) -> Bool {
    var place = 0
    while place < row.count {
      if let index = pending.popLast() {
        row[place] = index
        place += 1
      } else if !readCode() {
        return false
      }
    }
    return true
  }

  /// Reads a code and puts down its indices; false at the end, and at a code that is none.
  private mutating func readCode() -> Bool {
    guard !hasEnded, let code = nextCode() else { return false }
    if code == clear {
      width = clear.trailingZeroBitCount + 1
      next = clear + 2
      previous = GIFLZW.none
      return true
    }
    guard code != clear + 1, code < next || (code == next && previous != GIFLZW.none) else {
      hasEnded = true
      return false
    }
    // One that is only being defined begins as the last one does, and ends as it begins.
    var place = code == next ? previous : code
    if code == next { pending.append(0) }
    while place > clear {
      pending.append(suffixes[place])
      place = Int(prefixes[place])
    }
    let first = suffixes[place]
    pending.append(first)
    if code == next { pending[0] = first }
    if previous != GIFLZW.none, next < GIFLZW.maxCodes {
      prefixes[next] = UInt16(previous)
      suffixes[next] = first
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    previous = code
    return true
  }

  /// The next code; nil at the end of the blocks.
  private mutating func nextCode() -> Int? {
    while bitCount < width {
      if left == 0 {
        guard let length = blocks.next(1).first, length > 0 else { return nil }
        left = Int(length)
      }
      guard let byte = blocks.next(1).first else { return nil }
      left -= 1
      bits |= UInt32(byte) << UInt32(bitCount)
      bitCount += 8
    }
    defer {
      bits >>= UInt32(width)
      bitCount -= width
    }
    return Int(bits & (1 << UInt32(width) - 1))
  }
}
