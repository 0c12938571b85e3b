import Glibc
import TestSupport
import Testing

@Suite("Hostile file names")
struct HostileNameTests {
  /// File names as bytes, and the text that must be visible on the screen.
  private static let names: [(bytes: [UInt8], shown: String)] = [
    (Array("a\u{1B}]0;evil\u{07}\u{1B}[31mred.png".utf8), "a␛]0;evil␇␛[31mred.png"),
    (Array("b\nnew\rline\ttab.png".utf8), "b␊new␍line␉tab.png"),
    (Array("c".utf8) + [0xFF, 0xC3, 0x28] + Array("x.png".utf8), "c��(x.png"),
    (Array("d\u{9B}31mc1.png".utf8), "31mc1.png"),
    (Array("e\u{202E}gnp.override.png".utf8), "gnp.override.png"),
    // From left to right, as it is seen.
    (
      Array("f שלום עולם.png".utf8), "f \u{5DD}\u{5DC}\u{5D5}\u{5E2} \u{5DD}\u{5D5}\u{5DC}\u{5E9}.png"
    ),
    (Array("g 👩‍🚀🇯🇵 漢字.png".utf8), "漢字.png"),
    (Array("h \(String(repeating: "e\u{301}\u{302}\u{303}", count: 5)).png".utf8), ".png"),
  ]

  @Test(arguments: 0..<names.count, ["truecolor", "curses"])
  func `names are shown, and never sent as terminal commands`(index: Int, screen: String) throws {
    let (name, shown) = Self.names[index]
    let album = try Album()
    try album.write(TinyPNG.plain(Album.red), named: name)
    try album.add("zzz.png", Album.green)
    var setup = TerminalSession.Setup()
    setup.columns = 60
    let session = try TerminalSession(
      ["--interval", "0", "--screen", screen, "--caption", "<%f>", album.path], setup)
    try session.wait(for: "the name") { session.screen.text.contains(shown) }
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the next name") { session.screen.text.contains("zzz.png") }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
    // The title of the window has the name in visible characters, and the caption's hyperlink has it in percent encoding.
    #expect(
      !session.screen.commands.contains { command in
        guard command.contains("evil"), !command.hasPrefix("2;1/") else { return false }
        let isLink = command.hasPrefix("8;") && command.contains(";file://")
        return !isLink || command.utf8.contains { !(0x21...0x7E).contains($0) }
      })
    #expect(!String(decoding: session.bytes, as: UTF8.self).contains("\u{1B}[31mred"))
  }

  @Test(arguments: ["--start \"$name\"", "--start=\"$name\"", "--placeholder \"$1/$name\""])
  func `options find names that are not UTF-8`(flag: String) throws {
    let album = try Album()
    try album.write(TinyPNG.plain(Album.red), named: Array("b".utf8) + [0xFF] + Array(".png".utf8))
    try album.add("a.png", Album.green)
    let script = "name=$(printf 'b\\377.png'); exec \"$0\" --print --size 4x2 \(flag) \"$1\""
    let run = try PlainRun(["-c", script, Build.tui, album.path], program: "/bin/sh")
    expect(run.ending, equals: .exited(0))
    #expect(run.error.isEmpty)
  }

  @Test func `names are made safe in error messages`() throws {
    let album = try Album()
    let path = try album.write([1, 2, 3], as: "evil\u{1B}[31m\u{07}.png")
    let run = try PlainRun(["--print", path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(!run.error.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    #expect(run.error.contains("evil"))
  }
}
