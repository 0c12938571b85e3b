import TestSupport
import Testing

@Suite("Accessibility")
struct AccessibilityTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  private func text(_ arguments: [String], variables: [String: String?] = [:]) throws -> String {
    let run = try PlainRun(arguments + ["--print", "--size", "8x4", "\(album.path)/1.png"], variables: variables)
    expect(run.ending, equals: .exited(0))
    return String(decoding: run.output, as: UTF8.self)
  }

  @Test func `NO_COLOR prints no colors, unless --color asks for them`() throws {
    #expect(try text([]).contains("\u{1B}["))
    #expect(try text([], variables: ["NO_COLOR": ""]).contains("\u{1B}["))
    #expect(!(try text([], variables: ["NO_COLOR": "1"]).contains("\u{1B}[")))
    #expect(try text(["--color", "256"], variables: ["NO_COLOR": "1"]).contains("\u{1B}["))
  }

  @Test func `--no-mouse leaves the mouse to the terminal`() throws {
    let session = try TerminalSession(["--interval", "0", "--no-mouse", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    expect(session.count(of: "\u{1B}[?1000h"), equals: 0)
    expect(session.count(of: "\u{1B}[?1002h"), equals: 0)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `with --reduced-motion, a slide changes in one frame`() throws {
    let session = try TerminalSession(["--interval", "0", "--reduced-motion", "--stats", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    let drawn = session.screen.text.firstMatch(of: /frames +(\d+)/)?.output.1
    expect(drawn.flatMap { Int($0) }.map { $0 < 10 }, equals: true, "\(session.screen.text)")
  }

  @Test func `--version names the commit's place, the codecs and the screens`() throws {
    let lines = String(decoding: try PlainRun(["--version"]).output, as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.firstMatch(of: /^tui \d+\.\d+\.\d+( \([0-9a-f]{8}(-dirty)?\))?$/) != nil)
    #expect(lines.contains { $0.firstMatch(of: /^codecs: libjpeg-turbo \d+\.\d+\.\d+, libdeflate \d+\.\d+/) != nil })
    #expect(lines.contains { $0.hasPrefix("screens: truecolor, curses (ncurses 6.") })
  }
}
