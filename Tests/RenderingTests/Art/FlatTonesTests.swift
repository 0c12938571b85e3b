@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Tones of flat cells")
struct FlatTonesTests {
  /// Penalties of all entries but some, which matter little or decide.
  private static let penalties: [Float] = [0, 0.001, 0.03, 1]

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8], penalties)
  func `the nearest tone is that of a comparison with all`(depth: ColorDepth, penalty: Float) throws {
    let table = try #require(PaletteTable.shared(.xterm, at: depth, shades: .fonts))
    var random = SplitMix64(seed: 5)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    let shapes = BlurredShapes(GlyphBank(sets: .half))
    for _ in 0..<300 {
      let lab = SIMD3(number(0...1), number(-0.2...0.2), number(-0.2...0.2))
      let wanted = ToneTarget(lab, withHueOf: SIMD3(lab.x, number(-0.2...0.2), lab.z), table.weights)
      var penalties = EntryPenalties()
      if penalty > 0, depth != .palette256 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let entries = SIMD2(Int32.random(in: 0...7, using: &random), Int32.random(in: 0...7, using: &random))
          penalties.add(entries, difference: SIMD3(number(0...0.2), 0, 0))
        }
        penalties.finish(weight: penalty)
      }
      // Half of the cells lack light around them, or have too much of it.
      let points = SIMD8<Float>(repeating: number(-0.5...1.5))
      let blurred =
        Bool.random(using: &random)
        ? BlurredLight([points], columns: 1, shapes).error(
          around: 0, 0, .zero, light: number(0...1), weight: number(0...3))
        : nil
      let tones = table.neighborhoods.flats(near: lab, in: table)
      var minimum = Float.infinity
      for eight in tones.eights {
        var errors = wanted.errors(of: eight.lab) + eight.penalty
        if let blurred { errors += blurred.errors(of: eight.lights) }
        for lane in 0..<8 {
          let packed = eight.tones[lane]
          let quarters = Float(packed >> 16) / 4
          let back = SIMD8(repeating: packed >> 8 & 0xFF)
          let penalty = penalties.isNone ? 0 : penalties.of(packed & 0xFF, over: back, share: quarters)[0]
          minimum = min(minimum, errors[lane] + penalty)
        }
      }
      // Any guess leads to it.
      var guess = Int.random(in: 0..<100, using: &random)
      var sameGuess = guess
      let found = tones.nearest(to: wanted, withShades: true, penalties, blurred, guess: &guess)
      #expect(abs(found.error - minimum) < 1e-6)
      // Shorter vectors find the same.
      let same = tones.nearest(to: wanted, withShades: true, penalties, blurred, isWide: false, guess: &sameGuess)
      expect(
        [found.tone.front, found.tone.back, found.tone.quarters],
        equals: [same.tone.front, same.tone.back, same.tone.quarters])
      expect([found.error, Float(guess)], equals: [same.error, Float(sameGuess)])
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
