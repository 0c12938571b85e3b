import Decks
import PictureTestSupport
import TestSupport
import Testing

/// The order of `--shuffle`.
struct PermutationTests {
  @Test(arguments: [0, 1, 2, 3, 10, 1000])
  func `a shuffle contains every index exactly once`(count: Int) {
    expect(Permutation.shuffled(count: count, seed: 7).sorted(), equals: (0..<UInt32(count)).map { $0 })
  }

  @Test func `equal seeds give equal orders; different seeds give different ones`() {
    let order = Permutation.shuffled(count: 100, seed: 1)
    expect(order, equals: Permutation.shuffled(count: 100, seed: 1))
    #expect(order != Permutation.shuffled(count: 100, seed: 2))
    #expect(order != (0..<100).map { $0 })
  }

  @Test func `a shuffle favors no position`() {
    // The position of the first of four slides over 4000 seeds: 1000 times each, within four standard deviations.
    var places = [0, 0, 0, 0]
    for seed in 0..<4000 {
      if let index = Permutation.shuffled(count: 4, seed: UInt64(seed)).firstIndex(of: 0) { places[index] += 1 }
    }
    #expect(places.allSatisfy { 890...1110 ~= $0 }, "\(places)")
  }
}
