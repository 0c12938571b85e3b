import Foundation
import Terminal
import TestSupport
import Testing

/// Compares each frame of a show with the cells of other terminal emulators.
@Suite struct EmulatorTests {
  @Test(
    .enabled(if: Emulator.installed.contains(.tmux), "tmux is not installed"), arguments: Rounds.seeds(3))
  func `tmux displays every frame of random motion correctly`(seed: UInt64) throws {
    // Without clusters and glyphs of unsettled width, which other tests cover.
    var motion = RandomMotion(seed: seed, size: CellSize(columns: 30, rows: 5), hasClusters: false)
    var pane = try TmuxPane(size: motion.size)
    var encoder = FrameEncoder(movesCells: true)
    for step in 0..<80 {
      let (frame, isResized) = motion.next()
      if isResized { pane = try TmuxPane(size: motion.size) }
      var bytes: [UInt8] = []
      encoder.encode(frame, into: &bytes)
      pane.write(bytes)
      let expected = frame.expected
      var shown: [VirtualTerminal.Shown] = []
      // tmux needs time to draw; only its final screen counts.
      _ = try waitUntil {
        shown = try pane.shown()
        return shown == expected
      }
      let first = zip(shown, expected).enumerated().first { $1.0 != $1.1 }
      try #require(shown == expected, "seed \(seed), step \(step), \(first as Any)")
    }
  }

  @Test(
    .enabled(
      if: Emulator.installed.contains(.pyte), "pyte is not installed (python3-pyte)"
    ),
    arguments: Rounds.seeds(8))
  func `pyte displays every frame of random motion correctly`(seed: UInt64) throws {
    var motion = RandomMotion(seed: seed, size: CellSize(columns: 30, rows: 5), hasClusters: false, hasWide: false)
    var encoder = FrameEncoder(movesCells: true)
    var input = Data()
    var frames: [CellBuffer] = []
    for step in 0..<150 {
      let (frame, isResized) = motion.next()
      var bytes: [UInt8] = []
      encoder.encode(frame, into: &bytes)
      let isFresh = isResized || step == 0
      input += Data("\(frame.size.columns) \(frame.size.rows) \(bytes.count) \(isFresh ? 1 : 0)\n".utf8) + bytes
      frames.append(frame)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tui-pyte-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(pyteProgram.utf8).write(to: folder.appendingPathComponent("show.py"))
    try input.write(to: folder.appendingPathComponent("frames"))
    let output = try Emulator.run("cd \(folder.path) && PYTHONIOENCODING=utf-8 /usr/bin/python3 show.py < frames")
    var lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
    for (step, frame) in frames.enumerated() {
      for (index, expected) in frame.expected.enumerated() {
        let line = lines.popFirst()
        let parts = try #require(line).split(separator: "\t")
        try #require(parts.count == 3)
        let shown = VirtualTerminal.Shown(
          scalars: Array(parts[0].unicodeScalars), foreground: color(parts[1]), background: color(parts[2]))
        try #require(shown.asSeen == expected, "seed \(seed), step \(step), cell \(index)")
      }
    }
  }

  private func color(_ text: Substring) -> Color {
    guard text != "default", let value = UInt32(text, radix: 16) else { return .terminalDefault }
    return Color(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}
