import Loading

/// A list of names.
func list(_ names: [String]) -> NameList { list(names.map { Array($0.utf8) }) }

func list(_ names: [[UInt8]]) -> NameList {
  var list = NameList()
  for name in names { list.append(name) }
  return list
}

extension NameList {
  /// The names as text.
  var texts: [String] { all.map { String(decoding: $0, as: UTF8.self) } }

  /// The names as they are.
  var all: [[UInt8]] { (0..<count).map { Array(self[$0]) } }
}

extension Deck {
  /// What each slide is called by a program.
  var references: [String] { (0..<count).map { String(decoding: self[$0].location.reference, as: UTF8.self) } }

  /// What each slide is called by a person.
  var names: [String] { (0..<count).map { String(decoding: self[$0].location.nameBytes, as: UTF8.self) } }
}

/// A small generator with a seed: Marsaglia's xorshift.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
