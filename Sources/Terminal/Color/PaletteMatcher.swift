/// Finds the palette entry nearest to a colour in OKLab, among some entries.
///
/// Remembers what it found: frames repeat their colours. Of entries equally near, the first is taken.
struct PaletteMatcher: Sendable {
  /// The remembered answers' number, as a power of 2; 64 KiB of them.
  private static let memoryBits: UInt32 = 14

  private let colors: NearestColors
  /// `0xRRGGBBII`, at the place that the colour hashes to.
  private var memory: [UInt32]

  /// A matcher among some entries.
  init(_ colors: NearestColors) {
    self.colors = colors
    // Black's answer is right wherever it stands, so it can fill the memory.
    let black = UInt32(colors.nearest(red: 0, green: 0, blue: 0))
    memory = Array(repeating: black, count: 1 << Int(Self.memoryBits))
  }

  /// The nearest entry's index.
  mutating func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let key = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    // Fibonacci hashing (Knuth, volume 3, 6.4).
    let place = Int((key &* 0x9E37_79B1) >> (32 - Self.memoryBits))
    let known = memory[place]
    if known >> 8 == key { return UInt8(truncatingIfNeeded: known) }
    let index = colors.nearest(red: red, green: green, blue: blue)
    memory[place] = key << 8 | UInt32(index)
    return index
  }
}
