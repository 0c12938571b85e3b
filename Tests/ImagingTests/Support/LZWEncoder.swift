/// Encodes indices as a GIF's codes, in blocks (GIF89a, appendix F).
struct LZWEncoder {
  private let clear: Int
  private var width: Int
  private var next: Int
  private var strings: [Int: Int] = [:]
  private var bits: UInt64 = 0
  private var count: UInt64 = 0
  private var bytes: [UInt8] = []

  private init(codeSize: Int) {
    clear = 1 << codeSize
    (width, next) = (codeSize + 1, clear + 2)
  }

  /// The minimum code size and the blocks.
  ///
  /// - Parameters:
  ///   - codeSize: as declared, 2…8. Indices are smaller than its power of two.
  ///   - clearsWhenFull: whether the table is cleared once it is full; otherwise it stays as it is.
  ///   - clearInterval: after how many codes it is cleared besides.
  static func data(
    _ indices: [UInt8], codeSize: Int, clearsWhenFull: Bool = true, beginsWithClear: Bool = true,
    clearInterval: Int = .max
  ) -> [UInt8] {
    var encoder = LZWEncoder(codeSize: codeSize)
    if beginsWithClear { encoder.put(encoder.clear) }
    var string: Int?
    var written = 0
    for index in indices.map(Int.init) {
      guard let known = string else {
        string = index
        continue
      }
      if let longer = encoder.strings[known << 8 | index] {
        string = longer
        continue
      }
      encoder.write(known, before: index)
      written += 1
      if written % clearInterval == 0 || clearsWhenFull && encoder.next == 4096 { encoder.reset() }
      string = index
    }
    if let string { encoder.write(string, before: nil) }
    encoder.put(encoder.clear + 1)
    return encoder.blocks(codeSize)
  }

  /// Writes a string's code, and defines the string with the next index.
  private mutating func write(_ code: Int, before index: Int?) {
    put(code)
    guard next < 4096 else { return }
    if let index { strings[code << 8 | index] = next }
    // The decoder defines each string one code later.
    if next == 1 << width { width += 1 }
    next += 1
  }

  private mutating func reset() {
    put(clear)
    strings = [:]
    (width, next) = (clear.trailingZeroBitCount + 1, clear + 2)
  }

  private mutating func put(_ code: Int) {
    bits |= UInt64(code) << count
    count += UInt64(width)
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  private func blocks(_ codeSize: Int) -> [UInt8] {
    let all = bytes + [UInt8(truncatingIfNeeded: bits)]
    var data = [UInt8(codeSize)]
    for start in stride(from: 0, to: all.count, by: 255) {
      let block = all[start..<min(start + 255, all.count)]
      data += [UInt8(block.count)] + block
    }
    return data + [0]
  }
}
