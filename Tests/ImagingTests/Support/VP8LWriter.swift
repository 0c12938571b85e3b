import TestSupport

/// Writes VP8L streams bit by bit, valid or invalid as a test requires, without any code of the decoder.
struct VP8LWriter {
  /// A prefix code: the word length of each symbol, or 0 if it does not occur.
  typealias Lengths = [UInt8]

  private var wholeBytes: [UInt8] = []
  /// The last bits, fewer than eight, lowest first.
  private var rest: (bits: UInt, count: Int) = (0, 0)

  /// Writes the header of a picture with this size.
  init(width: Int, height: Int) {
    write(0x2F, 8)
    write(width - 1, 14)
    write(height - 1, 14)
    write(1, 1)
    write(0, 3)
  }

  /// Writes a number in `count` bits, at most 32, lowest first.
  mutating func write(_ number: Int, _ count: Int) {
    rest.bits |= (UInt(bitPattern: number) & (1 << count &- 1)) << rest.count
    rest.count += count
    while rest.count >= 8 {
      wholeBytes.append(UInt8(truncatingIfNeeded: rest.bits))
      rest = (rest.bits >> 8, rest.count - 8)
    }
  }

  /// Writes random bits.
  mutating func writeNoise(_ count: Int, using random: inout SplitMix64) {
    for start in stride(from: 0, to: count, by: 32) {
      write(Int(truncatingIfNeeded: random.next() >> 32), min(32, count - start))
    }
  }

  /// Writes a code with one symbol, which takes no bits, or with two.
  mutating func writeSimpleCode(_ symbols: Int...) {
    write(1, 1)
    write(symbols.count - 1, 1)
    let isShort = symbols[0] < 2
    write(isShort ? 0 : 1, 1)
    write(symbols[0], isShort ? 1 : 8)
    if symbols.count == 2 { write(symbols[1], 8) }
  }

  /// Writes a code as the lengths of its words.
  ///
  /// - Parameters:
  ///   - isShort: Whether repeated lengths are run-length coded and trailing zeros omitted.
  mutating func writeCode(_ lengths: Lengths, isShort: Bool) {
    write(0, 1)
    // The code for lengths has all 19 symbols: 13 words of four bits, six of five.
    let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    let words: Lengths = (0..<19).map { $0 < 13 ? 4 : 5 }
    write(19 - 4, 4)
    for symbol in order { write(Int(words[symbol]), 3) }
    let codes = VP8LWriter.codes(words)
    var symbols = isShort ? VP8LWriter.runs(lengths) : lengths.map { (Int($0), 0, 0) }
    if isShort {
      while symbols.count > 2, [0, 17, 18].contains(symbols.last?.0) { symbols.removeLast() }
      if symbols.count < 2 { symbols.append((0, 0, 0)) }
      write(1, 1)
      // The number of symbols takes 16 bits.
      write(7, 3)
      write(symbols.count - 2, 16)
    } else {
      write(0, 1)
    }
    for (symbol, extra, count) in symbols {
      write(codes[symbol], Int(words[symbol]))
      write(extra, count)
    }
  }

  /// The lengths, run-length coded by the symbols 16, 17 and 18: each symbol with its extra bits and their number.
  private static func runs(_ lengths: Lengths) -> [(Int, Int, Int)] {
    var symbols: [(Int, Int, Int)] = []
    var previous: UInt8 = 8
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      let run = lengths[index...].prefix { $0 == length }.count
      if length == 0, run >= 11 {
        symbols.append((18, min(run, 138) - 11, 7))
        index += min(run, 138)
      } else if length == 0, run >= 3 {
        symbols.append((17, min(run, 10) - 3, 3))
        index += min(run, 10)
      } else if length == previous, run >= 3 {
        symbols.append((16, min(run, 6) - 3, 2))
        index += min(run, 6)
      } else {
        symbols.append((Int(length), 0, 0))
        if length > 0 { previous = length }
        index += 1
      }
    }
    return symbols
  }

  /// The words of a code, written from the lowest bit on. They are assigned by length, then by symbol.
  static func codes(_ lengths: Lengths) -> [Int] {
    var codes = [Int](repeating: 0, count: lengths.count)
    var next = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = (0..<length).reduce(0) { $0 | (next >> $1 & 1) << (length - 1 - $1) }
        next += 1
      }
      next <<= 1
    }
    return codes
  }

  /// The stream as bytes.
  var bytes: [UInt8] { rest.count == 0 ? wholeBytes : wholeBytes + [UInt8(rest.bits)] }

  /// The stream in a WebP file.
  var file: [UInt8] { RIFFWriter.file(RIFFWriter.chunk("VP8L", bytes)) }
}

extension VP8LWriter {
  /// Returns a stream with random transforms and codes, such that any bits after them are pixels.
  ///
  /// Copies occur only below the first row of tiles, and their distances stay within the decoded pixels.
  static func random(width: Int, height: Int, using random: inout SplitMix64) -> VP8LWriter {
    var writer = VP8LWriter(width: width, height: height)
    var codedWidth = width
    for kind in [0, 1, 2, 3].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
      writer.write(1, 1)
      writer.write(kind, 2)
      switch kind {
      case 0, 1: writer.writeTiles(codedWidth, height, of: Int.random(in: 2...5, using: &random), using: &random)
      case 3:
        let count = [1, 2, 3, 4, 5, 16, 17, 200, 256].randomElement(using: &random) ?? 1
        writer.write(count - 1, 8)
        writer.writeSmallImage(pixels: count, using: &random)
        let packing = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
        codedWidth = (codedWidth + 1 << packing - 1) >> packing
      default: break
      }
    }
    writer.write(0, 1)
    let cacheBits = Bool.random(using: &random) ? Int.random(in: 1...11, using: &random) : 0
    writer.writeCacheBits(cacheBits)
    // Two groups of codes: the one for the first eight rows has no copies.
    writer.write(1, 1)
    writer.write(3 - 2, 3)
    writer.write(0, 1)
    for green in [[0, 1], [0], [0], [0], [0]] { writer.writeSimpleCode(green[0], green[green.count - 1]) }
    let (across, down) = ((codedWidth + 7) / 8, (height + 7) / 8)
    for tile in 0..<across * down { writer.write(tile < across ? 0 : 1, 1) }
    for group in 0..<2 {
      let last = 256 + 24 + (cacheBits > 0 ? 1 << cacheBits : 0)
      var symbols = Array(0..<256) + (group > 0 ? Array(256..<256 + Int.random(in: 1...9, using: &random)) : [])
      if cacheBits > 0 { symbols += Array(280..<last) }
      writer.writeCode(symbols.shuffled(using: &random), of: last, using: &random)
      for _ in 0..<3 {
        let count = [1, 2, 7, 256].randomElement(using: &random) ?? 1
        writer.writeCode(Array((0..<256).shuffled(using: &random).prefix(count)), of: 256, using: &random)
      }
      // The first four reach back a row and a pixel at most, the first 14 seven rows and eight pixels.
      let codes = codedWidth < 16 ? 4 : 14
      writer.writeCode(Array(0..<codes), of: 40, using: &random)
    }
    writer.writeNoise(codedWidth * height * 40, using: &random)
    return writer
  }

  mutating func writeCacheBits(_ bits: Int) {
    write(bits > 0 ? 1 : 0, 1)
    if bits > 0 { write(bits, 4) }
  }

  /// Writes an image with one random pixel for each tile of a larger image.
  private mutating func writeTiles(
    _ width: Int, _ height: Int, of bits: Int, using random: inout SplitMix64
  ) {
    write(bits - 2, 3)
    let side = 1 << bits
    writeSmallImage(pixels: ((width + side - 1) / side) * ((height + side - 1) / side), using: &random)
  }

  /// Writes random pixels.
  private mutating func writeSmallImage(pixels: Int, using random: inout SplitMix64) {
    write(0, 1)
    for others in [24, 0, 0, 0] {
      let lengths = Lengths(repeating: 8, count: 256) + Lengths(repeating: 0, count: others)
      writeCode(lengths, isShort: Bool.random(using: &random))
    }
    writeSimpleCode(0)
    for _ in 0..<pixels { writeNoise(32, using: &random) }
  }

  /// Writes a code with words of random lengths for these symbols, out of `count`.
  private mutating func writeCode(_ symbols: [Int], of count: Int, using random: inout SplitMix64) {
    if symbols.count == 1, symbols[0] < 256 { return writeSimpleCode(symbols[0]) }
    if symbols.count == 2, symbols[1] < 256, Bool.random(using: &random) {
      return writeSimpleCode(symbols[0], symbols[1])
    }
    // Starts with one word of no bits, then replaces words shorter than 15 bits with two that are one bit longer.
    var words: [UInt8] = [0]
    while words.count < symbols.count {
      let index = Int.random(in: max(0, words.count - 30)..<words.count, using: &random)
      if words[index] >= 15 {
        words.sort(by: >)
        continue
      }
      words[index] += 1
      words.append(words[index])
    }
    if words.count == 1 { words[0] = 1 }
    var lengths = Lengths(repeating: 0, count: count)
    for (symbol, length) in zip(symbols, words) { lengths[symbol] = length }
    writeCode(lengths, isShort: Bool.random(using: &random))
  }
}
