import Foundation
import Glibc
import TestSupport
import Testing

/// The real program with a configuration file.
@Suite("The configuration file")
struct ConfigurationTests {
  private let album: Album

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue)
    try FileManager.default.createDirectory(atPath: "\(album.path)/home/tui", withIntermediateDirectories: true)
  }

  /// Writes the configuration and returns the environment that names its folder.
  @discardableResult
  private func configure(_ text: String) throws -> [String: String?] {
    try album.write(Array(text.utf8), as: "home/tui/config")
    return ["XDG_CONFIG_HOME": "\(album.path)/home"]
  }

  private func session(_ text: String, _ arguments: [String] = []) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    setup.variables = try configure(text)
    setup.columns = 100
    return try TerminalSession(arguments + (1...3).map { "\(album.path)/\($0).png" }, setup)
  }

  private func quit(_ session: TerminalSession, with key: String = "q") throws {
    try session.type(key)
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `settings and several keys in a row work, and a wrong line is named in the window and on exit`() throws {
    let session = try session("interval = 0\nfit = fill\nstart = 2\n[keys]\ng l = last\nctrl+e = quit\n")
    try session.waitForPicture(Album.green)
    try session.wait(for: "the error") { session.screen.text.contains("config:2: fit 'fill': expected contain") }
    try session.type("gl")
    try session.waitForPicture(Album.blue)
    try quit(session, with: "\u{5}")
    let line =
      "tui: \(album.path)/home/tui/config:2: fit 'fill': expected contain, cover, stretch, width, height, shrink"
    #expect(session.screen.text.replacing("\n", with: "").contains(line))
  }

  @Test func `Ctrl-R reads it again: keys and settings change at once, and the rest is named`() throws {
    let session = try session("interval = 0\n")
    try session.waitForPicture(Album.red)
    try configure("interval = 0\nindex = yes\nfps = 30\n[keys]\nx = last\n")
    try session.type("\u{12}")
    try session.wait(for: "the words") {
      session.screen.text.contains("changed: index, keys; at the next start: fps")
    }
    try session.wait(for: "the index") { session.screen.text.contains("1/3") }
    try session.type("x")
    try session.waitForPicture(Album.blue)
    try configure("interval = soon\nindex = yes\nfps = 30\n[keys]\nx = last\n")
    try session.type("\u{12}")
    try session.wait(for: "the error") {
      session.screen.text.contains("config:1: interval 'soon': expected a number of seconds")
    }
    try quit(session)
  }

  @Test func `the help panel lists the keys in force, and closes on the key that opened it`() throws {
    let session = try session(
      "interval = 0\n[keys]\nf1 = help\nx = next\n[action \"Say so\"]\nkey = K\ncommand = true\n")
    try session.waitForPicture(Album.red)
    try session.type("\u{1B}OP")
    try session.wait(for: "the panel") { session.screen.text.contains("previous, next") }
    #expect(session.screen.text.contains("← h  x → l"))
    try session.type("\u{1B}OP")
    try session.wait(for: "the panel's end") { !session.screen.text.contains("previous, next") }
    try quit(session)
  }

  @Test func `--print-config shows each setting with its origin`() throws {
    var variables = try configure("fps = 30\nfit = cover\n[keys]\ng g = first\n")
    variables["TUI_OPTIONS"] = "--fit 'width' --index"
    let run = try PlainRun(["--print-config", "--fps", "9"], variables: variables)
    expect(run.ending, equals: .exited(0))
    let lines = String(decoding: run.output, as: UTF8.self)
    for text in [
      "# TUI_OPTIONS\nfit = width\nindex = yes\n# command line\nfps = 9\n# default\n#interval = 5\n",
      "\n[keys.carousel]\n# \(album.path)/home/tui/config:4\ng g = first\n# default\n#. = next-frame\n",
    ] { #expect(lines.contains(text), "\(text)") }
  }

  @Test func `--write-config writes a file that changes nothing, once`() throws {
    let file = "\(album.path)/new/folder/config"
    let run = try PlainRun(["--write-config", "--config", file])
    expect(run.ending, equals: .exited(0))
    expect(String(decoding: run.output, as: UTF8.self), equals: "wrote \(file)\n")
    let print = try PlainRun(["--print-config", "--config", file])
    #expect(print.error.isEmpty)
    expect(print.output, equals: (try PlainRun(["--print-config", "--no-config"])).output)
    let again = try PlainRun(["--write-config", "--config", file])
    expect(again.ending, equals: .exited(1))
    expect(again.error, equals: "tui: \(file): exists already; --print-config shows what is in force\n")
  }

  @Test func `pipes, devices, folders and missing files are refused without waiting`() throws {
    let pipe = "\(album.path)/pipe"
    unsafe expect(mkfifo(pipe, 0o600), equals: 0)
    for (file, reason) in [
      (pipe, "not a regular file"), ("/dev/zero", "not a regular file"), (album.path, "is a folder"),
      ("\(album.path)/none", "no such file"),
    ] {
      let run = try PlainRun(["--config", file, "--print", "\(album.path)/1.png"])
      expect(run.ending, equals: .exited(64))
      expect(run.error, equals: "tui: --config \(file): \(reason)\n")
    }
  }

  @Test func `any bytes are reported on a few lines, and the picture is printed`() throws {
    try album.write((0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) }, as: "home/tui/config")
    let run = try PlainRun(
      ["--print", "\(album.path)/1.png"], variables: ["XDG_CONFIG_HOME": "\(album.path)/home"])
    expect(run.ending, equals: .exited(0))
    #expect((1...20).contains(run.errorLines.count))
    #expect(!run.output.isEmpty)
  }
}
