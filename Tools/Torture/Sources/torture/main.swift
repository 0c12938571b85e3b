import CProcess
import Foundation
import TestSupport

// Attacks a built tui for a while, and reports the problems found.
//
// Each round has its own random numbers, derived from the seed and the round's number, so that it can be repeated:
// --round N runs only that one. With --state, a run that ended, was interrupted or was killed is resumed, and the
// report covers all of its rounds.

let usage = """
  usage: torture PROGRAM TREE [--seconds N | --rounds N] [--seed N] [--round N] [--only KINDS] [--state FILE]
                 [--faulty PROGRAM]

    --seconds N    attack for N seconds (default 120)
    --rounds N     attack until N rounds have been run, however long that takes; a resumed run counts those before
    --seed N       the seed of the random numbers (default 1)
    --round N      repeat round N of a seed, and no other
    --only KINDS   kinds of attack, separated by commas: \(Attack.allCases.map(\.rawValue).joined(separator: ", "))
    --faulty PROGRAM
                   a debug build, whose decoders misbehave as files request, for the attacks on workers
    --state FILE   write the state to FILE after every round; resume the run if FILE exists

  Ctrl-C ends it after the round under way, a second Ctrl-C at once.
  """

var (seconds, rounds, seed, onlyRound, stateFile) = (120.0, Int?.none, UInt64?.none, Int?.none, String?.none)
var kinds: [Attack]?
var faulty: String?

func fail(_ words: String, status: Int32 = 64) -> Never {
  FileHandle.standardError.write(Data("torture: \(words)\n".utf8))
  exit(status)
}

/// Parses a nonnegative number from an argument, or exits with an error.
func number<Number: LosslessStringConvertible & Comparable & ExpressibleByIntegerLiteral>(
  _ value: String, of flag: String
) -> Number {
  guard let number = Number(value), number >= 0 else { fail("\(flag) takes a number, not \(value)") }
  return number
}

var rest = CommandLine.arguments.dropFirst()
guard let program = rest.popFirst(), let tree = rest.popFirst() else { fail("what?\n\(usage)") }
while let flag = rest.popFirst() {
  guard let value = rest.popFirst() else { fail("\(flag) needs a value\n\(usage)") }
  switch flag {
  case "--seconds": seconds = number(value, of: flag)
  case "--rounds": rounds = number(value, of: flag)
  case "--seed": seed = number(value, of: flag)
  case "--round": onlyRound = number(value, of: flag)
  case "--state": stateFile = value
  case "--faulty": faulty = value
  case "--only":
    kinds = value.split(separator: ",").map { name in
      guard let kind = Attack(rawValue: String(name)) else { fail("no such kind: \(name)\n\(usage)") }
      return kind
    }
  default: fail("unknown option \(flag)\n\(usage)")
  }
}
if onlyRound != nil, stateFile != nil { fail("--round repeats a round, which --state would count twice") }

var state = RunState(seed: seed ?? 1, kinds: kinds ?? Attack.allCases)
if let onlyRound { state.round = onlyRound }
if let stateFile, FileManager.default.fileExists(atPath: stateFile) {
  do throws(RunState.Problem) {
    state = try RunState((try? String(contentsOfFile: stateFile, encoding: .utf8)) ?? "")
    try state.check(seed: seed, kinds: kinds)
  } catch {
    fail("\(stateFile) \(error)", status: 65)
  }
  print("resuming seed \(state.seed) at round \(state.round)")
}

/// Writes the state to the `--state` file, if there is one.
@MainActor func keepState() {
  guard let stateFile else { return }
  do { try Data(state.text.utf8).write(to: URL(fileURLWithPath: stateFile), options: .atomic) } catch {
    fail("\(stateFile) cannot be written: \(error.localizedDescription)", status: 73)
  }
}

guard torture_adopt_orphans() == 0 else {
  fail("this system cannot find orphans (PR_SET_CHILD_SUBREAPER)", status: 71)
}
torture_write_lines()
torture_catch_interrupts()
keepState()
signal(SIGPIPE, SIG_IGN)
let scratch = try Scratch()
let system = try System(scratch: scratch, program: program)
for words in system.skipped { print("skipped: \(words)") }
let samples = try Samples(tree: tree, folder: "\(scratch.folder)/samples")
if faulty == nil { print("skipped: decoders that misbehave (they need --faulty and a debug build)") }
print("pictures to damage: \(samples.files.count)")
if !samples.missing.isEmpty {
  print("skipped: formats that nothing here writes: \(samples.missing.joined(separator: ", "))")
}
let server = try WebServer(file: "\(tree)/Tests/ImagingTests/Fixtures/good/jpeg-420.jpg")
let library = (program as NSString).deletingLastPathComponent + "/libtaken-over.so"
let hasLibrary = FileManager.default.fileExists(atPath: library)
if !hasLibrary { print("skipped: processes that are taken over (libtaken-over.so must be beside the program)") }
let attacks = Attacks(
  program: program, faulty: faulty, library: hasLibrary ? library : nil, tree: tree, scratch: scratch, system: system,
  corpus: samples.files, server: server)

let end = rounds == nil ? secondsNow() + seconds : .infinity
var isOver = torture_is_interrupted() != 0 || rounds.map { state.round >= $0 } ?? false
while !isOver {
  let (attack, random) = state.next()
  var chance = random
  for trouble in attacks.run(attack, &chance, report: &state.report) {
    print("seed \(state.seed) round \(state.round): \(trouble)")
  }
  state.round += 1
  keepState()
  isOver = onlyRound != nil || state.round == rounds || secondsNow() >= end || torture_is_interrupted() != 0
}

print("seed \(state.seed), rounds up to \(state.round - 1)\n\(state.report.text)")
scratch.remove()
if torture_is_interrupted() != 0 {
  print(stateFile.map { "interrupted; the same command resumes it (\($0))" } ?? "interrupted")
}
exit(state.report.isClean ? 0 : 1)
