import Foundation

/// The progress of a run, which `--state` stores so that an interrupted run can be resumed.
struct RunState: Equatable {
  /// The seed of the random numbers.
  var seed: UInt64
  /// The kinds of attack from which it chooses.
  var kinds: [Attack]
  /// The number of the next round.
  var round = 0
  /// The figures of the rounds so far.
  var report = Report()

  /// Why a state file cannot be used.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case unreadable
    case differs(String)

    var description: String {
      switch self {
      case .unreadable: "is not a state of this version"
      case .differs(let what): "belongs to a run with \(what)"
      }
    }
  }

  /// Creates a run that has not started.
  init(seed: UInt64, kinds: [Attack]) {
    self.seed = seed
    self.kinds = kinds
  }

  /// Reads a state from its `text`.
  init(_ text: String) throws(Problem) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { throw .unreadable }
      values[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let kinds = values["kinds"]?.split(separator: ",").map { Attack(rawValue: String($0)) } ?? []
    guard let seed = values["seed"].flatMap(UInt64.init), let round = values["next round"].flatMap(Int.init),
      round >= 0,
      !kinds.isEmpty, !kinds.contains(nil), let report = Report(values)
    else { throw .unreadable }
    self.seed = seed
    self.kinds = kinds.compactMap { $0 }
    self.round = round
    self.report = report
  }

  /// The state as text, one value per line.
  var text: String {
    """
    seed: \(seed)
    kinds: \(kinds.map(\.rawValue).joined(separator: ","))
    next round: \(round)
    \(report.text)

    """
  }

  /// Checks that this is the requested run.
  ///
  /// - Parameters:
  ///   - seed: The requested seed, or nil for any.
  ///   - kinds: The requested kinds, or nil for any.
  func check(seed: UInt64?, kinds: [Attack]?) throws(Problem) {
    if let seed, seed != self.seed { throw .differs("seed \(self.seed)") }
    if let kinds, kinds != self.kinds { throw .differs("--only \(self.kinds.map(\.rawValue).joined(separator: ","))") }
  }

  /// The next round's attack and random numbers, which depend only on the seed and the round.
  func next() -> (attack: Attack, chance: Chance) {
    var chance = Chance(seed: seed, round: round)
    return (Attack.any(of: kinds, using: &chance), chance)
  }
}
