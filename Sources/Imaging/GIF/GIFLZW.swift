/// An LZW decoder for a GIF's image (appendix F of GIF89a), as long as its codes are valid.
///
/// Decodes several pixels at a time: a code stands for a string of indices, which is stored as pieces of eight. A string is written from its
/// last piece back to its first, each in one store. Nearly all strings have one piece.
///
/// It ends at the first invalid code and at the end of the data, where `GIFReader` leaves it to giflib what can be shown.
struct GIFLZW {
  /// The minimum code sizes that are decoded. Indices are truncated to eight bits.
  static let codeSizes = 2...11

  private static let maxCodes = 4096
  /// The value of `previous` if there is no previous code.
  private static let none = maxCodes
  /// The longest string, and the rest of its last piece.
  private static let stringRoom = maxCodes + 8

  /// The string of a code.
  private struct Entry {
    /// The last one to eight indices, the first of which is the lowest byte.
    var piece: UInt64
    /// The code of the string before them, whose length is a multiple of eight; 0 if there is none.
    var rest: UInt16
    /// The number of indices.
    var count: UInt16
    /// The first index.
    var first: UInt8

    init(_ index: UInt8) { (piece, rest, count, first) = (UInt64(index), 0, 1, index) }

    /// The string of a code followed by an index.
    init(_ entry: Entry, code: Int, followedBy index: UInt8) {
      self = entry
      let place = count % 8
      if place == 0 { (piece, rest) = (0, UInt16(truncatingIfNeeded: code)) }
      piece |= UInt64(index) &<< (UInt64(place) &* 8)
      count += 1
    }
  }

  private var codes: GIFCodes
  /// The clear code; the code after it ends the image.
  private let clear: Int
  /// The number of bits in a code.
  private var width: Int
  /// The code that is defined next.
  private var next: Int
  private var previous = GIFLZW.none
  private var hasEnded = false
  /// The strings of the codes before `next`.
  private var entries: [Entry]
  /// Decoded indices, of which those in `ready` have not been consumed.
  private var indices: [UInt8] = []
  private var ready = 0..<0

  /// Creates a decoder of the blocks from `start` on.
  ///
  /// - Parameter codeSize: The minimum code size in bits, one of `codeSizes`.
  init(_ input: GIFInput, at start: Int, codeSize: Int) {
    precondition(GIFLZW.codeSizes.contains(codeSize), "codes have a valid size")
    codes = GIFCodes(input, at: start)
    clear = 1 << codeSize
    width = codeSize + 1
    next = clear + 2
    entries = (0..<GIFLZW.maxCodes).map { Entry($0 < 1 << codeSize ? UInt8(truncatingIfNeeded: $0) : 0) }
  }

  /// Decodes one row of indices. Every row has the same length.
  ///
  /// - Returns: false if the data end before the row does, or a code is invalid.
  mutating func readRow(into row: inout [UInt8]) -> Bool {
    guard row.count <= ready.count || fill(row.count) else { return false }
    let end = ready.lowerBound + row.count
    // The row has as many indices.
    unsafe row.withUnsafeMutableBufferPointer { unsafe _ = $0.update(fromContentsOf: indices[ready.lowerBound..<end]) }
    ready = end..<ready.upperBound
    return true
  }

  /// Decodes at least `count` indices; returns whether there are as many.
  private mutating func fill(_ count: Int) -> Bool {
    if hasEnded { return false }
    let room = count + GIFLZW.stringRoom
    if indices.count < ready.lowerBound + room {
      // Twice the room, so that less is moved each time than has been consumed since.
      if indices.count < 2 * room { indices += repeatElement(0, count: 2 * room - indices.count) }
      for (index, source) in ready.enumerated() { indices[index] = indices[source] }
      ready = 0..<ready.count
    }
    let end = ready.lowerBound + count
    // Taken out, so that the rest may change meanwhile.
    var (strings, decoded) = ([Entry](), [UInt8]())
    swap(&strings, &entries)
    swap(&decoded, &indices)
    unsafe strings.withUnsafeMutableBufferPointer { strings in
      unsafe decoded.withUnsafeMutableBufferPointer { decoded in
        guard let strings = strings.baseAddress, let decoded = decoded.baseAddress else { return }
        // There is room for the string that ends after `end`.
        while ready.upperBound < end, let code = codes.next(width), isValid(code) {
          unsafe decode(code, strings, into: decoded)
        }
      }
    }
    swap(&strings, &entries)
    swap(&decoded, &indices)
    hasEnded = ready.upperBound < end
    return !hasEnded
  }

  /// Whether a code stands for something. The data end at the first that does not.
  @inline(__always)
  private func isValid(_ code: Int) -> Bool {
    // After a clear code, only single indices are defined, and another clear code is allowed.
    code <= (previous == GIFLZW.none ? clear : next) && code != clear + 1
  }

  /// Decodes a valid code.
  ///
  /// - Parameters:
  ///   - entries: An entry for each code.
  ///   - indices: The decoded indices, with room for a string.
  @inline(__always)
  private mutating func decode(
    _ code: Int, _ entries: UnsafeMutablePointer<Entry>, into indices: UnsafeMutablePointer<UInt8>
  ) {
    if code == clear {
      width = clear.trailingZeroBitCount &+ 1
      next = clear &+ 2
      previous = GIFLZW.none
      return
    }
    if previous != GIFLZW.none, next < GIFLZW.maxCodes {
      // A code that is just being defined stands for the previous string, followed by its own first index.
      let first = unsafe entries[code == next ? previous : code].first
      unsafe entries[next] = unsafe Entry(entries[previous], code: previous, followedBy: first)
      next &+= 1
      if next == 1 &<< width, width < 12 { width &+= 1 }
    }
    previous = code
    var entry = unsafe entries[code]
    let start = ready.upperBound
    var place = Int(entry.count &- 1) & ~7
    ready = unsafe Range(uncheckedBounds: (ready.lowerBound, start &+ Int(entry.count)))
    let target = unsafe UnsafeMutableRawPointer(indices + start)
    // What lies beyond the string in its last piece is overwritten by the next one.
    unsafe target.storeBytes(of: entry.piece.littleEndian, toByteOffset: place, as: UInt64.self)
    while place > 0 {
      entry = unsafe entries[Int(entry.rest)]
      place &-= 8
      unsafe target.storeBytes(of: entry.piece.littleEndian, toByteOffset: place, as: UInt64.self)
    }
  }
}
