import Foundation
import Terminal
import TestSupport
import Testing

@Suite("In tmux", .enabled(if: Tmux.path != nil, "tmux is not installed"))
struct TmuxTests {
  @Test func `the first and the next picture are shown, and q restores the pane`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let tmux = try #require(try Tmux(columns: 40, rows: 12))
    try tmux.send("\(Build.tui) --interval 0 \(album.path)", "Enter")
    try tmux.wait(for: "the first picture") { $0.isPicture(Album.red) && $0.text.contains("● ○ ○") }
    try tmux.send("Right")
    try tmux.wait(for: "the second picture") { $0.isPicture(Album.green) && $0.text.contains("○ ● ○") }
    try tmux.send("q")
    try tmux.wait(for: "the prompt") { $0.text.contains("ready>") && !$0.text.contains("●") }
  }

  @Test(arguments: ["256", "16", "8", "mono"])
  func `tmux shows the same directly as through ncurses`(colors: String) throws {
    let picture = "\(Build.packageFolder)/Resources/dusk-over-the-ridge.jpg"
    let direct = try #require(try Tmux(columns: 48, rows: 16))
    let curses = try #require(try Tmux(columns: 48, rows: 16))
    for (tmux, screen) in [(direct, "auto"), (curses, "curses")] {
      try tmux.send(
        "\(Build.tui) --interval 0 --screen \(screen) --color \(colors) --caption '漢字 %f' \(picture)", "Enter")
    }
    try direct.wait(for: "the picture") { $0.showsPicture && $0.text.contains("漢字 dusk") }
    try curses.wait(for: "the same picture") { try $0.showsPicture && direct.capture().differences(from: $0).isEmpty }
  }

  /// Starts the program in a tmux that passes images on (or not, if `passing` is "off") to a terminal that shows them.
  private func started(_ flags: String, passing: String = "on") throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    setup.program = try #require(Tmux.path)
    (setup.answers, setup.images, setup.cellPixels) = (true, PretendKitty(), (10, 20))
    setup.variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "SHELL": "/bin/sh"]
    let command = "COLORTERM=truecolor \(Build.tui) --interval 0 --art half \(flags)"
    return try TerminalSession(
      [
        "-L", "tui-\(UUID().uuidString)", "-f", "/dev/null", "-T", "RGB", "start-server", ";",
        "set-option", "-g", "allow-passthrough", passing, ";", "set-option", "-g", "status", "off", ";",
        "new-session", command,
      ], setup)
  }

  @Test func `a picture is shown in pixels through placeholders, and q leaves no images behind`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let session = try started("--fit stretch \(album.path)")
    try session.wait(for: "pixels") { session.placeholders.count > 200 && session.images?.images.count == 3 }
    let images = try #require(session.images)
    // tmux 3.8 passes uploads on within its own synchronized updates.
    expect(images.faults.filter { $0 != "an upload within a synchronized update" }, equals: [])
    // Every placeholder cell shows its own part, up to the window's last column and row.
    for cell in session.placeholders {
      #expect((cell.imageColumn, cell.imageRow) == (cell.column, cell.row))
      expect(images.images[cell.id].map { [$0.width, $0.height] }, equals: [400, 240])
      expect(images.placements.first { $0.key.image == cell.id }?.value.keys, equals: ["U": 1, "c": 40, "r": 12])
    }
    let corner = session.placeholders.last
    #expect((corner?.column, corner?.row) == (39, 11))
    let first = session.placeholders.first?.id
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the next picture") {
      session.placeholders.count > 200 && session.placeholders.allSatisfy { $0.id != first }
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(session.images?.images.isEmpty, equals: true)
    expect(session.images?.placements.isEmpty, equals: true)
  }

  @Test(arguments: ["auto", "kitty"], ["on", "off"])
  func `--print uses placeholders if tmux allows passthrough, and cells otherwise`(
    pixels: String, passing: String
  ) throws {
    let album = try Album(Album.red)
    let session = try started(
      "--print --size 20x6 --pixels \(pixels) \(album.path)/1.png; echo printed; head -n 1", passing: passing)
    try session.wait(for: "the next line") { session.screen.text.contains("printed") }
    // A 4:3 picture in 200×120 pixels takes 160×120.
    expect(session.placeholders.count, equals: passing == "on" ? 16 * 6 : 0)
    #expect(session.placeholders.allSatisfy { ($0.imageColumn, $0.imageRow) == ($0.column, $0.row) })
    #expect(Set(session.placeholders.map(\.id)).count <= 1)
    if let id = session.placeholders.first?.id {
      expect(session.images?.images[id].map { [$0.width, $0.height] }, equals: [160, 120])
      expect(session.images?.placements.map(\.value.keys), equals: [["U": 1, "c": 16, "r": 6]])
    }
    if passing == "off" { expect(session.color(atColumn: 8, row: 3), equals: Album.red) }
    expect(session.images?.faults, equals: [])
    try session.type("\r")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `cells are used if tmux does not allow passthrough`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let session = try started(album.path, passing: "off")
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    #expect(session.images?.images.isEmpty == true && session.placeholders.isEmpty)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}

extension TerminalSession {
  /// A placeholder cell, which shows a part of an image.
  fileprivate struct PlaceholderCell {
    var column: Int
    var row: Int
    var imageColumn: Int
    var imageRow: Int
    var id: Int
  }

  /// The placeholder cells in reading order; an incomplete one has image 0.
  fileprivate var placeholders: [PlaceholderCell] {
    var cells: [PlaceholderCell] = []
    for row in 0..<screen.size.rows {
      for column in 0..<screen.size.columns {
        let cell = screen[column, row]
        let scalars = Array(cell.text.unicodeScalars)
        guard scalars.first == KittyPlaceholder.scalar else { continue }
        let marks = scalars.dropFirst().compactMap { KittyPlaceholder.marks.firstIndex(of: $0) }
        guard marks.count == 3, case .rgb(let red, let green, let blue) = cell.pen.foreground.kind else {
          cells.append(PlaceholderCell(column: column, row: row, imageColumn: -1, imageRow: -1, id: 0))
          continue
        }
        cells.append(
          PlaceholderCell(
            column: column, row: row, imageColumn: marks[1], imageRow: marks[0],
            id: marks[2] << 24 | Int(red) << 16 | Int(green) << 8 | Int(blue)))
      }
    }
    return cells
  }
}

/// A private tmux server with one pane, in which a shell runs.
private final class Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let socket = "tui-\(UUID().uuidString)"
  private let program: String
  private let size: CellSize

  /// Starts the server; returns nil if tmux is not installed.
  init?(columns: Int, rows: Int) throws {
    guard let program = Self.path else { return nil }
    self.program = program
    size = CellSize(columns: columns, rows: rows)
    try run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "PS1='ready> ' exec /bin/sh")
    try run("set-option", "-g", "status", "off")
  }

  deinit { _ = try? PlainRun(["-L", socket, "kill-server"], program: program) }

  /// Presses keys, by tmux's names.
  func send(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Captures the pane until a condition holds.
  func wait(for what: String, until isTrue: (ScreenReader) throws -> Bool) throws {
    var screen = ScreenReader(size: size)
    let came = try waitUntil {
      screen = try capture()
      return try isTrue(screen)
    }
    if !came {
      Issue.record("never came: \(what)\n\(screen.text)")
      throw TerminalSession.GaveUp(what: what)
    }
  }

  /// What the pane shows.
  func capture() throws -> ScreenReader {
    var screen = ScreenReader(size: size)
    let lines = try run(["capture-pane", "-p", "-e", "-N"]).split(separator: 0x0A, omittingEmptySubsequences: false)
    for (row, line) in lines.prefix(size.rows).enumerated() {
      screen.feed("\u{1B}[\(row + 1);1H".utf8)
      screen.feed(line)
    }
    return screen
  }

  private func run(_ arguments: String...) throws { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> [UInt8] {
    // A user's own shell may be one that only ends, like that of a service.
    let run = try PlainRun(
      ["-L", socket, "-f", "/dev/null"] + arguments, program: program, variables: ["SHELL": "/bin/sh"])
    try #require(run.ending == .exited(0), "\(run.error)")
    return run.output
  }
}

extension ScreenReader {
  /// Whether the middle cell has a color.
  fileprivate func isPicture(_ pixel: TinyPNG.Pixel) -> Bool {
    let color = Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
    return self[size.columns / 2, size.rows / 2].halves.map { $0.upper == color && $0.lower == color } ?? false
  }
}
