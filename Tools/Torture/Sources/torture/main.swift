import CProcess
import Foundation

// Attacks a built tui for a while, and reports what it found.
//
// Each round has its own random numbers, made of the seed and the round's number, so that one can be repeated: with
// --round N only that one is run. With --state a run goes on where the last one ended, and its report covers all of them.

let usage = """
  usage: torture PROGRAM TREE [--seconds N | --rounds N] [--seed N] [--round N] [--only KINDS] [--state FILE]

    --seconds N    attack for N seconds (default 120)
    --rounds N     attack N times, however long that takes
    --seed N       the seed of the random numbers (default 1)
    --round N      repeat round N of a seed, and no other
    --only KINDS   kinds of attack, separated by commas: \(Attack.allCases.map(\.rawValue).joined(separator: ", "))
    --state FILE   go on where the run that wrote FILE ended, and write it after every round
  """

var (seconds, rounds, seed, onlyRound, stateFile) = (120.0, Int?.none, UInt64(1), Int?.none, String?.none)
var kinds = Attack.allCases

func fail(_ words: String, status: Int32 = 64) -> Never {
  FileHandle.standardError.write(Data("torture: \(words)\n".utf8))
  exit(status)
}

var rest = CommandLine.arguments.dropFirst()
guard let program = rest.popFirst(), let tree = rest.popFirst() else { fail("what?\n\(usage)") }
while let flag = rest.popFirst() {
  guard let value = rest.popFirst() else { fail("\(flag) needs a value\n\(usage)") }
  switch flag {
  case "--seconds": seconds = Double(value) ?? seconds
  case "--rounds": rounds = Int(value)
  case "--seed": seed = UInt64(value) ?? seed
  case "--round": onlyRound = Int(value)
  case "--state": stateFile = value
  case "--only":
    kinds = value.split(separator: ",").map { name in
      guard let kind = Attack(rawValue: String(name)) else { fail("no such kind: \(name)\n\(usage)") }
      return kind
    }
  default: fail("unknown option \(flag)\n\(usage)")
  }
}

var report = Report()
var round = onlyRound ?? 0
if let stateFile, let state = try? String(contentsOfFile: stateFile, encoding: .utf8) {
  let numbers = state.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
  guard numbers.count == 2 + Report.count else { fail("\(stateFile) is not a state of this version", status: 65) }
  (seed, round) = (numbers[0], Int(numbers[1]))
  report.numbers = numbers[2...].map { Int($0) }
  print("going on with seed \(seed) at round \(round)")
}

guard torture_adopt_orphans() == 0 else {
  fail("this system cannot find orphans (PR_SET_CHILD_SUBREAPER)", status: 71)
}
torture_write_lines()
signal(SIGPIPE, SIG_IGN)
let scratch = try Scratch()
let system = try System(scratch: scratch, program: program)
for words in system.skipped { print("skipped: \(words)") }
let samples = try Samples(tree: tree, folder: "\(scratch.folder)/samples")
print("pictures to damage: \(samples.files.count)")
if !samples.missing.isEmpty {
  print("skipped: formats that nothing here writes: \(samples.missing.joined(separator: ", "))")
}
let server = try WebServer(file: "\(tree)/Tests/ImagingTests/Fixtures/good/jpeg-420.jpg")
let attacks = Attacks(
  program: program, tree: tree, scratch: scratch, system: system, corpus: samples.files, server: server)

let end = rounds.map { _ in Double.infinity } ?? Victim.now + seconds
let lastRound = rounds.map { round + $0 }
repeat {
  var chance = Chance(seed: seed, round: round)
  let attack = Attack.any(of: kinds, using: &chance)
  for trouble in attacks.run(attack, &chance, report: &report) { print("seed \(seed) round \(round): \(trouble)") }
  round += 1
  if let stateFile {
    let state = ([seed, UInt64(round)] + report.numbers.map { UInt64($0) }).map { String($0) }.joined(separator: " ")
    try? Data((state + "\n").utf8).write(to: URL(fileURLWithPath: stateFile), options: .atomic)
  }
} while onlyRound == nil && round != lastRound && Victim.now < end

print("seed \(seed), rounds up to \(round - 1)\n\(report.text)")
scratch.remove()
exit(report.isClean ? 0 : 1)
