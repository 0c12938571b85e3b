import Glibc
import Terminal
import TestSupport
import Testing

@Suite("Usage errors and warnings")
struct UsageTests {
  @Test(arguments: [
    ["--interval", "soon"], ["--page-position", "middle"], ["--change-mode", "spin"], ["--size", "wide"],
    ["--color", "pink"], ["--art", "oil"], ["--dots", "x"], ["--sort", "beauty"], ["--max-pixels", "-1"],
    ["--dot-color", "#12"], ["--fps", "0"], ["--interval", "-1"], ["--size", "0x0"], ["--nonsense", "1"],
  ])
  func `a bad flag is a usage error that names it`(arguments: [String]) throws {
    let run = try PlainRun(arguments + ["--print", "/dev/null/missing"])
    expect(run.ending, equals: .exited(64))
    #expect(run.error.contains(arguments[0]))
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    (["--interval", "100000"], "86400"), (["--dots", "🔴🟢"], "one column wide"), (["--size", "80"], "80x24"),
    (["--background", "pinkish"], "#rgb"), (["--caption-color", "pinkish"], "#rgb"),
    (["--caption-background", "pinkish/0.5"], "#rgb"), (["--current-dot-color", "#12345"], "#rgb"),
  ])
  func `the error for a bad value names the accepted values`(arguments: [String], message: String) throws {
    #expect(try PlainRun(arguments + ["--print", "/dev/null/missing"]).error.contains(message))
  }

  @Test(arguments: [
    (["--pick", "--on-click", "x"], "--pick and --on-click cannot be combined"),
    (["--pick", "--print"], "--pick and --print cannot be combined"),
    (["--pick", "--scene"], "--pick and --scene cannot be combined"),
    (["--on-click", ""], "--on-click needs a command"), (["--on-click= "], "--on-click needs a command"),
    (["--interval", "-3"], "-3"), (["--caption", "-%"], "the format ends in a lone %"), (["--dots", "-"], "'-'"),
  ])
  func `invalid and conflicting options are a usage error with the reason`(arguments: [String], message: String) throws
  {
    let run = try PlainRun(arguments + ["/dev/null/missing"])
    expect(run.ending, equals: .exited(64))
    #expect(run.error.contains(message))
    #expect(!run.error.contains("needs a value"))
  }

  @Test(arguments: [
    (["--stats", "--print"], "--stats has no effect when printing"),
    (["--on-click", "x", "--print"], "--on-click has no effect when printing"),
    (["--watch", "--print"], "--watch has no effect when printing"),
    (["--grid", "--print"], "--grid has no effect when printing"),
    (["--interval", "1"], "--interval 1: below the minimum; using 2 s"),
    (["--start", "99"], "no slide 99; the last is 1"), (["--disk-cache", "0", "--memory-cache", "0"], ""),
    (["--caption", "- %f", "--dots", "-■", "--scene"], ""),
  ])
  func `ineffective and adjusted options print a warning, and the picture is printed`(
    arguments: [String], message: String
  ) throws {
    let album = try Album(Album.red)
    let run = try PlainRun(arguments + ["\(album.path)/1.png"])
    expect(run.ending, equals: .exited(0))
    expect(run.error, equals: (message.isEmpty ? "" : "tui: \(message)\n"))
    #expect(!run.output.isEmpty)
  }

  @Test func `--size without --print prints a warning on exit`() throws {
    let album = try Album(Album.red)
    var setup = TerminalSession.Setup()
    setup.columns = 60
    let session = try TerminalSession(["--interval", "0", "--size", "20x5", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(session.screen.text.contains("tui: --size has no effect without --print"))
  }

  @Test func `an empty argument, a dangling link and a missing file are each reported`() throws {
    let album = try Album()
    unsafe expect(symlink("gone.png", album.path + "/link.png"), equals: 0)
    let run = try PlainRun(["", album.path + "/link.png", album.path + "/none.png"])
    expect(run.ending, equals: .exited(1))
    expect(
      run.errorLines,
      equals: [
        "tui: “”: no such file", "tui: \(album.path)/link.png: dangling link: its target does not exist",
        "tui: \(album.path)/none.png: no such file",
      ])
  }

  @Test(arguments: [
    ("--change-mode", "slide"), ("--art", "sextant"), ("--color", "truecolor"), ("--dither", "diffusion"),
    ("--background", "checkerboard"), ("--dot-color", "bright-red"), ("--caption-background", "bright-red"),
  ])
  func `completions offer an option's values`(option: String, value: String) throws {
    let script = String(decoding: try PlainRun(["--generate-completion-script", "fish"]).output, as: UTF8.self)
    let line = script.split(separator: "\n").first { $0.contains("-l '\(option.dropFirst(2))'") }
    expect(line?.contains(value), equals: true)
  }

  @Test func `an invalid glyph file is a usage error that names the file and the line`() throws {
    let album = try Album()
    let path = try album.write(Array("# mine\n◣\nXXXX\n".utf8), as: "mine.glyphs")
    let run = try PlainRun(["--glyphs", path, "--print", "/dev/null/missing"])
    expect(run.ending, equals: .exited(64))
    #expect(run.error.contains("mine.glyphs: line 3: a row of a glyph is 8 characters X or ."))
    let none = try PlainRun(["--glyphs", path + "2", "--print", "/dev/null/missing"])
    expect(none.ending, equals: .exited(64))
    #expect(none.error.contains("mine.glyphs2: "))
  }

  @Test func `an invalid placeholder is a usage error that names the file and the reason`() throws {
    let album = try Album(Album.red)
    let path = try album.write(Array("just text".utf8), as: "notes.txt")
    let run = try PlainRun(["--placeholder", path, "--print", "\(album.path)/1.png"])
    expect(run.ending, equals: .exited(64))
    #expect(run.error.contains("notes.txt: not a picture"))
    let none = try PlainRun(["--placeholder", path + "2", "--print", "\(album.path)/1.png"])
    expect(none.ending, equals: .exited(64))
    #expect(none.error.contains("notes.txt2: no such file"))
    let good = try PlainRun(["--placeholder", "\(album.path)/1.png", "--print", "\(album.path)/1.png"])
    expect(good.ending, equals: .exited(0))
  }

  @Test(arguments: [[], ["--print"]])
  func `a folder without pictures is a one-line error with status 1`(flags: [String]) throws {
    let album = try Album()
    let run = try PlainRun(flags + [album.path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.output.isEmpty)
  }

  @Test func `the error for a folder without pictures suggests --recursive; that for a list does not`() throws {
    let album = try Album()
    #expect(try PlainRun([album.path]).error.contains("--recursive"))
    try expect(PlainRun(["-"], input: "").error, equals: "tui: no pictures in the list\n")
  }

  @Test func `a folder without pictures leaves the terminal untouched`() throws {
    let album = try Album()
    // If reading a folder takes longer than 60 ms, the screen is shown meanwhile, which may happen on a busy machine.
    var isUntouched = false
    for _ in 0..<5 where !isUntouched {
      let session = try TerminalSession([album.path])
      try expect(session.waitForEnd(), equals: .exited(1))
      try session.expectRestored()
      isUntouched = !session.bytes.contains(0x1B)
    }
    #expect(isUntouched)
  }

  @Test func `reading a list from the terminal is a usage error that leaves the screen untouched`()
    throws
  {
    let session = try TerminalSession(["-"])
    try expect(session.waitForEnd(), equals: .exited(64))
    #expect(session.screen.text.filter { !$0.isNewline }.contains("standard input"))
    #expect(!session.bytes.contains(0x1B))
    try session.expectRestored()
  }

  @Test func `a broken picture is a one-line error with status 1, and the others are printed`() throws {
    let album = try Album(Album.red)
    try album.write(Array("just text".utf8), as: "2.png")
    try album.add("3.png", Album.blue)
    let run = try PlainRun(["--print", "--size", "4x2", album.path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.error.contains("2.png"))
    expect(run.output.count { $0 == 0x0A }, equals: 4)
  }

  @Test func `a scene of a broken picture shows its card, and is reported on standard error with status 1`()
    throws
  {
    let album = try Album(Album.red)
    try album.write(Array("just text".utf8), as: "2.png")
    let run = try PlainRun(["--scene", "--color", "mono", "--size", "30x9", album.path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.error.contains("2.png: not a picture"))
    expect(run.output.count { $0 == 0x0A }, equals: 18)
    #expect(String(decoding: run.output, as: UTF8.self).contains("not a picture"))
  }

  @Test func `a scene shows tabs and neighbors like the carousel`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let arguments = [
      "--scene", "--color", "truecolor", "--art", "half", "--size", "60x12", "--start", "2", "--fit", "stretch",
    ]
    let run = try PlainRun(arguments + ["--tabs", "--neighbors", "1", "--page-length", "0.5", album.path])
    expect(run.ending, equals: .exited(0))
    var screen = ScreenReader(size: CellSize(columns: 60, rows: 25))
    for byte in run.output { screen.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
    let names = (0..<60).map { screen[$0, 0].text }.joined()
    for number in 1...3 { #expect(names.contains("\(number).png"), "\(names)") }
    func color(_ pixel: TinyPNG.Pixel) -> Color { Color(red: pixel.red, green: pixel.green, blue: pixel.blue) }
    let row = [2, 30, 57].map { screen[$0, 6].halves?.upper }
    expect(row, equals: [color(Album.red), color(Album.green), color(Album.blue)])
  }

  @Test func `an unknown --start slide is a warning, and all slides are printed`() throws {
    let album = try Album(Album.red, Album.green)
    let run = try PlainRun(["--print", "--size", "4x2", "--start", "3.png", album.path])
    expect(run.ending, equals: .exited(0))
    expect(run.error, equals: "tui: no slide 3.png\n")
    expect(run.output.count { $0 == 0x0A }, equals: 4)
  }

  @Test(arguments: [
    (Array("{".utf8), "deck.json"), (Array("[{\"image\": 3}]".utf8), "deck.json"), ([], "empty.png"),
    (Array(TinyPNG.plain(Album.red).prefix(60)), "cut.png"), ([0xFF, 0xD8, 0xFF], "cut.jpg"),
  ])
  func `broken input is a one-line error that names the file, with status 1`(bytes: [UInt8], name: String) throws {
    let album = try Album()
    let path = try album.write(bytes, as: name)
    let run = try PlainRun(["--print", path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.error.contains(name))
    #expect(run.output.isEmpty)
  }

  @Test func `a broken picture keeps its slide and shows a card with the reason`() throws {
    let album = try Album(Album.red)
    try album.write(Array("just text".utf8), as: "2.png")
    try album.add("3.png", Album.blue)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.wait(for: "three dots") { session.dots == "●○○" }
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the card") { session.screen.text.contains("not a picture") }
    try session.wait(for: "the second dot") { session.dots == "○●○" }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.blue)
    try session.wait(for: "the third dot") { session.dots == "○○●" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test(arguments: [
    ("none.jpg", "none.jpg: no such file"), ("notes.txt", "notes.txt: not a picture"),
    ("deck.json", "a.jpg: no such file (and 1 more that cannot be shown)"),
  ])
  func `if nothing can be shown, one line is printed instead of a screen, with status 1`(
    name: String, message: String
  ) throws {
    let album = try Album()
    try album.write(Array("just text".utf8), as: "notes.txt")
    try album.write(Array(#"["a.jpg", "b.jpg"]"#.utf8), as: "deck.json")
    var setup = TerminalSession.Setup()
    setup.folder = album.path
    setup.columns = 100
    let session = try TerminalSession([name], setup)
    try expect(session.waitForEnd(), equals: .exited(1))
    #expect(session.screen.text.contains("tui: \(message)"))
    expect(session.count(of: "\u{1B}[?1049h"), equals: 0)
  }

  @Test func `if decoding all slides fails, the screen is left with one line and status 1`() throws {
    let album = try Album()
    try album.write(Array(TinyPNG.plain(Album.red).prefix(60)), as: "cut.png")
    var setup = TerminalSession.Setup()
    setup.columns = 120
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try expect(session.waitForEnd(), equals: .exited(1))
    #expect(session.screen.text.contains("cut.png: truncated PNG"))
    try session.expectRestored()
  }

  @Test func `the demo deck is shown without arguments in a folder without pictures`() throws {
    let album = try Album()
    var setup = TerminalSession.Setup()
    setup.folder = album.path
    let session = try TerminalSession(["--interval", "0"], setup)
    try session.wait(for: "the message") { session.screen.text.contains("no pictures here: demo deck") }
    try session.wait(for: "many dots") { session.dots.count > 7 || session.screen.text.contains("1/") }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
