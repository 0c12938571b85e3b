import Terminal
import TestSupport
import Testing

@Suite("Decks that set something for single slides")
struct DeckSettingsTests {
  private func album(_ deck: String) throws -> Album {
    let album = try Album(Album.red, Album.green)
    _ = try album.write(Array(deck.utf8), as: "deck.json")
    return album
  }

  @Test func `a slide is shown for its own duration, and one that holds until a key is pressed`() throws {
    let album = try album(
      """
      [{"image": "1.png", "duration": 2}, {"image": "2.png", "duration": "hold"}]
      """)
    let session = try TerminalSession(["--interval", "3600", "--no-motion", "\(album.path)/deck.json"])
    try session.waitForPicture(Album.red)
    try session.waitForPicture(Album.green)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `printing uses a slide's own fit, names what is wrong, and shows the slide`() throws {
    let album = try album(
      """
      [{"image": "1.png", "fit": "stretch"}, {"image": "2.png", "fit": "wide", "transition": "fly"}]
      """)
    let deck = "\(album.path)/deck.json"
    let run = try PlainRun(["--print", "--art", "half", "--color", "truecolor", "--size", "40x6", deck])
    expect(run.ending, equals: .exited(0))
    let problem =
      #"deck.json, entry 2 (line 1, column 59): "transition": expected slide, fade, push, stack, depth, cover-flow, curl, drift or none; "#
      + #""fit": expected contain, cover, stretch, width, height, shrink or none"#
    expect(run.errorLines, equals: ["tui: \(problem)"])
    var screen = ScreenReader(size: CellSize(columns: 40, rows: 13))
    for byte in run.output { screen.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
    func columns(of pixel: TinyPNG.Pixel, _ row: Int) -> Int {
      let color = Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
      return (0..<40).count { screen[$0, row].halves?.upper == color }
    }
    expect(columns(of: Album.red, 2), equals: 40)
    // The pictures are four by three.
    expect(columns(of: Album.green, 8), equals: 16)
    let json = try PlainRun(["--json", deck])
    let lines = String(decoding: json.output, as: UTF8.self).split(separator: "\n")
    #expect(lines[1].contains(#""fit": "stretch""#), "\(lines)")
    #expect(lines[2].contains(#""problem": "deck.json, entry 2 (line 1, column "#), "\(lines)")
  }
}
