import Glibc
import TestSupport
import Testing

@Suite("Resizing")
struct ResizingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  @Test func `the picture is laid out for the new size of a larger or smaller window`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.wait(for: "the picture at 40×12") { session.pictureColumns == 4..<36 }
    for (columns, rows, picture) in [(60, 21, 2..<58), (24, 9, 0..<24), (40, 12, 4..<36)] {
      try session.resize(columns: columns, rows: rows)
      try session.wait(for: "the picture at \(columns)×\(rows)") { session.pictureColumns == picture }
      try session.wait(for: "dots in the last row") { session.screen.rows[rows - 1].contains("● ○ ○") }
    }
    // Output that was under way during a resize was for the old size; from here on all output is for this one.
    session.forgetFaults()
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    session.expectNoFaults()
  }

  @Test(arguments: ["truecolor", "curses"])
  func `a scroll region for the old size, executed late, does not stay`(screen: String) throws {
    let session = try TerminalSession(["--interval", "0", "--screen", screen, album.path])
    // ncurses sets the region as it starts.
    try session.resize(columns: 60, rows: 21, beforeExecuting: "\u{1B}[1;12r")
    try session.wait(for: "dots in the last row") { session.screen.rows[20].contains("○") }
    expect(session.screen.region, equals: 0..<21)
    // Another program may set one, too.
    session.scribble("\u{1B}[3;9r")
    try session.type("\u{0C}")
    try session.wait(for: "the whole region after Ctrl-L") { session.screen.region == 0..<21 }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a slide dragged half-way comes to rest after a resize`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type("\u{1B}[<0;30;6M\u{1B}[<32;10;6M")
    try session.wait(for: "two pictures side by side") { session.pictureColors == [Album.red, Album.green] }
    try session.resize(columns: 60, rows: 21)
    try session.wait(for: "pictures at 60×21") { !session.pictureColors.isEmpty && session.isDrawn(toRow: 20) }
    session.forgetFaults()
    try session.type("\u{1B}[<0;10;6m")
    try session.wait(for: "rest") { session.pictureColors.count == 1 && session.pictureColumns == 2..<58 }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    session.expectNoFaults()
  }

  @Test func `resizes during motion neither crash tui nor lose the slide change`() throws {
    let session = try TerminalSession(["--interval", "0", "--change-mode", "slide", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    // On a busy machine the whole motion may arrive in one read.
    try session.wait(for: "motion") { session.pictureColors.count == 2 || session.pictureColor == Album.green }
    for (columns, rows) in [(30, 10), (1, 1), (80, 24), (7, 3), (60, 21)] {
      try session.resize(columns: columns, rows: rows)
    }
    try session.waitForPicture(Album.green)
    try session.wait(for: "the picture at 60×21") { session.pictureColumns == 2..<58 }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectNoLineSettingsLeft()
  }

  @Test func `keys work in a window of one cell, and nothing is drawn outside it`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.resize(columns: 1, rows: 1)
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the second picture in one cell") { session.pictureColor == Album.green }
    session.forgetFaults()
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the third picture in one cell") { session.pictureColor == Album.blue }
    session.expectNoFaults()
    try session.resize(columns: 40, rows: 12)
    try session.wait(for: "the picture at 40×12") { session.pictureColumns == 4..<36 }
    try session.wait(for: "dots") { session.dots == "○○●" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: ["truecolor", "curses"])
  func `Ctrl-L redraws a screen that another program has overwritten`(screen: String) throws {
    let session = try TerminalSession(["--interval", "0", "--screen", screen, album.path])
    try session.wait(for: "dots") { session.dots == "●○○" }
    // Noise in every cell, also beside the picture, so that only a redraw of the whole screen removes it.
    let noise = (1...12).map { "\u{1B}[\($0);1H" + String(repeating: "#", count: 40) }.joined()
    // Repeats the noise in case it arrived within one of the program's own sequences, which would swallow part of it.
    try session.wait(for: "the noise") {
      session.scribble(noise)
      return session.screen.rows.allSatisfy { $0 == String(repeating: "#", count: 40) }
    }
    try session.type("\u{0C}")
    try session.wait(for: "a clean screen") { !session.screen.text.contains("#") && session.dots == "●○○" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 3), (7, 3), (8, 4), (500, 200)])
  func `tui starts in a window of any size`(columns: Int, rows: Int) throws {
    var setup = TerminalSession.Setup()
    (setup.columns, setup.rows) = (columns, rows)
    let session = try TerminalSession(["--interval", "0", "--page-position", "hidden", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    session.expectNoFaults()
  }
}
