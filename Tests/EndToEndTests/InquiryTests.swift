import Glibc
import Terminal
import TestSupport
import Testing

/// Queries without a screen: `--print` on a terminal, and `--terminal-report`.
@Suite struct InquiryTests {
  private static func kitty() -> TerminalSession.Setup {
    var setup = TerminalSession.Setup()
    (setup.answers, setup.images) = (true, PretendKitty())
    return setup
  }

  /// Expects the line settings of before, and that the shell would read nothing but what was typed for it.
  private func expectUntouched(_ session: TerminalSession, typed: String = "") throws {
    try expect(session.settings(), equals: session.settingsBefore)
    try expect(String(decoding: session.drainUnreadInput(), as: UTF8.self), equals: typed)
  }

  @Test func `--print shows pixels in a terminal that answers, whatever the environment says`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(["--print", "--size", "20x6", "\(album.path)/1.png"], Self.kitty())
    try expect(session.waitForEnd(), equals: .exited(0))
    // The test's image and the picture.
    expect(session.images?.uploadCount, equals: 2)
    expect(session.images?.images.isEmpty, equals: true)
    expect(session.images?.faults, equals: [])
    #expect(session.count(of: "a=T,q=2") == 1 && session.count(of: "8;2;") == 1, "\(session.screen.text)")
    try expectUntouched(session)
  }

  @Test func `--print draws cells in a terminal that answers nothing, and leaves its modes as they were`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(["--print", "--size", "20x6", "\(album.path)/1.png"])
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(session.count(of: "\u{1B}[c") == 1 && session.count(of: "a=t,") == 0 && session.count(of: "48;2;") > 1)
    try expectUntouched(session)
  }

  @Test(arguments: ["--json", "--alt"])
  func `forms without pictures query nothing`(form: String) throws {
    let album = try Album(Album.red)
    let session = try TerminalSession([form, "\(album.path)/1.png"], Self.kitty())
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(session.count(of: "\u{1B}[c"), equals: 0)
    try expectUntouched(session)
  }

  @Test func `keys that were typed before are left to the shell, and the terminal is not queried`() throws {
    let album = try Album(Album.red)
    var setup = Self.kitty()
    setup.program = "/bin/sh"
    let command = "read line; exec '\(Build.tui)' --print --size 20x6 '\(album.path)/1.png'"
    let session = try TerminalSession(["-c", command], setup)
    try session.type("go\nls -l")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(session.count(of: "\u{1B}[c") == 0 && session.count(of: "48;2;") > 1)
    try expectUntouched(session, typed: "ls -l")
  }

  @Test func `Ctrl-C while replies are outstanding restores the modes`() throws {
    let album = try Album(Album.red)
    // More than the line holds, which nobody reads.
    let pictures = Array(repeating: "\(album.path)/1.png", count: 200)
    let session = try TerminalSession(["--print", "--art", "half", "--size", "80x24"] + pictures)
    try session.wait(for: "the question") { session.count(of: "\u{1B}[c") == 1 }
    try session.type("\u{3}")
    try expect(session.waitForEnd(), equals: .signaled(SIGINT))
    try expect(session.settings(), equals: session.settingsBefore)
  }

  @Test func `--terminal-report shows the replies and what follows from them`() throws {
    var setup = Self.kitty()
    setup.columns = 120
    setup.variables = ["TERM_PROGRAM": "evil\u{1B}]2;title\u{7}"]
    let session = try TerminalSession(["--terminal-report"], setup)
    try expect(session.waitForEnd(), equals: .exited(0))
    let output = String(decoding: session.bytes, as: UTF8.self)
    for line in [
      "terminal              kitty(0.40.1)", "pixels                kitty's protocol, in motion too",
      "kitty                 images behave; animations; placeholders; relative placements; shared memory",
      "synchronized updates  yes", "tmux                  none", "TERM_PROGRAM=evil␛]2;title␇",
      "  ␛_Gi=35,p=1;OK␛\\", "  ␛[0n",
    ] { #expect(output.contains(line), "\(output)") }
    expect(session.images?.images.isEmpty, equals: true)
    expect(session.images?.faults, equals: [])
    try expectUntouched(session)
  }

  @Test func `--terminal-report ends on a terminal that answers nothing`() throws {
    let session = try TerminalSession(["--terminal-report"])
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(String(decoding: session.bytes, as: UTF8.self).contains("replies               incomplete"))
    try expectUntouched(session)
  }

  @Test func `--terminal-report refuses where there is no terminal`() throws {
    let run = try PlainRun(["--terminal-report"])
    expect(run.ending, equals: .exited(1))
    expect(
      run.errorLines,
      equals: [
        "tui: no terminal can be queried; run tui --terminal-report in one, and type nothing meanwhile"
      ])
  }
}
