import Foundation

/// Attacks by confined processes that a library takes over: workers, external programs, and tui-fetch.
extension Attacks {
  /// Has one kind of process taken over, which must reach nothing of the user's.
  func takeOver(_ chance: inout Chance, report: inout Report) -> [String] {
    guard let library else { return [] }
    guard let target = try? TakeoverTarget(in: scratch, library: library) else { return ["there is no target"] }
    defer { target.remove() }
    let role = chance.any(of: ["worker", "program", "fetcher"])
    let flags = ["--isolation", chance.any(of: ["auto", "require"])]
    let environment = scratch.environment(hasFakes: false, isTruecolor: Bool.random(using: &chance)).filter {
      role != "program" || !$0.hasPrefix("PATH=")
    }
    let victim: Victim
    switch role {
    case "worker":
      let picture = chance.any(of: corpus.filter { $0.contains("/good/") })
      victim = Victim(
        program, flags + ["--print", "--size", "20x6", picture], environment: environment + target.environment(as: role)
      )
    case "program":
      let picture = chance.any(of: corpus.filter { $0.hasPrefix("\(scratch.folder)/samples") })
      victim = Victim(
        program, flags + ["--print", "--size", "20x6", picture], environment: environment + ["PATH=\(target.programs)"])
    default:
      let fetcher = (program as NSString).deletingLastPathComponent + "/tui-fetch"
      victim = Victim(
        fetcher,
        flags + [
          "--cache-dir", target.cache, "http://127.0.0.1:\(server.port)/\(Int.random(in: 0..<999, using: &chance)).jpg",
        ],
        environment: environment + target.environment(as: role))
    }
    let ending = victim.end(withinSeconds: 60)
    report.takeovers += 1
    // A call that kills tui-fetch ends the attack.
    let troubles = judge(ending, victim, allowing: role == "fetcher" ? [SIGSYS] : [], report: &report)
    let reached = target.reached(isReported: role != "program")
    report.reached += reached.count
    return (troubles + reached).map { "\(role): \($0)" }
  }
}

/// What a process that is taken over attacks: see `taken_over.c`.
private final class TakeoverTarget {
  /// A search path on which programs are that are taken over, with the names of real ones.
  var programs: String { "\(home)/bin" }
  /// A folder for downloads: tui-fetch is killed, and removes none of its own.
  var cache: String { "\(home)/cache" }
  private let home: String
  private let library: String
  private let peer = Process()
  private let before: String

  init(in scratch: Scratch, library: String) throws {
    home = "\(scratch.folder)/home"
    self.library = library
    let files = FileManager.default
    for name in ["bin", "lib"] {
      try files.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
    }
    try Data("secret".utf8).write(to: URL(filePath: "\(home)/secret"))
    try Data(count: 4096).write(to: URL(filePath: "\(home)/report"))
    // What is installed beside a program is readable to it.
    try files.copyItem(atPath: library, toPath: "\(home)/lib/taken-over.so")
    peer.executableURL = URL(filePath: "/bin/sleep")
    peer.arguments = ["1000"]
    try peer.run()
    before = Self.state(of: peer.processIdentifier, home)
    for name in [
      "ffmpeg", "ffprobe", "rsvg-convert", "pdftoppm", "pdfinfo", "oiiotool", "magick", "convert",
    ] {
      guard let path = System.path(of: name) else { continue }
      let variables = environment(as: "program").map {
        $0.replacingOccurrences(of: library, with: "\(home)/lib/taken-over.so")
      }
      let script = "#!/bin/sh\nexport \(variables.joined(separator: " "))\nexec \(path) \"$@\"\n"
      try Data(script.utf8).write(to: URL(filePath: "\(home)/bin/\(name)"))
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(home)/bin/\(name)")
    }
  }

  func environment(as role: String) -> [String] {
    [
      "LD_PRELOAD=\(library)", "TAKEN_OVER=\(role)", "TAKEN_OVER_HOME=\(home)",
      "TAKEN_OVER_PEER=\(peer.processIdentifier)", "TAKEN_OVER_REPORT=\(home)/report",
    ]
  }

  /// What has been reached, by the report of the process, or by what has changed.
  func reached(isReported: Bool) -> [String] {
    let report = (try? Data(contentsOf: URL(filePath: "\(home)/report")))?.prefix { $0 != 0 } ?? Data()
    let lines = String(decoding: report, as: UTF8.self).split(separator: "\n").map(String.init)
    let missing = isReported && !lines.contains("end") ? ["the attack has not run"] : []
    let changed = Self.state(of: peer.processIdentifier, home) == before ? [] : ["a file or process of the user's"]
    return missing + lines.filter { $0 != "end" }.map { "it reached \($0)" } + changed
  }

  /// The mode, time and content of the file, and the priority, policy, processors and limits of the process.
  private static func state(of process: pid_t, _ home: String) -> String {
    var file = stat()
    unsafe stat("\(home)/secret", &file)
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    let fields = text("/proc/\(process)/stat").split(separator: " ")
    let processors = text("/proc/\(process)/status").split(separator: "\n").filter { $0.hasPrefix("Cpus_allowed") }
    return "\(file.st_mode) \(file.st_mtim.tv_sec) \(file.st_ctim.tv_nsec) \(text("\(home)/secret")) \(processors)"
      + "\(fields.indices.filter { [17, 18, 39, 40].contains($0) }.map { fields[$0] }) \(text("/proc/\(process)/limits"))"
  }

  func remove() {
    peer.terminate()
    peer.waitUntilExit()
    try? FileManager.default.removeItem(atPath: home)
  }
}
