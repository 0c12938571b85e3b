import Glibc
import TestSupport
import Testing

@Suite("tui-fetch on the command line")
struct FetchingByHandTests {
  /// Runs `tui-fetch` on a terminal.
  private func session(_ arguments: [String], locale: String) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    setup.program = Build.tuiFetch
    setup.columns = 120
    setup.variables = ["LC_ALL": locale]
    return try TerminalSession(arguments, setup)
  }

  /// Arguments with a sequence that sets the window's title (with ESC and with C1 controls), wherever a message quotes
  /// them.
  private static let hostile = [
    ["--x\u{1B}]0;evil\u{07}é"], ["--timeout", "%é\u{1B}]0;evil\u{07}\u{9B}31m"],
    ["--no-cache", "http://127.0.0.1:1/é\u{1B}]0;evil\u{07}\u{9B}31m"], ["--no-cache", "é\u{1B}]0;evil\u{07}"],
  ]

  @Test(arguments: hostile, ["C.UTF-8", "C"])
  func `control characters in an argument never reach the terminal`(arguments: [String], locale: String) throws {
    let session = try session(arguments, locale: locale)
    #expect(try [.exited(1), .exited(64)].contains(session.waitForEnd()))
    #expect(session.screen.text.contains("0;evil"))
    #expect(!session.screen.commands.contains { $0.contains("evil") })
    if locale == "C" { #expect(!session.bytes.contains { $0 >= 0x80 }) }
    session.expectNoFaults()
  }

  @Test(arguments: [["--help"], ["--version"]])
  func `in an ASCII locale only ASCII is written`(arguments: [String]) throws {
    let session = try session(arguments, locale: "C")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(!session.bytes.isEmpty)
    #expect(!session.bytes.contains { $0 >= 0x80 })
  }

  @Test(arguments: ["C.UTF-8", "C"])
  func `progress bars and results are ASCII in an ASCII locale`(locale: String) throws {
    let album = try Album(Album.red)
    let server = try WebServer(serving: album.path)
    let urls = ["\(server.address)/1.png", "\(server.address)/é.png"]
    let session = try session(["--no-cache"] + urls, locale: locale)
    try expect(session.waitForEnd(), equals: .exited(1))
    #expect(session.screen.text.contains("/1.png"))
    #expect(session.screen.text.contains("404"))
    expect(session.bytes.contains { $0 >= 0x80 }, equals: (locale == "C.UTF-8"))
    session.expectNoFaults()
  }
}
