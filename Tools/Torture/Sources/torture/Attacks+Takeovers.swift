import Foundation
import Glibc
import TestSupport

/// Attacks by confined processes that a library takes over: workers, external programs, and tui-fetch.
extension Attacks {
  /// Has one kind of process taken over, which must reach nothing of the user's.
  func takeOver(_ chance: inout Chance, report: inout Report) -> [String] {
    guard let library else { return [] }
    guard let target = try? TakeoverTarget(in: URL(filePath: scratch.folder), library: library) else {
      return ["there is no target"]
    }
    let before = state(of: target)
    let role = chance.any(of: ["worker", "program", "fetcher"])
    let flags = ["--isolation", chance.any(of: ["auto", "require"])]
    var environment = scratch.environment(hasFakes: false, isTruecolor: Bool.random(using: &chance))
    if role != "program" {
      environment += target.environment(as: role).filter { $0.key != "PATH" }.map { "\($0.key)=\($0.value)" }
    }
    let victim: Victim
    switch role {
    case "worker":
      let picture = chance.any(of: corpus.filter { $0.contains("/good/") })
      victim = Victim(program, flags + ["--print", "--size", "20x6", picture], environment: environment)
    case "program":
      let picture = chance.any(of: corpus.filter { $0.hasPrefix("\(scratch.folder)/samples") })
      for name in Self.decoders {
        if let path = System.path(of: name), (try? target.program(path)) == nil { return ["\(name) is not taken over"] }
      }
      victim = Victim(
        program, flags + ["--print", "--size", "20x6", picture],
        environment: environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(target.home)/bin"])
    default:
      let fetcher = (program as NSString).deletingLastPathComponent + "/tui-fetch"
      let url = "http://127.0.0.1:\(server.port)/\(Int.random(in: 0..<999, using: &chance)).jpg"
      victim = Victim(fetcher, flags + ["--cache-dir", "\(target.home)/cache", url], environment: environment)
    }
    let ending = victim.end(withinSeconds: 60)
    report.takeovers += 1
    // A call that kills tui-fetch ends the attack.
    let troubles = judge(ending, victim, allowing: role == "fetcher" ? [SIGSYS] : [], report: &report)
    var reached = target.report.filter { $0 != "end" }.map { "it reached \($0)" }
    if role != "program", !target.report.contains("end") { reached.append("the attack has not run") }
    if state(of: target) != before { reached.append("a file or process of the user's has changed") }
    report.reached += reached.count
    return (troubles + reached).map { "\(role): \($0)" }
  }

  /// Programs that decode, and that a library takes over.
  private static let decoders = [
    "ffmpeg", "ffprobe", "rsvg-convert", "pdftoppm", "pdfinfo", "oiiotool", "magick", "convert",
  ]

  /// The mode, time and content of the file, and the priority, policy, processors and limits of the process.
  private func state(of target: TakeoverTarget) -> String {
    let (process, home) = (target.peer.identifier, target.home)
    var file = stat()
    unsafe stat("\(home)/secret", &file)
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    let fields = text("/proc/\(process)/stat").split(separator: " ")
    let processors = text("/proc/\(process)/status").split(separator: "\n").filter { $0.hasPrefix("Cpus_allowed") }
    return "\(file.st_mode) \(file.st_mtim.tv_sec) \(file.st_ctim.tv_nsec) \(text("\(home)/secret")) \(processors)"
      + "\(fields.indices.filter { [17, 18, 39, 40].contains($0) }.map { fields[$0] }) \(text("/proc/\(process)/limits"))"
  }
}
