import Glibc
import TestSupport
import Testing

@Suite("Commands on click")
struct ClickingTests {
  @Test func `the command receives the path and the slide's variables, and a name is never executed`() throws {
    let name = #"it's "odd"; $(touch pwned) `touch pwned`.png"#
    let album = try Album()
    try album.add(name, Album.red)
    try album.write(
      Array(
        #"[{"image": "\#(escaped(name))", "caption": "A caption; $(touch pwned)", "link": "https://example.org/?a=1&b"}]"#
          .utf8),
      as: "deck.json")
    var setup = TerminalSession.Setup()
    setup.folder = album.path
    let command = #"printf '%s\n' "$1" "$TUI_INDEX" "$TUI_COUNT" "$TUI_CAPTION" "$TUI_LINK" end > clicked"#
    let session = try TerminalSession(["--on-click", command, "--interval", "0", "deck.json"], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { album.text(of: "clicked")?.hasSuffix("end\n") == true }
    let lines = try #require(album.text(of: "clicked")).split(separator: "\n").map(String.init)
    expect(lines.count, equals: 6)
    #expect(lines.first?.hasSuffix("/" + name) == true || lines.first == name)
    expect(
      Array(lines.dropFirst()), equals: ["1", "1", "A caption; $(touch pwned)", "https://example.org/?a=1&b", "end"])
    expect(album.text(of: "pwned"), equals: nil)
    try session.waitForReturn(to: Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `a caption too long for the environment is cut, and the command still runs`() throws {
    let album = try Album(Album.red)
    let caption = String(repeating: "é", count: 100_000)
    try album.write(Array(#"[{"image": "1.png", "caption": "\#(caption)"}]"#.utf8), as: "deck.json")
    let command = #"printf %s "$TUI_CAPTION" | wc -c > "${1%.png}.said""#
    let session = try TerminalSession(["--on-click", command, "--interval", "0", album.path + "/deck.json"])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { album.text(of: "1.said") == "32768\n" }
    try session.waitForReturn(to: Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a command has the terminal to itself, and the picture returns afterwards`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession(
      ["--on-click", #"echo "hello from the command"; read answer; echo "$answer" > "${1%.png}.said""#]
        + ["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's words") { session.screen.text.contains("hello from the command") }
    #expect(!session.screen.modes.contains(1049))
    #expect(try session.settings().isCooked)
    try session.type("qed\r")
    try session.wait(for: "what was typed") { album.text(of: "1.said") == "qed\n" }
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `why a command failed can be read until Enter is pressed`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(
      ["--on-click", #"stty raw -echo; echo "no such folder" >&2; exit 3"#, "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the reason and the question") {
      session.screen.text.contains("no such folder") && session.screen.text.contains("status 3. Enter")
    }
    try session.type("\r")
    try session.waitForReturn(to: Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `pasted text runs nothing, and keys after it work`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession([
      "--on-click", #"echo "$TUI_INDEX" >> "${1%/*}/clicked""#, "--interval", "0", album.path,
    ])
    try session.waitForPicture(Album.red)
    // tui has turned on bracketed paste.
    #expect(session.screen.modes.contains(2004))
    try session.type("\u{1B}[200~rm -rf x\rq\r\u{1B}[201~")
    // Signal keys do nothing inside a paste, either; Ctrl-S stops output only for as long as the paste lasts.
    try session.type("\u{1B}[200~\u{3}\u{1C}\u{1A}\u{13}\u{1B}[201~")
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    expect(session.job.ending, equals: nil)
    expect(session.job.stopSignal, equals: nil)
    expect(album.text(of: "clicked"), equals: nil)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { album.text(of: "clicked") == "2\n" }
    try session.waitForReturn(to: Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `a background command leaves the carousel on screen, and its failure is shown`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession(
      ["--on-click", #"echo $TUI_INDEX; read x < "${1%/*}/gate"; echo "bad news" >&2; exit 3 &"#, "--interval", "0"]
        + [album.path], .init(columns: 70))
    unsafe expect(mkfifo(album.path + "/gate", 0o600), equals: 0)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    let gate = unsafe open(album.path + "/gate", O_WRONLY)
    unsafe expect(write(gate, [0x0A] as [UInt8], 1), equals: 1)
    close(gate)
    try session.wait(for: "the failure") { session.screen.text.contains("status 3: bad news") }
    expect(session.count(of: "\u{1B}[?1049l"), equals: 0)
    expect(session.pictureColor, equals: Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `a mouse click on the picture runs the command for the current slide`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession([
      "--on-click", #"echo "$TUI_INDEX" > "${1%.png}.said""#, "--interval", "0", "--start", "2", album.path,
    ])
    try session.waitForPicture(Album.green)
    try session.type("\u{1B}[<0;20;5M\u{1B}[<0;20;5m")
    try session.wait(for: "the command's end") { album.text(of: "2.said") == "2\n" }
    try session.waitForReturn(to: Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a command does not inherit tui's terminal descriptors`() throws {
    let album = try Album(Album.red)
    let command = #"ls -l /proc/$$/fd > "${1%.png}.said"; echo end >> "${1%.png}.said""#
    let session = try TerminalSession(["--on-click", command, "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { album.text(of: "1.said")?.hasSuffix("end\n") == true }
    let lines = (album.text(of: "1.said") ?? "").split(separator: "\n").compactMap { line in
      line.split(separator: " -> ").last
    }
    #expect(lines.contains { $0.hasPrefix("/dev/pts/") })
    #expect(!lines.contains("/dev/tty"))
    #expect(!lines.contains { $0.contains("memfd") })
    try session.waitForReturn(to: Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  private func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
