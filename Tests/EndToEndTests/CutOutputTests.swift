import Glibc
import TestSupport
import Testing

/// The terminal is restored wherever its output is cut: when the program ends, the rest of a frame is discarded.
@Suite("Cut output")
struct CutOutputTests {
  enum Output: CaseIterable {
    case cells, kitty, sixels

    fileprivate var setup: TerminalSession.Setup {
      var setup = TerminalSession.Setup()
      (setup.answers, setup.columns, setup.rows) = (true, 16, 6)
      // Otherwise Swift's backtracer would prompt on the terminal.
      setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
      if self == .kitty {
        var kitty = PretendKitty()
        kitty.readsSharedQueries = false
        setup.images = kitty
      }
      return setup
    }
  }

  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  @Test(arguments: Output.allCases, [nil, SIGABRT])
  func `a frame that is cut at any byte swallows nothing that restores the terminal`(
    output: Output, signal: Int32?
  ) throws {
    let pixels = [.cells: "off", .kitty: "kitty", .sixels: "sixel"][output, default: "auto"]
    let session = try TerminalSession(
      ["--interval", "0", "--no-motion", "--pixels", pixels, album.path], output.setup)
    try session.wait(for: "dots") { session.dots == "●○" }
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the second dot") { session.dots == "○●" }
    try session.readAll()
    if let signal { session.job.send(signal: signal) } else { try session.type("q") }
    _ = try session.waitForEnd()
    // From the first frame on.
    let mode = try #require(session.bytes.firstRange(of: Array("\u{1B}[?7l".utf8)))
    let end = try #require(session.bytes.firstIndex(of: 0))
    var (start, screen, images) = (mode.upperBound, ScreenReader(size: session.screen.size), output.setup.images)
    screen.feed("\(TerminalSession.prompt)\r\n".utf8 + session.bytes[..<start])
    _ = images?.feed(session.bytes[..<start])
    #expect(end > start + 500)
    let restoring = session.bytes[end...]
    while start <= end {
      var (restored, images) = (screen, images)
      restored.feed(restoring)
      _ = images?.feed(restoring)
      let state =
        "\(restored.modes.sorted()) \(restored.screenNumber) \(restored.title) \(restored.rows[0].prefix(5))"
      expect(state, equals: "[7, 25] 0 shell $ tui", "after \(session.bytes[..<start].suffix(20)) \(start) \(end)")
      try #require(restored.pen == ScreenCell.Pen() && images?.images.isEmpty != false)
      try #require(restored.faults == [])
      screen.feed([session.bytes[start]])
      _ = images?.feed([session.bytes[start]])
      start += 1
    }
  }
}
