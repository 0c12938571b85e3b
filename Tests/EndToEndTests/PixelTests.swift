import Foundation
import Glibc
import Terminal
import TestSupport
import Testing

/// Pictures in pixels, on a simulated kitty.
@Suite struct PixelTests {
  private let album: Album
  /// Files left by programs that were killed: one of them may have had the same process identifier.
  private let leftovers: Set<String>

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue)
    leftovers = Set(try Self.sharedFiles())
  }

  private static func setup(_ images: PretendKitty = PretendKitty()) -> TerminalSession.Setup {
    var setup = TerminalSession.Setup()
    setup.answers = true
    setup.images = images
    return setup
  }

  /// Starts a session and waits until its first picture is shown in pixels.
  private func started(_ flags: String..., setup: TerminalSession.Setup = setup()) throws -> TerminalSession {
    let session = try TerminalSession(["--interval", "0", "--art", "half"] + flags + [album.path], setup)
    try waitForPixels(in: session)
    return session
  }

  private func waitForPixels(in session: TerminalSession) throws {
    // The shade behind the dots is a placement, too.
    try session.wait(for: "a picture in pixels") {
      session.images?.placements.values.contains { $0.keys["c"] == nil } == true
        && !session.isDrawn(toRow: session.screen.size.rows / 2)
    }
  }

  /// Returns a session's shared memory objects.
  private func sharedFiles(of session: TerminalSession) throws -> [String] {
    let identifier = try #require(session.job.identifier)
    return try Self.sharedFiles().filter { name in
      !leftovers.contains(name) && name.hasPrefix("tui-\(identifier)-")
    }
  }

  private static func sharedFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
  }

  private func expectNothingLeft(in session: TerminalSession, afterResize: Bool = false) throws {
    try session.readAll()
    expect(session.images?.images.isEmpty, equals: true)
    expect(session.images?.placements.isEmpty, equals: true)
    expect(session.images?.faults, equals: [])
    try expect(sharedFiles(of: session), equals: [])
    if afterResize { try session.expectNoLineSettingsLeft() } else { try session.expectRestored() }
  }

  @Test func `the selected row of the menu is legible over pixels`() throws {
    let session = try started("--action", "k:Keep:true")
    try session.type("o")
    try session.wait(for: "the menu") { session.screen.text.contains("k  Keep") }
    for selected in ["c  copy the path", "k  Keep"] {
      try session.wait(for: "the row's own shade") {
        guard let row = session.screen.rows.firstIndex(where: { $0.contains(selected) }),
          let found = session.screen.rows[row].range(of: selected)
        else { return false }
        let column = session.screen.rows[row].distance(from: session.screen.rows[row].startIndex, to: found.lowerBound)
        let shades = session.images?.placements.filter { _, placement in
          guard let columns = placement.keys["c"], let rows = placement.keys["r"] else { return false }
          return (placement.column..<placement.column + columns).contains(column)
            && (placement.row..<placement.row + rows).contains(row)
        }
        guard shades?.count == 1, let shade = shades?.first.flatMap({ session.images?.images[$0.key.image] }) else {
          return false
        }
        // White, under the panel's dark backing as ink.
        return Set(shade.content) == [255]
          && session.screen[column, row].foreground != Color(red: 255, green: 255, blue: 255)
      }
      try session.type("j")
    }
    try session.type("qq")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `pictures are shown in pixels in kitty, and q leaves no images behind`() throws {
    let session = try started()
    // Cells have 10×20 pixels, so the window has 400×240.
    let image = try #require(session.images?.images.values.first { $0.width > 3 })
    #expect((image.width, image.height) == (320, 240))
    expect(session.dots, equals: "●○○")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
    session.expectNoFaults()
  }

  @Test(arguments: [true, false], [true, false])
  func `pictures are sent through shared memory if the terminal reads it, else inline`(
    readsQueries: Bool, readsImages: Bool
  ) throws {
    var kitty = PretendKitty()
    (kitty.readsSharedQueries, kitty.readsSharedImages) = (readsQueries, readsImages)
    let session = try started(setup: Self.setup(kitty))
    expect(session.count(of: "t=s,S=3,"), equals: 1)
    let count = try #require(session.images?.sharedCount)
    expect(count > 0, equals: readsQueries && readsImages)
    expect(session.count(of: "t=d,f=24,s=") > 0, equals: readsQueries && !readsImages)
    expect(session.count(of: "t=d,o=z") > 0, equals: !readsQueries)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `SIGKILL leaves no picture in shared memory`() throws {
    var kitty = PretendKitty()
    kitty.hangsOnSharedImages = true
    let session = try TerminalSession(["--interval", "0", "--art", "half", album.path], Self.setup(kitty))
    try session.wait(for: "a picture in shared memory") {
      session.count(of: "t=s,") >= 2 && (try? sharedFiles(of: session).count) == 1
    }
    session.job.send(signal: SIGKILL)
    _ = try session.waitForEnd()
    try session.wait(for: "its removal") { (try? sharedFiles(of: session)) == [] }
  }

  @Test func `SIGKILL leaves no query's file if the terminal answers nothing`() throws {
    var setup = TerminalSession.Setup()
    setup.variables = ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"]
    let session = try TerminalSession(["--interval", "0", "--art", "half", album.path], setup)
    try session.wait(for: "its start") { session.job.identifier != nil }
    try session.wait(for: "the query's file") { (try? sharedFiles(of: session).count) == 1 }
    session.job.send(signal: SIGKILL)
    _ = try session.waitForEnd()
    try session.wait(for: "its removal") { (try? sharedFiles(of: session)) == [] }
  }

  @Test func `a terminal that does not answer queries about images gets no files`() throws {
    let session = try TerminalSession(["--interval", "0", "--art", "half", album.path])
    // The queries follow the first frame.
    try session.wait(for: "the query") { session.count(of: "a=q") > 0 }
    try session.waitForPicture(Album.red)
    try session.readAll()
    expect(session.count(of: "a=q"), equals: 1)
    expect(session.count(of: "t=s,S=3,"), equals: 0)
    try expect(sharedFiles(of: session), equals: [])
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `over SSH shared memory is not used`() throws {
    var setup = Self.setup()
    setup.variables = ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"]
    let session = try started(setup: setup)
    expect(session.count(of: "t=s"), equals: 0)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `a slide transition moves placements and redraws no cells`() throws {
    let session = try started()
    try session.wait(for: "the neighbors") { session.images?.images.values.count { $0.width > 3 } == 3 }
    try session.readAll()
    let before = session.bytes.count
    let placements = session.images?.placementCount ?? 0
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the next slide") { session.dots == "○●○" }
    try session.readAll()
    let frames = (session.images?.placementCount ?? 0) - placements
    #expect(frames > 2)
    // No picture was sent again, and none of its cells was redrawn.
    #expect((session.bytes.count - before) < 400 * frames)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test(arguments: [true, false])
  func `an animation plays in pixels, each frame of which is sent once, and leaves nothing behind`(readsShared: Bool)
    throws
  {
    try album.write(TinyPNG.animated([Album.red, Album.blue], milliseconds: 40), as: "1.png")
    var kitty = PretendKitty()
    kitty.readsSharedQueries = readsShared
    let session = try started(setup: Self.setup(kitty))
    func waitForFrames() throws {
      let before = session.images?.placementCount ?? 0
      try session.wait(for: "twenty frames") { (session.images?.placementCount ?? 0) >= before + 20 }
    }
    try waitForFrames()
    let (uploads, bytes) = (session.images?.uploadCount ?? 0, session.bytes.count)
    try waitForFrames()
    expect(session.images?.uploadCount, equals: uploads)
    // Two frames, the still and its neighbors.
    #expect(session.images?.images.values.count { $0.width > 3 } ?? 0 <= 5)
    #expect(!session.isDrawn(toRow: session.screen.size.rows / 2))
    if readsShared { #expect(session.bytes.count - bytes < 20 * 1000) }
    try session.type(" ")
    try session.readAll()
    let held = session.images?.uploadCount
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the next slide") { session.dots == "○●○" }
    try session.readAll()
    #expect((session.images?.uploadCount ?? 0) <= (held ?? 0) + 4)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `a fade is drawn in pixels, redraws no cells and leaves no images behind`() throws {
    let session = try started("--change-mode", "fade")
    func sizes() -> Set<Int> { Set(session.images?.images.values.map(\.width) ?? []) }
    // The neighbors are 320 pixels wide; the layers are as wide as the window.
    try session.wait(for: "the neighbors and their layers") {
      let images = session.images?.images.values.filter { $0.width > 3 } ?? []
      return images.count { $0.width == 320 } == 3 && images.count { $0.width == 400 } == 4
    }
    try session.readAll()
    let before = session.bytes.count
    let placements = session.images?.placementCount ?? 0
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the next slide") { session.dots == "○●○" }
    try session.readAll()
    let count = (session.images?.placementCount ?? 0) - placements
    #expect(count > 2 && session.bytes.count - before < 400 * count)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal leaves no images behind`(signal: Int32) throws {
    let session = try started()
    session.job.send(signal: signal)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    try expectNothingLeft(in: session)
  }

  @Test func `Ctrl-Z leaves no images behind, and fg sends them again`() throws {
    let session = try started()
    try session.type("\u{1A}")
    try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
    try expectNothingLeft(in: session)
    session.job.bringToForeground()
    try waitForPixels(in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `a resize sends a picture of the new size`() throws {
    let session = try started()
    try session.resize(columns: 60, rows: 21)
    try session.wait(for: "the picture at 60×21") {
      session.images?.images.values.contains { ($0.width, $0.height) == (560, 420) } == true
    }
    try waitForPixels(in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session, afterResize: true)
  }

  @Test(arguments: [PretendKitty.Behavior.refusing, .silent])
  func `cells are used if the terminal refuses or ignores pictures`(behavior: PretendKitty.Behavior) throws {
    var kitty = PretendKitty()
    kitty.behavior = behavior
    let session = try TerminalSession(
      ["--interval", "0", "--art", "half", "--pixels", "kitty", album.path], Self.setup(kitty))
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expectNothingLeft(in: session)
  }

  @Test func `with --pixels off the terminal is not queried`() throws {
    let session = try TerminalSession(
      ["--interval", "0", "--art", "half", "--pixels", "off", album.path], Self.setup())
    try session.waitForPicture(Album.red)
    try session.readAll()
    expect(session.count(of: "\u{1B}_G"), equals: 0)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `--print writes pixels if a protocol is named, and otherwise cells to a pipe`() throws {
    var kitty = PretendKitty()
    let pixels = try PlainRun(["--print", "--pixels", "kitty", "--size", "20x10", "\(album.path)/1.png"])
    expect(pixels.ending, equals: .exited(0))
    // As in a shell: the picture is placed at the cursor, and the next line follows it.
    _ = kitty.feed(pixels.output)
    expect(kitty.faults, equals: [])
    expect(kitty.uploadCount, equals: 1)
    expect(pixels.output.last, equals: 0x0A)
    let cells = try PlainRun(["--print", "--size", "20x10", "\(album.path)/1.png"])
    #expect(!String(decoding: cells.output, as: UTF8.self).contains("\u{1B}_G"))
  }

  @Test func `kitty plays a printed animation as often as its file says, unless animations are off`() throws {
    // 4×4 pixels, of which four change after 50 ms, for 200 ms; the loop is repeated twice.
    let gif =
      "R0lGODlhBAAEAIEAAP8AAAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwECAAAh+QQABQAAACwAAAAABAAEAAAICQABCBxIsCCAgAAh+QQBFAACACwB"
      + "AAEAAgACAIH/AAAAAP8AAAAAAAAIBgADCAwQEAA7"
    let path = "\(album.path)/moving.gif"
    try #require(Data(base64Encoded: gif)).write(to: URL(filePath: path))
    func printed(_ flags: String..., on term: String = "xterm-kitty") throws -> String {
      let run = try PlainRun(
        ["--print", "--pixels", "kitty", "--size", "20x10", path] + flags, variables: ["TERM": term])
      expect(run.ending, equals: .exited(0))
      return String(decoding: run.output, as: UTF8.self)
    }
    let moving = try printed()
    expect(moving.split(separator: ",q=2,c=1,x=").count, equals: 2)
    #expect(moving.contains(",X=1,z=200,"))
    #expect(moving.contains(",r=1,z=50,q=2"))
    #expect(moving.contains(",s=3,v=4,q=2"))
    try expect(printed("--animate", "never").contains("a=f"), equals: false)
    try expect(printed(on: "xterm-256color").contains("a=f"), equals: false)
  }

  #if DELIBERATE_TRAP
    @Test func `a crash leaves no images behind`() throws {
      var setup = Self.setup()
      setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
      let session = try started(setup: setup)
      try session.type("!")
      let ending = try session.waitForEnd()
      #expect([.signaled(SIGILL), .signaled(SIGTRAP), .signaled(SIGABRT)].contains(ending))
      try expectNothingLeft(in: session)
    }
  #else
    @Test(.disabled("the program was built without -DDELIBERATE_TRAP"))
    func `a crash leaves no images behind`() {}
  #endif
}
