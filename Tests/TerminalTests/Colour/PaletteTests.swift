import Testing

@testable import Terminal

@Suite struct PaletteTests {
  @Test(arguments: [
    (0, 0x000000), (1, 0xCD0000), (8, 0x7F7F7F), (12, 0x5C5CFF), (15, 0xFFFFFF), (16, 0x000000), (17, 0x00005F),
    (196, 0xFF0000), (110, 0x87AFD7), (231, 0xFFFFFF), (232, 0x080808), (255, 0xEEEEEE),
  ])
  func `The palette is xterm's`(index: Int, rgb: UInt32) {
    #expect(Palette.rgb(of: UInt8(index)).rawValue == 0x0100_0000 | rgb)
  }

  @Test(arguments: [
    (0xFFFFFF, 1.0, 0.0, 0.0), (0x000000, 0.0, 0.0, 0.0), (0xFF0000, 0.627955, 0.224863, 0.125846),
    (0x00FF00, 0.866440, -0.233888, 0.179498), (0x0000FF, 0.452014, -0.032457, -0.311528), (0x808080, 0.599871, 0, 0),
  ])
  func `Colours have their published OKLab values`(rgb: Int, lightness: Double, a: Double, b: Double) {
    let lab = Oklab(
      red: UInt8(rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8), blue: UInt8(truncatingIfNeeded: rgb))
    #expect(abs(Double(lab.lightness) - lightness) < 1e-4)
    #expect(abs(Double(lab.a) - a) < 1e-4)
    #expect(abs(Double(lab.b) - b) < 1e-4)
  }

  @Test(arguments: [16...255, 0...15, 0...7] as [ClosedRange<UInt8>])
  func `The nearest entry is what looking at each finds`(range: ClosedRange<UInt8>) {
    var random = SeededRandom(seed: 9)
    var matcher = PaletteMatcher(among: range)
    let labs = range.map { index in
      let color = Palette.rgb(of: index).channels ?? (0, 0, 0)
      return Oklab(red: color.red, green: color.green, blue: color.blue)
    }
    var colors = (0..<3000).map { _ in UInt32.random(in: 0..<0x100_0000, using: &random) }
    colors += colors + [0, 0xFFFFFF]
    for color in colors {
      let (red, green, blue) = (UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255))
      let lab = Oklab(red: red, green: green, blue: blue)
      var best = (distance: Float.infinity, index: UInt8(0))
      for (index, candidate) in zip(range, labs) where lab.squaredDistance(to: candidate) < best.distance {
        best = (lab.squaredDistance(to: candidate), index)
      }
      let found = matcher.nearest(red: red, green: green, blue: blue)
      let distance = labs[Int(found - range.lowerBound)].squaredDistance(to: lab)
      #expect(distance <= best.distance + 1e-7, "\(color)")
    }
  }

  @Test func `Entries of the palette are found exactly`() {
    var matcher = PaletteMatcher(among: 16...255)
    for index in UInt8(16)...255 {
      let color = Palette.rgb(of: index).channels ?? (0, 0, 0)
      let found = matcher.nearest(red: color.red, green: color.green, blue: color.blue)
      #expect(Palette.rgb(of: found) == Palette.rgb(of: index))
    }
  }
}
