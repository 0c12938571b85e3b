import Terminal
import TestSupport
import Testing

@Suite("The window's title")
struct TitleTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  private func wait(for title: String, in session: TerminalSession) throws {
    try session.wait(for: "the title \(title)") { session.screen.title == title }
  }

  @Test func `the title follows the slides, and the one from before is back at the end`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try wait(for: "1/3 1.png — tui", in: session)
    try session.type(TerminalSession.Key.right)
    try wait(for: "2/3 2.png — tui", in: session)
    // The grid's selection counts.
    try session.type("g\(TerminalSession.Key.right)")
    try wait(for: "3/3 3.png — tui", in: session)
    try session.type("qq")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `while slides move the title stays`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try wait(for: "1/3 1.png — tui", in: session)
    try session.type(String(repeating: TerminalSession.Key.right, count: 2))
    try wait(for: "3/3 3.png — tui", in: session)
    // The program's own title comes before the slides are known, if that takes long.
    let titles = session.screen.commands.filter { $0.hasPrefix("2;") && $0 != "2;tui" }
    expect(titles, equals: ["2;1/3 1.png — tui", "2;3/3 3.png — tui"])
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a command has the title from before, and the slide's title returns after it`() throws {
    let session = try TerminalSession(["--interval", "0", "--on-click", "echo running; read line", album.path])
    try wait(for: "1/3 1.png — tui", in: session)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command") { session.screen.text.contains("running") }
    expect(session.screen.title, equals: ScreenReader.shellsTitle)
    try session.type("\r")
    try wait(for: "1/3 1.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test(arguments: [["--no-title"], []])
  func `with --no-title, or on a terminal that would print it, no title is sent`(flags: [String]) throws {
    let session = try TerminalSession(
      flags + ["--interval", "0", "--color", "truecolor", "--pixels", "off", album.path],
      .init(variables: flags.isEmpty ? ["TERM": "linux"] : [:]))
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(session.count(of: "\u{1B}]2;"), equals: 0)
    expect(session.count(of: "\u{1B}[22;2t"), equals: 0)
  }

  @Test func `a hostile name cannot end the title's sequence`() throws {
    let folder = try Album()
    // BEL, ESC \\ and C1's ST in UTF-8 would each end the sequence.
    try folder.write(TinyPNG.plain(Album.red), named: Array("a\u{7}b\u{1B}\\c\u{9C}]2;d\u{202E}.png".utf8))
    let session = try TerminalSession(["--interval", "0", folder.path])
    try wait(for: "1/1 a␇b␛\\c<U+009C>]2;d<U+202E>.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `without UTF-8 the title is ASCII`() throws {
    let session = try TerminalSession(
      ["--interval", "0", album.path], .init(variables: ["LC_ALL": "C"]))
    try wait(for: "1/3 1.png - tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
