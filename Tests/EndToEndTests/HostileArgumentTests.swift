import Glibc
import TestSupport
import Testing

@Suite("Hostile arguments")
struct HostileArgumentTests {
  /// Unknown options that contain terminal sequences, such as a window title: with ESC, and with the C1 controls of one
  /// scalar each.
  private static let hostile = [
    "--x\u{1B}]0;evil\u{07}y", "--x\u{9D}0;evil\u{9C}y", "-\u{1B}[31mz", "--a\nb\u{1B}c",
  ]

  @Test(arguments: hostile, ["C.UTF-8", "C"])
  func `control characters in a bad option never reach the terminal`(argument: String, locale: String) throws {
    var setup = TerminalSession.Setup()
    setup.columns = 120
    setup.variables = ["LC_ALL": locale]
    let session = try TerminalSession([argument], setup)
    try expect(session.waitForEnd(), equals: .exited(64))
    expectPlain(session.bytes, locale)
    #expect(session.screen.text.contains(argument.contains("evil") ? "0;evil" : "unknown option"))
    session.expectNoFaults()
  }

  @Test(
    arguments: ["--interval", "--start", "--page-position", "--placeholder", "--glyphs", "--caption"], ["C.UTF-8", "C"])
  func `control characters in a bad value never reach the terminal`(flag: String, locale: String) throws {
    var setup = TerminalSession.Setup()
    setup.variables = ["LC_ALL": locale]
    let album = try Album()
    let session = try TerminalSession([flag, "%é\u{1B}]0;evil\u{07}\u{9B}31m", "--print", album.path], setup)
    let ending = try session.waitForEnd()
    #expect([.exited(64), .exited(1)].contains(ending))
    expectPlain(session.bytes, locale)
    session.expectNoFaults()
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["nowhere\u{1B}é.png", "--print"], ["--interval", "1", "--print", "nowhere"],
  ])
  func `in an ASCII locale only ASCII is written`(arguments: [String]) throws {
    var setup = TerminalSession.Setup()
    setup.variables = ["LC_ALL": "C"]
    let session = try TerminalSession(arguments, setup)
    _ = try session.waitForEnd()
    #expect(!session.bytes.isEmpty)
    #expect(!session.bytes.contains { $0 >= 0x80 })
  }

  @Test(arguments: ["-x", "--on-click=touch pwned", "--shuffle", "--x\u{1B}]0;evil\u{07}"])
  func `an option that is also a file's name is refused with advice`(name: String) throws {
    let album = try Album(Album.red)
    try album.add(name, Album.green)
    var setup = TerminalSession.Setup()
    setup.columns = 160
    setup.folder = album.path
    let session = try TerminalSession([name, "1.png"], setup)
    try expect(session.waitForEnd(), equals: .exited(64))
    #expect(session.screen.text.contains("./*"))
    #expect(session.screen.text.contains("--"))
    expectPlain(session.bytes, "C.UTF-8")
    try session.expectRestored()
    expect(album.text(of: "pwned"), equals: nil)
  }

  @Test(arguments: [["./--shuffle"], ["--", "--shuffle"]])
  func `a file named like an option is shown by its path or after --`(arguments: [String]) throws {
    let album = try Album()
    try album.add("--shuffle", Album.green)
    var setup = TerminalSession.Setup()
    setup.folder = album.path
    let session = try TerminalSession(["--interval", "0"] + arguments, setup)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: ["C.UTF-8", "C"])
  func `control characters in a picked name are shown as symbols on a terminal`(locale: String) throws {
    let album = try Album()
    try album.add("a\u{1B}]0;evil\u{07}é\u{9B}31m.png", Album.red)
    var setup = TerminalSession.Setup()
    setup.columns = 160
    setup.variables = ["LC_ALL": locale]
    let session = try TerminalSession(["--pick", "--art", "half", "--interval", "0", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(session.screen.text.contains("]0;evil"))
    // The title of the window has the name, in visible characters.
    #expect(!session.screen.commands.contains { $0.contains("evil") && !$0.hasPrefix("2;1/") })
    session.expectNoFaults()
  }

  /// Expects no controls except line breaks, and in the C locale only ASCII.
  private func expectPlain(_ bytes: [UInt8], _ locale: String, at location: SourceLocation = #_sourceLocation) {
    let text = String(decoding: bytes, as: UTF8.self)
    let controls = text.unicodeScalars.filter { scalar in
      scalar.value < 0x20 && scalar != "\n" && scalar != "\r" || (0x7F..<0xA0).contains(scalar.value)
    }
    #expect(controls.isEmpty, sourceLocation: location)
    if locale == "C" { #expect(!bytes.contains { $0 >= 0x80 }, sourceLocation: location) }
  }
}
