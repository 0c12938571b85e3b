package import Decks

/// A list of names.
package func list(_ names: [String]) -> NameList { list(names.map { Array($0.utf8) }) }

package func list(_ names: [[UInt8]]) -> NameList {
  var list = NameList()
  for name in names { list.append(name) }
  return list
}

extension NameList {
  /// The names as text.
  package var texts: [String] { all.map { String(decoding: $0, as: UTF8.self) } }

  /// The names as bytes.
  package var all: [[UInt8]] { (0..<count).map { Array(self[$0]) } }
}

extension Deck {
  /// The slides' names for programs.
  package var references: [String] { (0..<count).map { String(decoding: self[$0].location.reference, as: UTF8.self) } }

  /// The slides' names for people.
  package var names: [String] { (0..<count).map { String(decoding: self[$0].location.nameBytes, as: UTF8.self) } }
}
