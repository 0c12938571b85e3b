import TestSupport
import Testing

@Suite("Right-to-left text")
struct RightToLeftTests {
  private let album: Album

  init() throws {
    album = try Album()
    try album.add("\u{5D0}\u{5D1}\u{5D2}.png", Album.red)
  }

  @Test(arguments: [("\u{1B}[8;1$y", "CBA"), ("\u{1B}[8;2$y", "ABC"), ("", "ABC")])
  func `captions are in order, also once a terminal has reported that it reorders`(reply: String, sent: String) throws {
    let session = try TerminalSession(["--interval", "0", "--caption", "%f", album.path])
    try session.waitForPicture(Album.red)
    try session.type(reply)
    let letters: [Character: Character] = ["A": "\u{5D2}", "B": "\u{5D1}", "C": "\u{5D0}"]
    let name = String(sent.map { letters[$0] ?? $0 })
    try session.wait(for: "the caption") { session.screen.text.contains("png.\(name)") }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `mlterm is told to leave text as it is written, until the end`() throws {
    let variables: [String: String?] = ["MLTERM": "3.9.2"]
    for flags in [[], ["--bidi", "terminal"]] {
      let session = try TerminalSession(
        flags + ["--interval", "0", "--color", "truecolor", album.path], .init(variables: variables))
      try session.waitForPicture(Album.red)
      // Modes are set again once the terminal has reported its colors.
      expect(session.count(of: "\u{1B}]5379;use_ctl=false\u{7}") > 0, equals: flags.isEmpty)
      expect(session.count(of: "\u{1B}]5379;use_ctl=true\u{7}"), equals: 0)
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
      try session.expectRestored()
      expect(session.count(of: "\u{1B}]5379;use_ctl=true\u{7}") > 0, equals: flags.isEmpty)
    }
  }

  @Test func `the window's title is not reordered: whatever shows it does that`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    let title = "1/1 \u{5D0}\u{5D1}\u{5D2}.png — tui"
    try session.wait(for: "the title") { session.screen.title == title }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(
    arguments: [
      (["VTE_VERSION": "7003"], "png.\u{5D0}\u{5D1}\u{5D2}"), ([:], "png.\u{5D2}\u{5D1}\u{5D0}"),
    ] as [([String: String?], String)])
  func `printed names are in order, also on a terminal that reorders lines`(
    variables: [String: String?], name: String
  ) throws {
    let run = try PlainRun(["--print", "--names", "--size", "20x4", album.path], variables: variables)
    expect(run.ending, equals: .exited(0))
    let last = String(decoding: run.output, as: UTF8.self).split(separator: "\n").last
    expect(last.map { String($0.prefix { $0 != "\u{1B}" }) }, equals: name)
  }

  @Test func `facts and descriptions keep the order in which they are read`() throws {
    for flag in ["--json", "--alt"] {
      let output = try PlainRun([flag, album.path]).output
      #expect(String(decoding: output, as: UTF8.self).contains("\u{5D0}\u{5D1}\u{5D2}.png"))
    }
  }
}
