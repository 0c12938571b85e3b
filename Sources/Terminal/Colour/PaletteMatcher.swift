/// Finds the palette entry nearest to a colour in OKLab, among a range of entries.
///
/// Remembers what it found: frames repeat their colours. Of entries equally near, the first is taken.
struct PaletteMatcher: Sendable {
  /// The remembered answers' number, as a power of 2; 64 KiB of them.
  private static let memoryBits: UInt32 = 14

  private let first: UInt8
  private let candidates: [Candidates]
  /// `0xRRGGBBII`, at the place that the colour hashes to.
  private var memory: [UInt32]

  /// Eight entries at a time.
  private struct Candidates: Sendable {
    var lightness: SIMD8<Float>
    var a: SIMD8<Float>
    var b: SIMD8<Float>
  }

  /// A matcher among a range of entries, whose number must be a multiple of 8.
  init(among range: ClosedRange<UInt8>) {
    first = range.lowerBound
    let colors = range.map { index in
      let color = Palette.rgb(of: index).channels ?? (red: 0, green: 0, blue: 0)
      return Oklab(red: color.red, green: color.green, blue: color.blue)
    }
    precondition(colors.count % 8 == 0)
    candidates = stride(from: 0, to: colors.count, by: 8).map { start in
      let eight = colors[start..<start + 8]
      return Candidates(
        lightness: SIMD8(eight.map(\.lightness)), a: SIMD8(eight.map(\.a)), b: SIMD8(eight.map(\.b)))
    }
    memory = []
    // Black's answer is right wherever it stands, so it can fill the memory.
    let black = UInt32(search(red: 0, green: 0, blue: 0))
    memory = Array(repeating: black, count: 1 << Int(Self.memoryBits))
  }

  /// The nearest entry's index.
  mutating func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let key = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    // Fibonacci hashing (Knuth, volume 3, 6.4).
    let place = Int((key &* 0x9E37_79B1) >> (32 - Self.memoryBits))
    let known = memory[place]
    if known >> 8 == key { return UInt8(truncatingIfNeeded: known) }
    let index = search(red: red, green: green, blue: blue)
    memory[place] = key << 8 | UInt32(index)
    return index
  }

  /// Looks at every entry.
  private func search(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let target = Oklab(red: red, green: green, blue: blue)
    var best = SIMD8<Float>(repeating: .infinity)
    var bestBlock = SIMD8<Int32>(repeating: 0)
    for block in candidates.indices {
      let lightness = candidates[block].lightness - target.lightness
      let a = candidates[block].a - target.a
      let b = candidates[block].b - target.b
      let distance = lightness * lightness + a * a + b * b
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      bestBlock.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: block)), where: isNearer)
    }
    let nearest = best.min()
    var found = Int.max
    for lane in 0..<8 where best[lane] == nearest { found = min(found, Int(bestBlock[lane]) * 8 + lane) }
    return UInt8(truncatingIfNeeded: Int(first) + found)
  }
}
