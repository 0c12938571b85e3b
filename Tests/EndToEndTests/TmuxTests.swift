import Foundation
import Terminal
import TestSupport
import Testing

@Suite("In tmux", .enabled(if: Tmux.path != nil, "tmux is not installed"))
struct TmuxTests {
  @Test func `the first picture and the next one are shown, and the pane is left as it was`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let tmux = try #require(try Tmux(columns: 40, rows: 12))
    try tmux.send("\(Build.tui) --interval 0 \(album.path)", "Enter")
    try tmux.wait(for: "the first picture") { $0.isPicture(Album.red) && $0.text.contains("● ○ ○") }
    try tmux.send("Right")
    try tmux.wait(for: "the second picture") { $0.isPicture(Album.green) && $0.text.contains("○ ● ○") }
    try tmux.send("q")
    try tmux.wait(for: "the prompt") { $0.text.contains("ready>") && !$0.text.contains("●") }
  }
}

/// A tmux server of our own, with one pane and a shell in it.
private final class Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let socket = "tui-\(UUID().uuidString)"
  private let program: String
  private let size: CellSize

  /// nil: tmux is not installed.
  init?(columns: Int, rows: Int) throws {
    guard let program = Self.path else { return nil }
    self.program = program
    size = CellSize(columns: columns, rows: rows)
    try run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "PS1='ready> ' exec /bin/sh")
    try run("set-option", "-g", "status", "off")
  }

  deinit { _ = try? PlainRun(["-L", socket, "kill-server"], program: program) }

  /// Presses keys, as tmux names them.
  func send(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Looks at the pane until something is true of it.
  func wait(for what: String, until isTrue: (ScreenReader) -> Bool) throws {
    let deadline = secondsNow() + TerminalSession.patience
    while true {
      var screen = ScreenReader(size: size)
      let lines = try run(["capture-pane", "-p", "-e", "-N"]).split(separator: 0x0A, omittingEmptySubsequences: false)
      for (row, line) in lines.prefix(size.rows).enumerated() {
        screen.feed("\u{1B}[\(row + 1);1H".utf8)
        screen.feed(line)
      }
      if isTrue(screen) { return }
      if secondsNow() > deadline {
        Issue.record("never came: \(what)\n\(screen.text)")
        throw TerminalSession.GaveUp(what: what)
      }
      usleep(20_000)
    }
  }

  private func run(_ arguments: String...) throws { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> [UInt8] {
    let run = try PlainRun(["-L", socket, "-f", "/dev/null"] + arguments, program: program)
    #expect(run.ending == .exited(0), "\(run.error)")
    return run.output
  }
}

extension ScreenReader {
  /// Whether the middle is of a colour.
  fileprivate func isPicture(_ pixel: TinyPNG.Pixel) -> Bool {
    let color = Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
    return self[size.columns / 2, size.rows / 2].halves.map { $0.upper == color && $0.lower == color } ?? false
  }
}
