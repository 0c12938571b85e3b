import Glibc
import TestSupport
import Testing

/// A server of buckets, which are the folders in a folder.
final class BucketServer {
  /// The program that serves.
  enum Program: CustomTestStringConvertible {
    /// Ours, which checks signatures, and misbehaves for some buckets (see Tools/s3-server.py).
    case own
    /// moto's, from PyPI.
    case moto

    /// The programs that are installed: `make test-deps` says why moto is not.
    static let installed: [Program] = unsafe access(python, X_OK) == 0 ? [.own, .moto] : [.own]
    private static let python = "\(Build.packageFolder)/.build/moto/bin/python3"

    fileprivate func command(serving folder: String) -> [String] {
      switch self {
      case .own:
        [
          "python3", "\(Build.packageFolder)/Tools/s3-server.py", folder, "AKIATEST", "top/secret+1", "--token",
          "session==",
        ]
      case .moto: [Program.python, "\(Build.packageFolder)/Tools/moto-server.py", folder]
      }
    }

    var testDescription: String { self == .own ? "our server" : "moto" }
  }

  /// The server's address: "http://127.0.0.1:4711".
  let address: String
  private let process: ChildProcess
  private let notes: Album

  /// The variables with the credentials that it accepts.
  static let variables: [String: String?] = [
    "AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "top/secret+1", "AWS_SESSION_TOKEN": "session==",
  ]

  /// Starts the server.
  init(_ program: Program = .own, serving folder: String, _ arguments: [String] = []) throws {
    notes = try Album()
    let file = try notes.write([], as: "log")
    let log = unsafe open(file, O_WRONLY | O_CLOEXEC)
    guard log >= 0 else { throw SystemFailure("open") }
    defer { close(log) }
    process = try Launch(
      program: "/usr/bin/env",
      arguments: program.command(serving: folder) + arguments,
      environment: TerminalSession.environment(), output: .descriptor(log)
    ).start()
    guard waitUntil({ [notes] in notes.text(of: "log")?.contains("\n") == true }) else {
      throw TerminalSession.GaveUp(what: program.testDescription)
    }
    address = "http://127.0.0.1:\(notes.text(of: "log")?.split(whereSeparator: \.isWhitespace)[1] ?? "")"
  }

  /// Its log, one line for each request: a status and a target.
  var requests: [Substring] { Array((notes.text(of: "log") ?? "").split(separator: "\n").dropFirst()) }

  deinit {
    process.send(signal: SIGKILL)
    _ = process.wait()
  }
}
