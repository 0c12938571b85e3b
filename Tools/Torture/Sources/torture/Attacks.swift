import Foundation

/// The attacks on the program; each round runs one, with its own random numbers.
struct Attacks {
  let program: String
  /// A debug build, whose decoders misbehave as files request; nil if there is none.
  let faulty: String?
  /// A library that takes over confined processes; nil if there is none.
  let library: String?
  let tree: String
  let scratch: Scratch
  let system: System
  let corpus: [String]
  let server: WebServer

  /// Runs one round.
  ///
  /// - Returns: Descriptions of what went wrong; empty if nothing did.
  func run(_ attack: Attack, _ chance: inout Chance, report: inout Report) -> [String] {
    report.inputs += 1
    let known = Scratch.sharedNames
    var troubles =
      switch attack {
      case .signals: signal(within: 600, &chance, report: &report)
      case .early: signal(within: 30, &chance, report: &report)
      case .kills: killEarly(&chance, report: &report)
      case .takeovers: takeOver(&chance, report: &report)
      case .replies: answer(&chance, report: &report)
      case .limits: limit(&chance, report: &report)
      case .disks: fill(&chance, report: &report)
      case .pictures: mutate(&chance, report: &report)
      case .workers: attackWorkers(&chance, report: &report)
      case .remote: attackRemote(&chance, report: &report)
      }
    let orphans = Victim.orphans()
    if orphans > 0 { troubles.append("\(orphans) children left") }
    report.childrenLeft += orphans
    for folder in [scratch.temporary] + (system.smallDisk.map { ["\($0)/tmp"] } ?? []) {
      let left = Scratch.empty(folder)
      if left.files > 0 { troubles.append("\(left.files) temporary files left") }
      report.filesLeft += left.files
      report.bytesLeft += left.bytes
    }
    let shared = Scratch.sharedPictures(notIn: known)
    if shared.files > 0 { troubles.append("\(shared.files) pictures left in shared memory") }
    report.filesLeft += shared.files
    report.bytesLeft += shared.bytes
    return troubles.map { "\(attack): \($0)" }
  }

  /// Sends a signal, key or hang-up at a random time within `limit` milliseconds.
  private func signal(within limit: Double, _ chance: inout Chance, report: inout Report) -> [String] {
    let pictures = chance.any(of: [scratch.pictures, "\(tree)/Resources", scratch.photo])
    let victim = Victim(
      program, ["--interval", "0", pictures],
      environment: scratch.environment(hasFakes: true, isTruecolor: Bool.random(using: &chance)))
    let isEarly = limit < 100
    victim.wait(
      milliseconds: isEarly ? Double.random(in: 0...limit, using: &chance) : chance.milliseconds(upTo: limit))
    if !isEarly, Bool.random(using: &chance) {
      victim.terminal.type(Array(chance.any(of: ["\u{1B}[C", "l", "c", "?", "\r", " ", "\u{13}"]).utf8))
      victim.wait(milliseconds: chance.milliseconds(upTo: 200))
    }
    let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, 34, 50, 64]
    let signal = chance.any(of: signals + (isEarly ? [] : [SIGKILL, 0, 0, -1]))
    report.signals += 1
    switch signal {
    case 0: victim.terminal.type([0x03])
    case -1: victim.terminal.hangUp()
    default: victim.send(signal)
    }
    let ending = victim.end(withinSeconds: 5)
    var troubles = judge(ending, victim, allowing: [signal, SIGINT, SIGHUP], report: &report)
    // None of the keys ends the program, so after any other ending the signal was lost.
    if signal > 0, ending != .hung, ending != .signaled(signal) {
      report.signalsLost += 1
      troubles.append("the signal was lost: \(ending)")
    }
    // After SIGKILL nothing can restore the terminal.
    if signal != SIGKILL { troubles += judgeTerminal(victim, report: &report) }
    return troubles.map { "signal \(signal): \($0)" }
  }

  /// Sends SIGKILL at a random time in the first 50 ms. What is left is looked for after each round.
  private func killEarly(_ chance: inout Chance, report: inout Report) -> [String] {
    let url = "http://127.0.0.1:\(server.port)/\(Int.random(in: 0..<999, using: &chance)).jpg"
    let victim = Victim(
      program, ["--interval", "0", chance.any(of: [url, url, scratch.pictures, scratch.photo])],
      environment: scratch.environment(hasFakes: true, isTruecolor: Bool.random(using: &chance)))
    victim.wait(milliseconds: Double.random(in: 0...50, using: &chance))
    report.signals += 1
    victim.send(SIGKILL)
    let ending = victim.end(withinSeconds: 5)
    return ending == .signaled(SIGKILL) ? [] : ["it has ended before: \(ending)"]
  }

  /// Sends replies that no terminal would send.
  private func answer(_ chance: inout Chance, report: inout Report) -> [String] {
    let victim = Victim(
      program, ["--interval", "0", "\(tree)/Resources"],
      environment: scratch.environment(hasFakes: false, isTruecolor: Bool.random(using: &chance)))
    victim.wait(milliseconds: chance.milliseconds(upTo: 300))
    let pieces = [
      "\u{1B}[", "\u{1B}]11;rgb:", "\u{1B}P1+r", "\u{1B}P1$r", "\u{1B}\\", "\u{1B}[?2026;", "$y", "\u{1B}[6;", "t", ";",
      ":", "99999999999999999999", "-1", "0", "\u{1B}[<0;", "M", "m", "\u{1B}[?", "c", "\u{1B}[200~", "\u{1B}[201~",
      "\u{07}", "\u{9B}", "\u{90}", "R", "\u{1B}[0n", "/", "ffff", "\u{1B}_G", "i=1;OK",
    ]
    for _ in 0..<Int.random(in: 1...60, using: &chance) {
      var bytes = Array(chance.any(of: pieces).utf8)
      if Int.random(in: 0..<4, using: &chance) == 0 { bytes = [UInt8.random(in: 0x20...0xFF, using: &chance)] }
      // In a debug build, these keys make the program crash or hang on purpose.
      victim.terminal.type(bytes.filter { $0 != UInt8(ascii: "!") && $0 != UInt8(ascii: "@") })
      if Int.random(in: 0..<6, using: &chance) == 0 { victim.wait(milliseconds: 30) }
    }
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    return judge(ending, victim, allowing: [SIGTERM], report: &report) + judgeTerminal(victim, report: &report)
  }

  /// Runs the program with little memory, few descriptors or few processes.
  private func limit(_ chance: inout Chance, report: inout Report) -> [String] {
    var limits: [(command: [String], name: String)] = []
    let number = Int.random(in: 0...80, using: &chance)
    let descriptors = "ulimit -n \(4 + number)"
    let memory = "ulimit -v \(20_000 + 5_000 * number)"
    for limit in [descriptors, memory] {
      limits.append((["/bin/sh", "-c", "\(limit); exec \"$0\" \"$@\""], limit))
    }
    // The limit also counts threads, and decoding programs are processes.
    if let user = system.limitedUser {
      let processes = system.threads + 1 + number / 2
      limits.append((user + ["prlimit", "--nproc=\(processes)"], "nproc \(processes)"))
    }
    let limit = chance.any(of: limits)
    let shell = limit.command + [program, "--interval", "0", scratch.pictures, "\(tree)/Resources"]
    let victim = Victim(
      System.path(of: shell[0]) ?? shell[0], Array(shell.dropFirst()),
      environment: scratch.environment(hasFakes: true, isTruecolor: true))
    victim.wait(milliseconds: 300)
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    // Swift cannot refuse an allocation and aborts without memory. The terminal must be restored nevertheless.
    let signals = limit.name == memory ? [SIGTERM, SIGABRT, SIGILL, SIGTRAP] : [SIGTERM]
    return (judge(ending, victim, allowing: signals, report: &report) + judgeTerminal(victim, report: &report))
      .map { "\(limit.name): \($0)" }
  }

  /// Runs with temporary files and the cache on a nearly full disk, with limited file sizes, or with output that fails.
  private func fill(_ chance: inout Chance, report: inout Report) -> [String] {
    let urls = (0..<3).map { "http://127.0.0.1:\(server.port)/\($0)-\(Int.random(in: 0..<9, using: &chance)).jpg" }
    let sources = [urls, [scratch.photo], urls + [scratch.photo]]
    let pages = Int.random(in: 0...24, using: &chance)
    var base = scratch.temporary
    if let disk = system.smallDisk {
      _ = Scratch.empty(disk)
      try? FileManager.default.createDirectory(atPath: "\(disk)/tmp", withIntermediateDirectories: false)
      base = "\(disk)/tmp"
      system.fill(leaving: pages)
    }
    // The fakes never end, but printing must.
    let isPrinted = Int.random(in: 0..<3, using: &chance) == 0
    let environment =
      scratch.environment(hasFakes: !isPrinted, isTruecolor: true).filter {
        !$0.hasPrefix("TMPDIR=") && !$0.hasPrefix("XDG_CACHE_HOME=")
      } + ["TMPDIR=\(base)", "XDG_CACHE_HOME=\(system.smallDisk ?? scratch.folder)/cache"]
    var command = [program]
    if Int.random(in: 0..<3, using: &chance) == 0 || system.smallDisk == nil, System.path(of: "prlimit") != nil {
      command = ["prlimit", "--fsize=\(pages * 100_000)", program]
    }
    if Bool.random(using: &chance) { command.append("--no-cache") }
    if isPrinted {
      command += ["--print", "--size", "20x6"] + urls
      let output = chance.any(of: ["/dev/full", "\(base)/../output", nil])
      return judge(
        Victim(System.path(of: command[0]) ?? "", Array(command.dropFirst()), environment: environment, output: output),
        within: 30, allowing: [], report: &report)
    }
    command += ["--interval", "0"] + chance.any(of: sources)
    let victim = Victim(System.path(of: command[0]) ?? "", Array(command.dropFirst()), environment: environment)
    victim.wait(milliseconds: chance.milliseconds(upTo: 800))
    victim.terminal.type(Array(chance.any(of: ["l", "r", "h", "\r"]).utf8))
    victim.wait(milliseconds: chance.milliseconds(upTo: 400))
    victim.send(SIGTERM)
    return judge(victim, within: 5, allowing: [SIGTERM], report: &report).map { "\(pages) pages: \($0)" }
  }

  /// Waits for the end, then judges it and the terminal.
  private func judge(
    _ victim: Victim, within seconds: Double, allowing signals: [Int32], report: inout Report
  ) -> [String] {
    let ending = victim.end(withinSeconds: seconds)
    return judge(ending, victim, allowing: signals, report: &report) + judgeTerminal(victim, report: &report)
  }

  /// Judges how a run ended.
  func judge(
    _ ending: Victim.Ending, _ victim: Victim, allowing signals: [Int32], report: inout Report
  ) -> [String] {
    switch ending {
    case .exited: return []
    case .hung:
      report.hangs += 1
      return ["it did not end"]
    case .signaled(let number):
      if signals.contains(number) { return [] }
      report.crashes += 1
      return ["ended by signal \(number)"]
    }
  }

  func judgeTerminal(_ victim: Victim, report: inout Report) -> [String] {
    report.terminals += 1
    let remains = victim.terminal.remains
    if !remains.isEmpty { report.terminalsBroken += 1 }
    return remains.isEmpty ? [] : ["the terminal is left with \(remains.joined(separator: ", "))"]
  }
}
