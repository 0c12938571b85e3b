/// Finds the palette entry nearest to a color in OKLab.
///
/// Results are cached, because frames repeat their colors. Of equally near entries, the first is chosen.
struct PaletteMatcher: Sendable {
  /// The size of the cache in entries, as a power of 2: 64 KiB.
  private static let memoryBits: UInt32 = 14

  private let colors: NearestColors
  /// Cached results as `0xRRGGBBII`, at the index given by the color's hash.
  private var memory: [UInt32]

  init(_ colors: NearestColors) {
    self.colors = colors
    // Black's result is correct at every index, so it can fill the empty cache.
    let black = UInt32(colors.nearest(red: 0, green: 0, blue: 0))
    memory = Array(repeating: black, count: 1 << Int(Self.memoryBits))
  }

  /// Returns the index of the nearest entry.
  mutating func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let key = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    // Fibonacci hashing (Knuth, volume 3, 6.4).
    let slot = Int((key &* 0x9E37_79B1) >> (32 - Self.memoryBits))
    let known = memory[slot]
    if known >> 8 == key { return UInt8(truncatingIfNeeded: known) }
    let index = colors.nearest(red: red, green: green, blue: blue)
    memory[slot] = key << 8 | UInt32(index)
    return index
  }
}
