@testable import Terminal
import TestSupport
import Testing

@Suite("Bounds of roots")
struct RootBoundsTests {
  @Test func `a bound is below the sums in its box, and near the least one`() {
    var random = SplitMix64(seed: 3)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var gaps: [Float] = []
    for side in [32, 64] {
      for _ in 0..<200 {
        func start() -> Int { Int.random(in: 0..<256 / side, using: &random) * side }
        let corner = SIMD3<Int>(start(), start(), start())
        let factors = SIMD3(number(-1...1), number(-1...1), number(-1...1))
        let bound = RootBounds(from: corner, side: side).minimum(ofRootsTimes: factors)
        var least = Float.infinity
        for _ in 0..<200 {
          func channel(_ first: Int) -> UInt8 { UInt8(first + Int.random(in: 0..<side, using: &random)) }
          let roots = Oklab.roots(red: channel(corner.x), green: channel(corner.y), blue: channel(corner.z))
          let products = factors * roots
          least = min(least, products.x + products.y + products.z)
        }
        #expect(bound <= least + 1e-6)
        gaps.append(least - bound)
      }
    }
    #expect(gaps.reduce(0, +) / Float(gaps.count) < 0.05)
  }
}
