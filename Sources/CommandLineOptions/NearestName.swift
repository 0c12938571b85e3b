/// Finds the name that was probably meant.
package enum NearestName {
  /// The nearest of some names with dashes; nil if none is near.
  ///
  /// Near are the same name in another case or with one dash, a name that begins with the given one, and names within an
  /// edit distance of a third of their letters.
  package static func find(_ given: String, among names: [String]) -> String? {
    let wanted = letters(given.lowercased())
    guard wanted.count > 1, wanted.count <= maximumLength else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = letters(name)
      guard candidate.count > 1 else { continue }
      let distance =
        candidate.count > wanted.count && wanted.count > 2 && candidate.starts(with: wanted)
        ? 1 : editDistance(wanted, candidate)
      if distance <= max(1, min(wanted.count, candidate.count) / 3), distance < best?.distance ?? .max {
        best = (name, distance)
      }
    }
    return best?.name
  }

  /// Longer texts are no names; comparing them would only take time.
  private static let maximumLength = 64

  private static func letters(_ name: String) -> [UInt8] { Array(name.utf8.drop { $0 == UInt8(ascii: "-") }) }

  /// The least number of insertions, deletions, substitutions and swaps of neighbors that make two texts equal (the
  /// restricted Damerau–Levenshtein distance).
  static func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var distance = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
