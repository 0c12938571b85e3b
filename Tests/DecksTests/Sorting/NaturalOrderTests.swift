import Decks
import PictureTestSupport
import TestSupport
import Testing

/// Natural sort order: names are sorted as a person would sort them.
struct NaturalOrderTests {
  private func sorted(_ names: String...) -> [String] {
    let names = list(names)
    return names.reordered(by: NaturalOrder.sorted(names)).texts
  }

  @Test func `digits are compared as numbers`() {
    expect(sorted("img10.jpg", "img2.jpg", "img1.jpg"), equals: ["img1.jpg", "img2.jpg", "img10.jpg"])
    expect(sorted("v1.10.2", "v1.9.30", "v1.9.4"), equals: ["v1.9.4", "v1.9.30", "v1.10.2"])
  }

  @Test func `leading zeros matter only between equal numbers`() {
    expect(sorted("a2", "a010", "a1", "a01", "a001", "a10"), equals: ["a001", "a01", "a1", "a2", "a010", "a10"])
    expect(sorted("a1b2", "a01b10", "a1b1"), equals: ["a1b1", "a1b2", "a01b10"])
    expect(sorted("1", "000", "0", "00"), equals: ["0", "00", "000", "1"])
  }

  @Test func `case is ignored; capitals come first between equal names`() {
    expect(sorted("b", "A", "a", "B", "C"), equals: ["A", "a", "B", "b", "C"])
    expect(sorted("img2", "IMG1", "Img3"), equals: ["IMG1", "img2", "Img3"])
  }

  @Test func `numbers of any length are compared as numbers`() {
    let nines = String(repeating: "9", count: 300)
    let thousand = "1" + String(repeating: "0", count: 300)
    let long = "1" + String(repeating: "0", count: 5000)
    expect(sorted(long, thousand, nines, "8"), equals: ["8", nines, thousand, long])
    expect(
      sorted("18446744073709551616", "18446744073709551615"), equals: ["18446744073709551615", "18446744073709551616"])
  }

  @Test func `a prefix comes before the longer name`() {
    expect(sorted("img1.jpg", "img.jpg", "img"), equals: ["img", "img.jpg", "img1.jpg"])
    expect(sorted("a", "", "ab"), equals: ["", "a", "ab"])
  }

  @Test func `a folder's contents stay together`() {
    expect(sorted("a/2.jpg", "a b/1.jpg", "a/10.jpg", "a.jpg"), equals: ["a/2.jpg", "a/10.jpg", "a b/1.jpg", "a.jpg"])
  }

  @Test func `equal names keep their order`() {
    expect(NaturalOrder.sorted(list(["b", "a", "a", "a"])), equals: [1, 2, 3, 0])
  }

  @Test func `an empty list and a single name are already sorted`() {
    expect(NaturalOrder.sorted(list([String]())), equals: [])
    expect(NaturalOrder.first(of: list([String]())), equals: nil)
    expect(NaturalOrder.sorted(list(["x"])), equals: [0])
  }

  @Test func `the first of many names is found without sorting them`() {
    let names = (0..<20_000).map { "photo-\($0 * 7919 % 20_000 + 5).jpg" } + ["photo-5.JPG", "photo-5.jpg"]
    // Capitals come first between equal names, and the first one of equal names is meant.
    expect(NaturalOrder.first(of: list(names)), equals: 20_000)
    expect(NaturalOrder.first(of: list(Array(names.dropLast(2)) + ["photo-5.jpg"])), equals: 0)
  }

  @Test func `many names that differ only far behind their beginning are sorted`() {
    // Two groups of 200, equal in the eight bytes after the prefix that all share.
    let names = ["a", "b"].flatMap { group in (1...200).map { "img-\(group)-2023-holidays-\($0).jpg" } }
    var dice = SplitMix64(seed: 7)
    let list = list(names.shuffled(using: &dice))
    expect(list.reordered(by: NaturalOrder.sorted(list)).texts, equals: names)
  }

  @Test(arguments: 1...20)
  func `random names are sorted as by a simple reference comparison`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let alphabet: [UInt8] = Array("aAbB0019/.-_ z".utf8) + [0x01, 0xC3, 0xA9, 0xFF]
    let names = (0..<300).map { _ in
      (0..<Int.random(in: 0...12, using: &dice)).map { _ in alphabet.randomElement(using: &dice) ?? 0 }
    }
    let list = list(names)
    let sorted = list.reordered(by: NaturalOrder.sorted(list)).all
    expect(sorted, equals: names.sorted(by: SlowOrder.isBefore))
    // The result does not depend on the order of the input.
    let shuffled = PictureTestSupport.list(names.shuffled(using: &dice))
    expect(shuffled.reordered(by: NaturalOrder.sorted(shuffled)).all, equals: sorted)
    expect(NaturalOrder.first(of: shuffled).map { Array(shuffled[$0]) }, equals: sorted.first)
  }
}

/// A simple reference implementation of the same order.
private enum SlowOrder {
  static func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let order = compare(left[...], right[...])
    return order != 0 ? order < 0 : left.lexicographicallyPrecedes(right)
  }

  private static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    guard let first = left.first, let second = right.first else { return left.count - right.count }
    if isDigit(first), isDigit(second) {
      let (one, other) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
      let (number, second) = (one.drop { $0 == 0x30 }, other.drop { $0 == 0x30 })
      if number.count != second.count { return number.count - second.count }
      if !number.elementsEqual(second) { return number.lexicographicallyPrecedes(second) ? -1 : 1 }
      return compare(left.dropFirst(one.count), right.dropFirst(other.count))
    }
    let (one, other) = (weight(first), weight(second))
    return one != other ? one - other : compare(left.dropFirst(), right.dropFirst())
  }

  private static func weight(_ byte: UInt8) -> Int {
    if byte == UInt8(ascii: "/") { return 1 }
    return byte >= 0x41 && byte <= 0x5A ? Int(byte) + 0x20 : Int(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
