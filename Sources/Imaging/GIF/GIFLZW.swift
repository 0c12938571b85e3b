/// An LZW decoder for images (GIF89a, appendix F) that giflib does not decode: those with initial codes of 10 to 12
/// bits, and those whose last block is cut off by the end of the file.
struct GIFLZW {
  private static let maxCodes = 4096
  /// The value of `previous` if there is no previous code.
  private static let none = maxCodes

  private var blocks: ByteCursor
  /// The number of bytes left in the current block.
  private var left = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var hasEnded = false

  /// The clear code; the code after it ends the image.
  private let clear: Int
  /// The number of bits in a code.
  private var width: Int
  /// The code that is defined next.
  private var next: Int
  private var previous = GIFLZW.none
  /// For each code, the code that it extends and the index that it appends.
  private var prefixes = [UInt16](repeating: 0, count: maxCodes)
  private var suffixes = [UInt8](repeating: 0, count: maxCodes)
  /// The indices of the last code that have not been consumed yet, in reverse order.
  private var pending: [UInt8] = []

  /// Creates a decoder of the blocks from `start` on.
  ///
  /// - Parameter codeSize: The minimum code size in bits, usually 2…11. Indices are truncated to eight bits.
  init(_ source: any ByteSource, at start: Int, codeSize: Int) {
    blocks = ByteCursor(source, at: start)
    clear = 1 << min(max(codeSize, 1), 11)
    width = clear.trailingZeroBitCount + 1
    next = clear + 2
    for index in 0..<clear { suffixes[index] = UInt8(truncatingIfNeeded: index) }
  }

  /// Decodes one row of indices.
  ///
  /// - Returns: false if the data end before the row does.
  mutating func readRow(into row: inout [UInt8]) -> Bool {
    var column = 0
    while column < row.count {
      if let index = pending.popLast() {
        row[column] = index
        column += 1
      } else if !readCode() {
        return false
      }
    }
    return true
  }

  /// Reads a code and adds its indices to `pending`; false at the end or at an invalid code.
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
    // A code that is just being defined stands for the previous code's indices, followed by the first of them.
    var entry = code == next ? previous : code
    if code == next { pending.append(0) }
    while entry > clear {
      pending.append(suffixes[entry])
      entry = Int(prefixes[entry])
    }
    let first = suffixes[entry]
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

  /// Returns the next code; nil at the end of the blocks.
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
