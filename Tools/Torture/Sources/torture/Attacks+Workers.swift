import Foundation

/// Attacks on the processes in which pictures are decoded.
extension Attacks {
  /// What a decoder of a debug build does when a file requests it. In a release, these files are no pictures.
  private static let faults = [
    "crash", "trap", "abort", "exit", "loop", "memory", "lie", "nonsense", "open", "write", "connect", "kill",
    "terminal",
    "fork", "exec",
  ]
  /// Those that end within the time limit of a printed picture.
  private static let quickFaults = faults.filter { $0 != "loop" }

  /// Kills or stops workers at random times, or has them misbehave, while pictures are swiped through or printed. That
  /// must cost no more than slides.
  func attackWorkers(_ chance: inout Chance, report: inout Report) -> [String] {
    if faulty != nil, Int.random(in: 0..<4, using: &chance) == 0 { return printFaults(&chance, report: &report) }
    let flags = chance.any(of: [
      [], ["--grid"], ["--change-mode", "fade"], ["--pixels", "kitty"], ["--animate", "always"],
    ])
    let victim = Victim(
      faulty ?? program, ["--interval", "0"] + flags + ["\(tree)/Resources", moving, faults],
      environment: scratch.environment(hasFakes: false, isTruecolor: Bool.random(using: &chance)))
    victim.wait(milliseconds: chance.milliseconds(upTo: 300))
    for _ in 0..<Int.random(in: 1...12, using: &chance) {
      let workers = victim.workers
      // A new worker that is stopped before its first instruction would not die with tui.
      victim.wait(milliseconds: 10)
      for worker in workers where Int.random(in: 0..<3, using: &chance) > 0 {
        kill(worker, chance.any(of: [SIGKILL, SIGSEGV, SIGABRT, SIGSTOP]))
        report.workersKilled += 1
      }
      victim.terminal.type(Array(chance.any(of: ["\u{1B}[C", "l", "h", "\r", "+", " ", "r"]).utf8))
      victim.wait(milliseconds: chance.milliseconds(upTo: 150))
    }
    let isAlive = victim.isRunning
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    return (isAlive ? [] : ["it ended with its workers"])
      + judge(ending, victim, allowing: [SIGTERM], report: &report) + judgeTerminal(victim, report: &report)
  }

  /// Prints a file that has its decoder misbehave between two pictures, which must be printed.
  private func printFaults(_ chance: inout Chance, report: inout Report) -> [String] {
    let first = "\(moving)/\(chance.any(of: ["jpeg-420.jpg", "png-rgb.png"]))"
    let last = "\(moving)/\(chance.any(of: ["jpeg-gray.jpg", "png-palette.png"]))"
    let fault = chance.any(of: Attacks.quickFaults)
    let output = "\(scratch.folder)/output"
    let victim = Victim(
      faulty ?? program, ["--print", "--size", "24x8", first, "\(faults)/\(fault).jpg", last],
      environment: scratch.environment(hasFakes: false, isTruecolor: true), output: output)
    let ending = victim.end(withinSeconds: 60)
    let printed = (try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data()
    let rows = printed.split(separator: 0x0A).count
    let troubles = judge(ending, victim, allowing: [], report: &report) + judgeTerminal(victim, report: &report)
    // Each picture has several rows, and one of them alone at most eight.
    return (troubles + (rows > 8 ? [] : ["only \(rows) rows were printed"])).map { "\(fault): \($0)" }
  }

  private var moving: String { "\(tree)/Tests/ImagingTests/Fixtures/good" }

  /// A folder of files that request faults.
  private var faults: String {
    let folder = "\(scratch.folder)/faults"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for fault in Attacks.faults {
      let file = "\(folder)/\(fault).jpg"
      if FileManager.default.fileExists(atPath: file) { continue }
      _ = FileManager.default.createFile(atPath: file, contents: Data("tui-fault \(fault)\n".utf8))
    }
    return folder
  }
}
