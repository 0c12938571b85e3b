/// The lightness and the ink for the few hundred grays of a stretched picture: computing them takes as long as a hundred look-ups.
struct InkTable: Sendable {
  struct Entry: Sendable {
    /// The lightness to show, from 0 (the minimum) to 1 (the maximum).
    var tone: Float
    var ink: Float
  }

  /// The number of places, as a power of two, and how many of them may be taken.
  private static let bits = 10
  private static let limit = 512

  private let inks: InkScale
  /// The gray in each place; -1 for a free one.
  private var grays: [Int32]
  private var entries: [Entry]
  private var count = 0

  init(_ grays: [UInt16], _ inks: InkScale) {
    self.inks = inks
    self.grays = Array(repeating: -1, count: 1 << Self.bits)
    entries = Array(repeating: Entry(tone: 0, ink: 0), count: 1 << Self.bits)
    insert(0)
    insert(65_535)
    for gray in grays { insert(Int32(gray)) }
  }

  /// The lightness and the ink for a sample; empty ones have no ink.
  subscript(_ sample: SIMD4<UInt16>) -> Entry {
    let gray = gray(of: sample)
    let (grays, entries) = (grays.span, entries.span)
    var place = Self.place(of: gray)
    while grays[place] != gray {
      // The table has only the grays that were expected.
      if grays[place] < 0 { return entry(of: gray) }
      place = Self.next(place)
    }
    return entries[place]
  }

  private mutating func insert(_ gray: Int32) {
    var place = Self.place(of: gray)
    while grays[place] >= 0 {
      if grays[place] == gray { return }
      place = Self.next(place)
    }
    guard count < Self.limit else { return }
    count += 1
    (grays[place], entries[place]) = (gray, entry(of: gray))
  }

  private func entry(of gray: Int32) -> Entry {
    let tone = inks.tone(for: Float(gray) / 65_535)
    return Entry(tone: tone, ink: inks.ink(ofTone: tone))
  }

  private func gray(of sample: SIMD4<UInt16>) -> Int32 {
    sample.w == 0 ? (inks.inksDark ? 65_535 : 0) : Int32(sample.x)
  }

  /// Fibonacci hashing (Knuth, volume 3, 6.4).
  private static func place(of gray: Int32) -> Int {
    Int((UInt32(truncatingIfNeeded: gray) &* 0x9E37_79B1) >> UInt32(32 - bits))
  }

  private static func next(_ place: Int) -> Int { (place &+ 1) % (1 << bits) }
}
