import CProcess
import Foundation

// Attacks a built tui for a while, and reports what it found: torture PROGRAM TREE [--seconds N] [--seed N] [--state FILE]
//
// Each round has its own random numbers, made of the seed and the round's number, so that one can be repeated: with
// --round N only that one is run. With --state a run goes on where the last one ended, and its report covers all of them.

var (seconds, seed, onlyRound, stateFile) = (120.0, UInt64(1), Int?.none, String?.none)
var rest = CommandLine.arguments.dropFirst()
guard let program = rest.popFirst(), let tree = rest.popFirst() else {
  print("usage: torture PROGRAM TREE [--seconds N] [--seed N] [--round N] [--state FILE]")
  exit(64)
}
while let flag = rest.popFirst(), let value = rest.popFirst() {
  switch flag {
  case "--seconds": seconds = Double(value) ?? seconds
  case "--seed": seed = UInt64(value) ?? seed
  case "--round": onlyRound = Int(value)
  case "--state": stateFile = value
  default:
    print("torture: unknown option \(flag)")
    exit(64)
  }
}

var report = Report()
var round = onlyRound ?? 0
if let stateFile, let state = try? String(contentsOfFile: stateFile, encoding: .utf8) {
  let numbers = state.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
  if numbers.count == 2 + Report.names.count {
    (seed, round) = (numbers[0], Int(numbers[1]))
    report.numbers = numbers[2...].map { Int($0) }
  }
}

guard torture_adopt_orphans() == 0 else {
  print("torture: this system cannot find orphans (PR_SET_CHILD_SUBREAPER)")
  exit(71)
}
torture_write_lines()
signal(SIGPIPE, SIG_IGN)
let scratch = try Scratch()
defer { scratch.remove() }
let attacks = Attacks(program: program, tree: tree, scratch: scratch)
let end = Victim.now + seconds
repeat {
  var chance = Chance(seed: seed, round: round)
  for trouble in attacks.run(&chance, report: &report) { print("seed \(seed) round \(round): \(trouble)") }
  round += 1
  if let stateFile {
    let state = ([seed, UInt64(round)] + report.numbers.map { UInt64($0) }).map { String($0) }.joined(separator: " ")
    try? Data((state + "\n").utf8).write(to: URL(fileURLWithPath: stateFile), options: .atomic)
  }
} while onlyRound == nil && Victim.now < end

print("seed \(seed), rounds up to \(round - 1)\n\(report.text)")
scratch.remove()
exit(report.isClean ? 0 : 1)
