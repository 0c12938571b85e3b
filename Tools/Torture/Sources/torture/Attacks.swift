import Foundation

/// What is done to the program; each round is one of these, with its own random numbers.
struct Attacks {
  let program: String
  let tree: String
  let scratch: Scratch
  let corpus: [String]

  /// Attacks on a program, with the pictures of the source tree that it was built from.
  init(program: String, tree: String, scratch: Scratch) {
    (self.program, self.tree, self.scratch) = (program, tree, scratch)
    let fixtures = "\(tree)/Tests/ImagingTests/Fixtures"
    let names = FileManager.default.enumerator(atPath: fixtures)?.allObjects as? [String] ?? []
    let kinds: Set = ["jpg", "jpeg", "png", "gif", "webp", "apng", "svg", "tiff", "pdf", "avif", "heic", "bmp"]
    corpus = names.filter { kinds.contains(($0 as NSString).pathExtension) }.sorted().map { "\(fixtures)/\($0)" }
  }

  /// Runs one round.
  ///
  /// - Returns: what went wrong, in words; empty: nothing.
  func run(_ chance: inout Chance, report: inout Report) -> [String] {
    report.inputs += 1
    var troubles =
      switch Int.random(in: 0..<100, using: &chance) {
      case ..<45: kill(&chance, report: &report)
      case ..<60: answer(&chance, report: &report)
      case ..<70: limit(&chance, report: &report)
      default: mutate(&chance, report: &report)
      }
    let orphans = Victim.orphans()
    if orphans > 0 { troubles.append("\(orphans) children left") }
    report.childrenLeft += orphans
    let left = scratch.leftovers()
    if left.files > 0 { troubles.append("\(left.files) temporary files left") }
    report.filesLeft += left.files
    report.bytesLeft += left.bytes
    return troubles
  }

  /// A random signal, key or hang-up at a random moment from the first millisecond on.
  private func kill(_ chance: inout Chance, report: inout Report) -> [String] {
    let pictures = chance.any(of: [scratch.pictures, "\(tree)/Resources", "\(scratch.pictures)/c.heic"])
    let victim = Victim(
      program, ["--interval", "0", pictures],
      environment: scratch.environment(hasStandIns: true, isTruecolor: Bool.random(using: &chance)))
    victim.wait(milliseconds: chance.milliseconds(upTo: 600))
    if Bool.random(using: &chance) {
      victim.terminal.type(Array(chance.any(of: ["\u{1B}[C", "l", "c", "?", "\r", " ", "\u{13}"]).utf8))
      victim.wait(milliseconds: chance.milliseconds(upTo: 200))
    }
    let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGKILL, 34, 50, 64]
    let signal = chance.any(of: signals + [0, 0, -1])
    switch signal {
    // Twice: the first Ctrl-Q or key may be lost on a line that is stopped.
    case 0: victim.terminal.type(Array("\u{03}".utf8))
    case -1: victim.terminal.hangUp()
    default: victim.send(signal)
    }
    let ending = victim.end(withinSeconds: 5)
    var troubles = judge(ending, victim, allowing: [signal, SIGINT, SIGHUP], report: &report)
    // After SIGKILL nobody is left who could restore it.
    if signal != SIGKILL { troubles += judgeTerminal(victim, report: &report) }
    return troubles.map { "signal \(signal): \($0)" }
  }

  /// Replies that no terminal would send.
  private func answer(_ chance: inout Chance, report: inout Report) -> [String] {
    let victim = Victim(
      program, ["--interval", "0", "\(tree)/Resources"],
      environment: scratch.environment(hasStandIns: false, isTruecolor: Bool.random(using: &chance)))
    victim.wait(milliseconds: chance.milliseconds(upTo: 300))
    let pieces = [
      "\u{1B}[", "\u{1B}]11;rgb:", "\u{1B}P1+r", "\u{1B}P1$r", "\u{1B}\\", "\u{1B}[?2026;", "$y", "\u{1B}[6;", "t", ";",
      ":",
      "99999999999999999999", "-1", "0", "\u{1B}[<0;", "M", "m", "\u{1B}[?", "c", "\u{1B}[200~", "\u{1B}[201~",
      "\u{07}",
      "\u{9B}", "\u{90}", "R", "\u{1B}[0n", "/", "ffff",
    ]
    for _ in 0..<Int.random(in: 1...60, using: &chance) {
      var bytes = Array(chance.any(of: pieces).utf8)
      if Int.random(in: 0..<4, using: &chance) == 0 { bytes = [UInt8.random(in: 0x20...0xFF, using: &chance)] }
      // A debug build crashes on purpose at this key.
      victim.terminal.type(bytes.filter { $0 != UInt8(ascii: "!") })
      if Int.random(in: 0..<6, using: &chance) == 0 { victim.wait(milliseconds: 30) }
    }
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    return (judge(ending, victim, allowing: [SIGTERM], report: &report) + judgeTerminal(victim, report: &report))
      .map { "replies: \($0)" }
  }

  /// Little of something.
  private func limit(_ chance: inout Chance, report: inout Report) -> [String] {
    let limit = chance.any(of: [
      "ulimit -n \(Int.random(in: 4...80, using: &chance))",
      "ulimit -v \(Int.random(in: 20_000...400_000, using: &chance))",
    ])
    let victim = Victim(
      "/bin/sh",
      ["-c", "\(limit); exec \"$0\" \"$@\"", program, "--interval", "0", scratch.pictures, "\(tree)/Resources"],
      environment: scratch.environment(hasStandIns: true, isTruecolor: true))
    victim.wait(milliseconds: 300)
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    // Swift has no way to refuse an allocation: without memory it aborts. The terminal must be restored all the same.
    let signals = limit.hasPrefix("ulimit -v") ? [SIGTERM, SIGABRT, SIGILL, SIGTRAP] : [SIGTERM]
    return (judge(ending, victim, allowing: signals, report: &report) + judgeTerminal(victim, report: &report))
      .map { "\(limit): \($0)" }
  }

  /// A damaged picture, printed.
  private func mutate(_ chance: inout Chance, report: inout Report) -> [String] {
    guard !corpus.isEmpty else { return [] }
    let source = chance.any(of: corpus)
    var bytes = Array((try? Data(contentsOf: URL(fileURLWithPath: source)).prefix(4 << 20)) ?? Data())
    for _ in 0..<Int.random(in: 1...12, using: &chance) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &chance), at: place)
      case 2: bytes[place] = chance.any(of: [0, 0x7F, 0x80, 0xFF])
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 64)], at: place)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      }
    }
    let path = "\(scratch.folder)/mutated.\((source as NSString).pathExtension)"
    let output = "\(scratch.folder)/output"
    try? Data(bytes).write(to: URL(fileURLWithPath: path))
    let victim = Victim(
      program, ["--print", "--size", "24x8", path],
      environment: scratch.environment(hasStandIns: false, isTruecolor: true), output: output)
    let ending = victim.end(withinSeconds: 60)
    var troubles = judge(ending, victim, allowing: [], report: &report)
    let printed = Array((try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data())
    if !isPlain(printed) || !isPlain(victim.terminal.bytes) {
      report.rawOutputs += 1
      troubles.append("raw control characters in its output")
    }
    return troubles.map { "\((source as NSString).lastPathComponent): \($0)" }
  }

  /// Whether there is nothing in it but text, line breaks and colours (ESC [ … m).
  private func isPlain(_ bytes: [UInt8]) -> Bool {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x1B {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { return false }
        let end = bytes[(position + 1)...].drop { (0x30...0x3B).contains($0) }.startIndex
        guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { return false }
        position = end + 1
      } else if byte < 0x20 && byte != 0x0A && byte != 0x0D || byte == 0x7F {
        return false
      }
    }
    return true
  }

  private func judge(
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

  private func judgeTerminal(_ victim: Victim, report: inout Report) -> [String] {
    let remains = victim.terminal.remains
    if !remains.isEmpty { report.terminalsBroken += 1 }
    return remains.isEmpty ? [] : ["the terminal is left with \(remains.joined(separator: ", "))"]
  }
}
