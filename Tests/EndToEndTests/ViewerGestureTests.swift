import Glibc
import Terminal
import TestSupport
import Testing

/// The viewer with the mouse, through resizes, and while files change.
@Suite("Gestures in the viewer")
struct ViewerGestureTests {
  private let album: Album

  /// Creates three pictures: one that is red in its left three eighths and blue in the rest, a green one and a blue
  /// one. In the window of 40×12 cells each takes columns 4 to 35.
  init() throws {
    album = try Album()
    // Larger than its place on screen, so that the edge between the colors is sharp.
    try album.write(TinyPNG.split(Album.red, Album.blue), as: "1.png")
    try album.add("2.png", Album.green)
    try album.add("3.png", Album.blue)
  }

  /// Returns a session with the viewer open at the first picture.
  private func viewer(_ arguments: [String] = []) throws -> TerminalSession {
    let session = try TerminalSession(["--interval", "0", "--art", "half"] + arguments + [album.path])
    try session.wait(for: "the picture") { extent(session) == 4..<36 }
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the viewer") { session.screen.text.contains("1/3 1.png") && session.dots.isEmpty }
    return session
  }

  /// Returns the columns from the picture's left to its right edge in a row, including columns where colors mix; nil
  /// if there is no picture.
  private func extent(_ session: TerminalSession, row: Int? = nil) -> Range<Int>? {
    let columns = 0..<session.screen.size.columns
    let shown = columns.filter { column in
      session.color(atColumn: column, row: row ?? session.screen.size.rows / 2).map(Album.colors.contains) == true
    }
    return shown.first.flatMap { first in shown.last.map { first..<$0 + 1 } }
  }

  /// Whether red ends and blue begins at a column in the middle row. Only at rest is the edge exactly between two
  /// columns: at column 16, or at column 12 of a picture zoomed to twice the size.
  ///
  /// - Parameter blur: the columns on either side in which colors may mix because pixels do not fall on samples.
  private func isSeam(_ session: TerminalSession, at column: Int, blur: Int = 0) -> Bool {
    let row = session.screen.size.rows / 2
    return session.color(atColumn: column - 1 - blur, row: row) == Album.red
      && session.color(atColumn: column + blur, row: row) == Album.blue
  }

  private func quit(_ session: TerminalSession) throws {
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  private func mouse(_ kind: String, _ column: Int, _ row: Int) -> String {
    switch kind {
    case "press": "\u{1B}[<0;\(column + 1);\(row + 1)M"
    case "drag": "\u{1B}[<32;\(column + 1);\(row + 1)M"
    default: "\u{1B}[<0;\(column + 1);\(row + 1)m"
    }
  }

  @Test func `dragging pans a zoomed picture, and past its edge changes the slide`() throws {
    let session = try viewer()
    try session.type("++")
    try session.wait(for: "twice the size") { extent(session) == 0..<40 && isSeam(session, at: 12) }
    try session.type(mouse("press", 10, 6) + mouse("drag", 20, 6) + mouse("release", 20, 6))
    try session.wait(for: "the picture ten columns further") { isSeam(session, at: 22) }
    try session.type(mouse("press", 5, 6) + mouse("drag", 10, 6) + mouse("drag", 38, 6))
    try session.wait(for: "the slide before beside it") { session.pictureColors == [Album.blue, Album.red] }
    try session.type(mouse("release", 38, 6))
    try session.wait(for: "the slide before") { session.screen.text.contains("3/3 3.png") }
    try session.waitForPicture(Album.blue)
    try quit(session)
  }

  @Test func `a short drag down snaps the picture back into place, and a long one closes the viewer`()
    throws
  {
    let session = try viewer()
    try session.type(mouse("press", 20, 3) + mouse("drag", 20, 4) + mouse("drag", 20, 5))
    try session.wait(for: "a smaller picture") { extent(session).map { $0.count < 32 } == true }
    // Speed is measured over the last tenth of a second: a pointer at rest has none, so the release is not a fling.
    let rest = secondsNow()
    try session.wait(for: "the pointer to have rested") { secondsNow() > rest + 0.15 }
    try session.type(mouse("release", 20, 5))
    try session.wait(for: "the picture in its place") { extent(session) == 4..<36 }
    #expect(session.dots.isEmpty)
    try session.type(mouse("press", 20, 2) + mouse("drag", 20, 4) + mouse("drag", 20, 10) + mouse("release", 20, 10))
    try session.wait(for: "the carousel") { session.dots == "●○○" && extent(session) == 4..<36 }
    try quit(session)
  }

  @Test func `keys rotate, mirror and reset a picture`() throws {
    let session = try viewer()
    try session.type(">")
    try session.wait(for: "red above blue") {
      session.color(atColumn: 20, row: 2) == Album.red && session.color(atColumn: 20, row: 9) == Album.blue
    }
    try session.type("_")
    try session.wait(for: "blue above red") {
      session.color(atColumn: 20, row: 2) == Album.blue && session.color(atColumn: 20, row: 9) == Album.red
    }
    try session.type("0")
    try session.wait(for: "red beside blue") { extent(session) == 4..<36 && isSeam(session, at: 16) }
    try quit(session)
  }

  @Test func `a zoomed picture stays zoomed when the window is resized`() throws {
    let session = try viewer()
    try session.type("++")
    try session.wait(for: "twice the size") { extent(session) == 0..<40 && isSeam(session, at: 12) }
    for (columns, rows, seam) in [(48, 18, 12), (56, 24, 14), (40, 12, 12)] {
      try session.resize(columns: columns, rows: rows)
      try session.wait(for: "the picture at \(columns)×\(rows)") {
        extent(session) == 0..<columns && isSeam(session, at: seam, blur: 1)
      }
    }
    try session.type("0")
    try session.wait(for: "the whole picture") { extent(session).map { $0.lowerBound > 0 } == true }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `the viewer reloads a changed picture, and replaces a deleted one by the nearest slide`() throws {
    let session = try viewer(["--watch"])
    try session.type("++")
    try session.wait(for: "twice the size") { extent(session) == 0..<40 && isSeam(session, at: 12) }
    try album.write(TinyPNG.split(Album.blue, Album.red), as: "new")
    unsafe expect(rename("\(album.path)/new", "\(album.path)/1.png"), equals: 0)
    try session.wait(for: "the new picture, zoomed") {
      extent(session) == 0..<40 && session.pictureColors == [Album.blue, Album.red]
    }
    _ = unsafe unlink("\(album.path)/1.png")
    try session.wait(for: "the nearest slide left") { session.screen.text.contains("1/2 2.png") }
    try session.wait(for: "its picture, whole") {
      session.pictureColor == Album.green && extent(session) == 4..<36
    }
    try quit(session)
  }

  @Test func `an animation keeps playing while it is zoomed`() throws {
    try album.write(TinyPNG.animated([Album.red, Album.green], milliseconds: 150), as: "1.png")
    let session = try viewer()
    try session.type("++")
    for color in [Album.red, Album.green, Album.red] {
      try session.wait(for: "a zoomed frame of \(color)") {
        extent(session) == 0..<40 && session.pictureColor == color
      }
    }
    try quit(session)
  }

  /// Creates a lossless video of half a minute: 24×16 pixels, red and green in turn for a fifth of a second each;
  /// returns its path.
  private func film() throws -> String {
    let path = "\(album.path)/film.mkv"
    let frames = (0..<150).flatMap { frame in
      let color = frame % 2 == 0 ? Album.red : Album.green
      return Array(repeatElement([color.red, color.green, color.blue], count: 24 * 16).joined())
    }
    let run = try PipedProgram.run(
      Self.ffmpeg,
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "24x16", "-r", "5", "-i", "-", "-c:v", "ffv1",
        "-pix_fmt",
        "bgr0", path,
      ], input: frames)
    expect(run.ending, equals: .exited(0), "\(String(decoding: run.errors, as: UTF8.self))")
    return path
  }

  private static let ffmpeg = "/usr/bin/ffmpeg"

  @Test(.enabled(if: unsafe access(Self.ffmpeg, X_OK) == 0, "needs ffmpeg"))
  func `a video keeps playing while it is zoomed and panned`() throws {
    let session = try TerminalSession(["--interval", "0", "--art", "half", "--video", "play", try film()])
    try session.wait(for: "the film") { session.pictureColor.map(Album.colors.contains) == true }
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the viewer") { session.screen.text.contains("1/1 film.mkv") }
    try session.type("++")
    func waitForFrames(_ what: String) throws {
      for color in [Album.red, Album.green, Album.red] {
        try session.wait(for: "a frame of \(color), \(what)") {
          extent(session) == 0..<40 && session.pictureColor == color
        }
      }
    }
    try waitForFrames("zoomed")
    try session.type("l")
    try waitForFrames("moved")
    try quit(session)
  }
}
