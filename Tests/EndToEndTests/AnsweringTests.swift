import Glibc
import Terminal
import TestSupport
import Testing

/// Terminals' replies to queries, valid and invalid.
@Suite struct AnsweringTests {
  @Test func `a requested color depth is used even if terminfo reports eight colors`() throws {
    let album = try Album(Album.red)
    for (flags, isDrawn) in [(["--color", "256"], true), (["--color", "auto"], false)] {
      let session = try TerminalSession(
        ["--interval", "0", "--art", "half"] + flags + [album.path],
        .init(variables: ["TERM": "xterm", "COLORTERM": nil]))
      try session.wait(for: "the picture") { session.count(of: "8;5;") > 0 || session.count(of: "41m") > 0 }
      expect((session.count(of: "8;5;") > 0), equals: isDrawn)
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
    }
  }

  @Test func `24-bit color is used if the terminal reports it, whatever TERM says`() throws {
    let album = try Album(Album.red, Album.green)
    var setup = TerminalSession.Setup()
    setup.variables["COLORTERM"] = .some(nil)
    setup.answers = true
    setup.hasTruecolor = true
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `A terminal that does not report 24-bit color keeps the colors of its TERM`() throws {
    let album = try Album(Album.red)
    var setup = TerminalSession.Setup()
    setup.variables["COLORTERM"] = .some(nil)
    setup.answers = true
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try session.wait(for: "the dotless picture") { session.isDrawn(toRow: 6) }
    try session.readAll()
    expect(session.pictureColor, equals: nil)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `256 colors are used if the terminal reports them, although terminfo lists eight`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(
      ["--interval", "0", "--art", "half", album.path], .init(variables: ["TERM": "xterm", "COLORTERM": nil]))
    try session.wait(for: "the question") { session.count(of: "\u{1B}P+q436f\u{1B}\\") == 1 }
    // With other settings before it if the picture has come after the first frame.
    try session.wait(for: "eight colors") { session.count(of: "41m") > 0 }
    expect(session.count(of: "8;5;"), equals: 0)
    // As mlterm 3.9 does, which maps 24-bit colors to its palette. Its terminfo entry, too, lists eight.
    try session.type("\u{1B}P1$r0;48;5;16m\u{1B}\\\u{1B}P1+r436f=323536\u{1B}\\\u{1B}[?63;1;2;3;6c")
    try session.wait(for: "256 colors") { session.count(of: "8;5;") > 0 }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `pictures are in cells again if the terminal turns out to have few colors for sixels`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    var setup = TerminalSession.Setup()
    setup.cellPixels = (10, 20)
    let session = try TerminalSession(["--interval", "0", "--art", "half", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("\u{1B}[?62;4c")
    try session.wait(for: "sixels") { session.count(of: "\u{1B}P0;1;0q") > 0 }
    try session.type("\u{1B}[?1;0;16S\u{1B}[?2;0;400;240S")
    try session.readAll()
    let sixels = session.count(of: "\u{1B}P0;1;0q")
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.readAll()
    expect(session.count(of: "\u{1B}P0;1;0q"), equals: sixels)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `with TERM=vt100 the cursor is hidden, and shown again on exit`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(
      ["--interval", "0", album.path], .init(variables: ["TERM": "vt100", "COLORTERM": nil]))
    // It is sent after the first frame.
    try session.wait(for: "the first question") { session.count(of: "\u{1B}[c") == 1 }
    #expect(!session.screen.modes.contains(25))
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectNoLineSettingsLeft()
    // Terminfo's padding is no text.
    expect(session.count(of: "$<"), equals: 0)
  }

  @Test(arguments: [("\u{1B}[?64;1;2c", true), ("\u{1B}[?1;2c", false)])
  func `with TERM=vt100 the background is queried only if the attributes exceed a VT100's`(
    attributes: String, isAsked: Bool
  ) throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(
      ["--interval", "0", "--background", "#000", album.path],
      .init(variables: ["TERM": "vt100", "COLORTERM": nil, "COLORFGBG": nil]))
    try session.wait(for: "the first question") { session.count(of: "\u{1B}[c") == 1 }
    expect(session.count(of: "]11;?"), equals: 0)
    try session.type(attributes)
    if isAsked { try session.wait(for: "the question") { session.count(of: "]11;?") == 1 } }
    try session.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}]10;rgb:0/0/0\u{1B}\\" + attributes)
    try session.readAll()
    expect(session.count(of: "]11;?"), equals: (isAsked ? 1 : 0))
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a reply that arrives slowly is not taken for Escape, and Escape quits after it`() throws {
    let album = try Album(Album.red)
    // Bytes half a second apart are not one reply: a run in which the test itself was delayed for so long proves nothing.
    for _ in 0..<20 {
      let session = try TerminalSession(["--interval", "0", album.path])
      try session.waitForPicture(Album.red)
      var longest = 0.0
      for byte in "\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[?62c".map(String.init) {
        let start = secondsNow()
        try session.type(byte)
        pause(microseconds: 60_000)
        longest = max(longest, secondsNow() - start)
      }
      try session.readAll()
      guard longest < 0.3 else { continue }
      expect(session.job.ending, equals: nil)
      try session.type(TerminalSession.Key.escape)
      try expect(session.waitForEnd(), equals: .exited(0))
      try session.expectRestored()
      return
    }
    Issue.record("in each of 20 runs, the test itself was delayed for 0.3 seconds")
  }

  @Test func `Unsolicited, endless and false replies are not decoded as keys`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    let hostile = [
      "\u{1B}]4;1;rgb:qq/qq/qq\u{7}", "\u{1B}]4;999;rgb:0/0/0\u{1B}\\",
      "\u{1B}P>|" + String(repeating: "q", count: 9000),
      "\u{1B}\\", "\u{1B}P1+r\u{1B}\\", "\u{1B}P1$rqqqm\u{1B}\\", "\u{1B}[4;99999;99999t", "\u{1B}[6;0;0t",
      "\u{1B}[?2026$y",
      "\u{1B}[?qc",
    ]
    for answer in hostile { try session.type(answer) }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
