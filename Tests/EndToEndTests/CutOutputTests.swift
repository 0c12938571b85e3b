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
    try session.readAll()
    var (screen, images, start) = (session.screen, session.images, session.bytes.count)
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the second dot") { session.dots == "○●" }
    try session.readAll()
    if let signal { session.job.send(signal: signal) } else { try session.type("q") }
    _ = try session.waitForEnd()
    let end = try #require(session.bytes[start...].firstIndex(of: 0))
    #expect(end > start + 100)
    let restoring = session.bytes[end...]
    while start <= end {
      var (restored, images) = (screen, images)
      restored.feed(restoring)
      _ = images?.feed(restoring)
      let isRestored =
        restored.modes == [7, 25] && restored.pen == ScreenCell.Pen() && restored.title == ScreenReader.shellsTitle
        && restored.screenNumber == 0 && restored.rows[0].hasPrefix(TerminalSession.prompt)
      try #require(isRestored && images?.images.isEmpty != false, "after \(session.bytes[..<start].suffix(40))")
      try #require(restored.faults == [])
      screen.feed([session.bytes[start]])
      _ = images?.feed([session.bytes[start]])
      start += 1
    }
  }
}
