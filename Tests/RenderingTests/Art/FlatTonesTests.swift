@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Tones of flat cells")
struct FlatTonesTests {
  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8], [false, true])
  func `the nearest tone is that of a comparison with all`(depth: ColorDepth, hasPenalties: Bool) throws {
    let table = try #require(PaletteTable.shared(.xterm, at: depth, shades: .fonts))
    var random = SplitMix64(seed: 5)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    for _ in 0..<300 {
      let lab = SIMD3(number(0...1), number(-0.2...0.2), number(-0.2...0.2))
      let wanted = ToneTarget(lab, withHueOf: SIMD3(lab.x, number(-0.2...0.2), lab.z), table.weights)
      var penalties: EntryPenalties?
      if hasPenalties, depth != .palette256 {
        var found = EntryPenalties()
        found.add(SIMD2(3, 6), difference: SIMD3(number(0...0.1), 0, 0))
        found.add(SIMD2(0, 7), difference: SIMD3(number(0...0.1), 0, 0))
        found.finish(weight: 0.03)
        penalties = found
      }
      let tones = table.neighborhoods.flats(of: table.index(near: lab), in: table)
      var minimum = Float.infinity
      for eight in tones.eights {
        let errors = wanted.errors(of: eight.lab) + eight.penalty
        for lane in 0..<8 {
          let packed = eight.tones[lane]
          let quarters = Float(packed >> 16) / 4
          let penalty = penalties?.of(packed & 0xFF, over: packed >> 8 & 0xFF, share: quarters) ?? 0
          minimum = min(minimum, errors[lane] + penalty)
        }
      }
      let found = tones.nearest(to: wanted, withShades: true, penalties)
      #expect(abs(found.error - minimum) < 1e-6)
    }
  }

  @Test func `mixtures of like lightness are together, so that few are compared`() throws {
    let table = try #require(PaletteTable.shared(.xterm, at: .palette16, shades: .fonts))
    let tones = table.neighborhoods.flats(of: 0, in: table)
    for (eight, next) in zip(tones.eights.dropFirst(tones.plainEights), tones.eights.dropFirst(tones.plainEights + 1)) {
      #expect(eight.lightest <= next.darkest + 1e-6)
    }
  }
}
