@testable import Terminal
import TestSupport
import Testing

@Suite struct PaletteTests {
  @Test(arguments: [
    (0, 0x000000), (1, 0xCD0000), (8, 0x7F7F7F), (12, 0x5C5CFF), (15, 0xFFFFFF), (16, 0x000000), (17, 0x00005F),
    (196, 0xFF0000), (110, 0x87AFD7), (231, 0xFFFFFF), (232, 0x080808), (255, 0xEEEEEE),
  ])
  func `The palette is xterm's`(index: Int, rgb: UInt32) {
    expect(Palette.rgb(of: UInt8(index)).rawValue, equals: 0x0100_0000 | rgb)
  }

  @Test(arguments: [
    (0xFFFFFF, 1.0, 0.0, 0.0), (0x000000, 0.0, 0.0, 0.0), (0xFF0000, 0.627955, 0.224863, 0.125846),
    (0x00FF00, 0.866440, -0.233888, 0.179498), (0x0000FF, 0.452014, -0.032457, -0.311528), (0x808080, 0.599871, 0, 0),
  ])
  func `Colors have their published OKLab values`(rgb: Int, lightness: Double, a: Double, b: Double) {
    let lab = Oklab(
      red: UInt8(rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8), blue: UInt8(truncatingIfNeeded: rgb))
    #expect(abs(Double(lab.lightness) - lightness) < 1e-4)
    #expect(abs(Double(lab.a) - a) < 1e-4)
    #expect(abs(Double(lab.b) - b) < 1e-4)
  }

  /// xterm's palette, Solarized (Ethan Schoonover), and a palette with very few colors.
  static let palettes: [TerminalPalette] = [
    .xterm,
    TerminalPalette(
      reported: [
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5, 0x002B36, 0xCB4B16, 0x586E75,
        0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
      ].map { (rgb: Int) in
        Color(red: UInt8(rgb >> 16), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
      }),
    TerminalPalette(reported: (0..<16).map { $0 % 2 == 0 ? .black : Color(red: 1, green: 0, blue: 3) }),
  ]

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8], palettes)
  func `the nearest entry is found, also from the cache`(depth: ColorDepth, palette: TerminalPalette) {
    var random = SplitMix64(seed: 9)
    let entries = palette.entries(at: depth)
    let table = NearestColors(entries, of: palette)
    var matcher = PaletteMatcher(table)
    let labs = entries.map { index in
      let color = palette.rgb(of: index).channels ?? (0, 0, 0)
      return Oklab(red: color.red, green: color.green, blue: color.blue).vector
    }
    var colors = (0..<Rounds.count(4000)).map { _ in UInt32.random(in: 0..<0x100_0000, using: &random) }
    // Grays and dark greens.
    colors += (0..<256).map { $0 * 0x1_0101 } + (0..<500).map { _ in UInt32.random(in: 0..<64, using: &random) << 8 }
    // The last ones are looked up again, from the cache.
    for color in colors + colors.suffix(300) {
      let (red, green, blue) = (UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255))
      let lab = Oklab(red: red, green: green, blue: blue).vector
      let distances = labs.map { (($0 - lab) * ($0 - lab)).sum() }
      let found = matcher.nearest(red: red, green: green, blue: blue)
      let distance = distances[entries.firstIndex(of: found) ?? 0]
      #expect(distance <= (distances.min() ?? 0) + 1e-7, "\(color)")
    }
  }

  @Test func `A color of the palette is matched exactly`() {
    let table = NearestColors(Array(16...255), of: .xterm)
    for index in UInt8(16)...255 {
      let color = Palette.rgb(of: index).channels ?? (0, 0, 0)
      let found = table.nearest(red: color.red, green: color.green, blue: color.blue)
      expect(Palette.rgb(of: found), equals: Palette.rgb(of: index))
    }
  }

  @Test func `the palette is known after 16 entries, or after some and the primary attributes`() {
    var facts = TerminalFacts()
    for index in 0..<15 { _ = facts.apply(.palette(UInt8(index), Color(red: 9, green: UInt8(index), blue: 0))) }
    expect(facts.knownPalette, equals: nil)
    var silent = facts
    _ = silent.apply(.primaryAttributes([4]))
    expect(silent.knownPalette?.rgb(of: 14), equals: Color(red: 9, green: 14, blue: 0))
    expect(silent.knownPalette?.rgb(of: 15), equals: .white)
    _ = facts.apply(.palette(15, .black))
    expect(facts.knownPalette?.rgb(of: 15), equals: .black)
    expect(facts.knownPalette?.rgb(of: 196), equals: Color(red: 255, green: 0, blue: 0))
    var mute = TerminalFacts()
    _ = mute.apply(.primaryAttributes([4]))
    expect(mute.knownPalette, equals: nil)
  }
}
