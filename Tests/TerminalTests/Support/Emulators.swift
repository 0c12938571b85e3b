import Foundation
import Terminal
import Testing

/// Terminal emulators written by others.
enum Emulator: String, CaseIterable {
  /// A pane of tmux, read with `capture-pane -e`.
  case tmux
  /// The Python library pyte, which does not support clusters and leaves one half of a wide glyph when the other is
  /// overwritten.
  case pyte

  /// The installed emulators.
  static let installed: Set<Emulator> = Set(
    allCases.filter { emulator in
      switch emulator {
      case .tmux: (try? run("tmux -V")) != nil
      case .pyte: (try? run("/usr/bin/python3 -c 'import pyte'")) != nil
      }
    })

  /// Runs a shell command to its end, and returns its output.
  /// - Throws: `Failure` if the command fails.
  @discardableResult
  static func run(_ command: String) throws -> [UInt8] {
    // Not `Process`, which waits for children through a run loop. The stream is valid until it is closed.
    guard let stream = unsafe popen("exec 2>/dev/null; " + command, "r") else { throw Failure(command: command) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, stream), count > 0 { output += buffer[..<count] }
    guard unsafe pclose(stream) == 0 else { throw Failure(command: command) }
    return output
  }

  struct Failure: Error {
    let command: String
  }
}

/// A pane of a separate tmux server, which shows the bytes written to it.
final class TmuxPane {
  private let socket = "tui-motion-\(UUID().uuidString)"
  private let folder: URL
  private let pipe: FileHandle
  private let size: CellSize

  /// Opens an empty pane without autowrap.
  init(size: CellSize) throws {
    self.size = size
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(socket)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("bytes").path
    // The path is copied by the system.
    let status = unsafe mkfifo(path, 0o600)
    try #require(status == 0)
    try Self.tmux(
      socket, "new-session -d -x \(size.columns) -y \(size.rows) 'stty raw -echo; exec cat \(path)'")
    try Self.tmux(socket, "set-option -g status off")
    pipe = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    write(Array("\u{1B}[?7l\u{1B}[?25l".utf8))
  }

  deinit {
    _ = try? Self.tmux(socket, "kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ bytes: [UInt8]) { pipe.write(Data(bytes)) }

  /// The cells that the pane shows.
  func shown() throws -> [VirtualTerminal.Shown] {
    let lines = try Self.tmux(socket, "capture-pane -p -e -N").split(
      separator: 0x0A, omittingEmptySubsequences: false)
    var terminal = VirtualTerminal(size: size)
    terminal.feed(Array("\u{1B}[m".utf8))
    for (row, line) in lines.prefix(size.rows).enumerated() {
      terminal.feed(Array("\u{1B}[\(row + 1);1H".utf8) + line)
    }
    return terminal.cells.map(\.asSeen)
  }

  @discardableResult
  private static func tmux(_ socket: String, _ command: String) throws -> [UInt8] {
    try Emulator.run("SHELL=/bin/sh LC_ALL=C.UTF-8 tmux -u -L \(socket) -f /dev/null \(command)")
  }
}

/// A program around pyte. It reads frames, each after a line with columns, rows, length, and 1 for a new screen. After
/// each frame it prints a line per cell: glyph, foreground and background.
let pyteProgram = #"""
  import sys, pyte
  source = sys.stdin.buffer
  screen = stream = None
  while True:
      head = source.readline().split()
      if not head: break
      columns, rows, length, fresh = map(int, head)
      if fresh:
          screen = pyte.Screen(columns, rows)
          stream = pyte.ByteStream(screen)
          stream.feed(b"\x1b[?7l")
      stream.feed(source.read(length))
      for row in range(rows):
          for column in range(columns):
              cell = screen.buffer[row][column]
              print(cell.data or "-", cell.fg, cell.bg, sep="\t")
  """#
