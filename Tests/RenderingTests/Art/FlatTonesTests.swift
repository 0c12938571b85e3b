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
      var penalties = EntryPenalties()
      if hasPenalties, depth != .palette256 {
        penalties.add(SIMD2(3, 6), difference: SIMD3(number(0...0.1), 0, 0))
        penalties.add(SIMD2(0, 7), difference: SIMD3(number(0...0.1), 0, 0))
        penalties.finish(weight: 0.03)
      }
      let tones = table.neighborhoods.flats(near: lab, in: table)
      var minimum = Float.infinity
      for eight in tones.eights {
        let errors = wanted.errors(of: eight.lab) + eight.penalty
        for lane in 0..<8 {
          let packed = eight.tones[lane]
          let quarters = Float(packed >> 16) / 4
          let penalty = penalties.isNone ? 0 : penalties.of(packed & 0xFF, over: packed >> 8 & 0xFF, share: quarters)
          minimum = min(minimum, errors[lane] + penalty)
        }
      }
      // Any guess leads to it.
      var guess = Int.random(in: 0..<100, using: &random)
      let found = tones.nearest(to: wanted, withShades: true, penalties, guess: &guess)
      #expect(abs(found.error - minimum) < 1e-6)
    }
  }

  @Test func `like mixtures are together, so that few are compared`() throws {
    let table = try #require(PaletteTable.shared(.xterm, at: .palette16, shades: .fonts))
    let tones = table.neighborhoods.flats(near: .zero, in: table)
    let groups = tones.eights.dropFirst(tones.plainEights)
    expect(groups.count, equals: 45)
    let extents = groups.map { group in
      [group.lab.x, group.lab.y, group.lab.z].map { $0.max() - $0.min() }.max() ?? 0
    }
    #expect(extents.reduce(0, +) / Float(extents.count) < 0.15)
  }
}
