import Foundation
import TestSupport

/// A program found on PATH, for comparison.
struct Program {
  /// Its name.
  let name: String
  /// Its path.
  let path: String

  /// Finds a program; nil if it is not installed.
  init?(_ name: String) {
    let paths = (TerminalRun.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    (self.name, self.path) = (name, path)
  }

  /// The name and the version, as the first line of the answer to `--version` has it; the name alone if there is none.
  var nameAndVersion: String {
    // Some print it to standard error.
    let answer = try? PipeRun.output(of: "/bin/sh", ["-c", #""$0" --version 2>&1"#, path])
    let words = (answer ?? "").split(whereSeparator: \.isWhitespace)
    guard let version = words.first(where: { $0.first?.isNumber == true }) else { return name }
    return "\(name) \(version)"
  }

  /// The flags by which `chafa` from 1.14 on asks the terminal nothing. Otherwise it would wait five seconds for ours to answer.
  var withoutQuestions: [String] {
    guard name == "chafa", let help = try? PipeRun.output(of: path, ["--help"]) else { return [] }
    return help.contains("--probe") ? ["--probe", "off"] : []
  }

  /// Runs a program to its end without a terminal; returns whether it succeeded.
  static func run(_ path: String, _ arguments: [String], environment: [String: String]) throws -> Bool {
    let launch = Launch(
      program: path, arguments: arguments, environment: environment, input: .null, output: .descriptor(2),
      error: .descriptor(2))
    return try launch.start().wait() == .exited(0)
  }
}
