import Terminal
import TestSupport
import Testing

@Suite("Printing")
struct PrintingTests {
  /// Returns pixels of which no two near each other are alike.
  private func pixels(width: Int, height: Int) -> [TinyPNG.Pixel] {
    (0..<width * height).map { index in
      let value = UInt32(index) &* 2_654_435_761
      return TinyPNG.Pixel(
        red: UInt8(truncatingIfNeeded: value >> 24), green: UInt8(truncatingIfNeeded: value >> 16),
        blue: UInt8(truncatingIfNeeded: value >> 8))
    }
  }

  @Test(arguments: [(20, 6), (1, 1), (80, 24), (33, 7)])
  func `a picture with one pixel per half cell is reproduced exactly`(columns: Int, rows: Int) throws {
    let album = try Album()
    let pixels = pixels(width: columns, height: rows * 2)
    let path = try album.write(TinyPNG.encode(width: columns, height: rows * 2, pixels: pixels), as: "exact.png")
    let run = try PlainRun(
      ["--print", "--art", "half", "--color", "truecolor", "--size", "\(columns)x\(rows)", path])
    expect(run.ending, equals: .exited(0))
    var screen = ScreenReader(size: CellSize(columns: columns, rows: rows + 1))
    for byte in run.output { screen.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
    for y in 0..<rows * 2 {
      for x in 0..<columns {
        let halves = try #require(screen[x, y / 2].halves)
        let pixel = pixels[y * columns + x]
        let expected = Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
        expect((y % 2 == 0 ? halves.upper : halves.lower), equals: expected, "pixel \(x), \(y)")
      }
    }
    #expect(screen.faults.isEmpty)
  }

  @Test func `a truncated picture is printed as far as it goes, with a warning and status 0`() throws {
    let album = try Album()
    let bytes = TinyPNG.encode(width: 40, height: 40, pixels: pixels(width: 40, height: 40))
    _ = try album.write(Array(bytes[..<(bytes.count / 2)]), as: "part.png")
    _ = try album.write(Array(bytes[..<60]), as: "nothing.png")
    let arguments = ["--print", "--art", "half", "--color", "truecolor", "--size", "40x20"]
    let part = try PlainRun(arguments + ["\(album.path)/part.png"])
    expect(part.ending, equals: .exited(0))
    expect(part.errorLines, equals: ["tui: \(album.path)/part.png: truncated"])
    // The top shows the picture, and the bottom is gray.
    let rows = String(decoding: part.output, as: UTF8.self).split(separator: "\n")
    expect(rows.count, equals: 20)
    expect(rows.last?.contains("128;128;128"), equals: true)
    expect(rows.first?.contains("128;128;128"), equals: false)
    let scene = try PlainRun(arguments + ["--scene", "\(album.path)/part.png"])
    expect(scene.ending, equals: .exited(0))
    #expect(String(decoding: scene.output, as: UTF8.self).contains("truncated"))
    let nothing = try PlainRun(arguments + ["\(album.path)/nothing.png"])
    expect(nothing.ending, equals: .exited(1))
    expect(nothing.errorLines, equals: ["tui: \(album.path)/nothing.png: truncated PNG"])
  }

  @Test(arguments: [(0, false), (255, true)] as [(UInt8, Bool)])
  func `a picture that would be invisible on the terminal's background is printed on a checkerboard`(
    light: UInt8, isVisible: Bool
  ) throws {
    let album = try Album()
    let header = "P7\nWIDTH 2\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    // The right half is transparent.
    let row: [UInt8] = [light, light, light, 255, 0, 0, 0, 0]
    let path = try album.write(Array(header.utf8) + row + row, as: "half.pam")
    let run = try PlainRun(["--print", "--art", "half", "--color", "truecolor", "--size", "20x10", path])
    var screen = ScreenReader(size: CellSize(columns: 20, rows: 11))
    for byte in run.output { screen.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
    expect(screen[15, 2].background == .terminalDefault, equals: isVisible)
  }

  @Test func `a scene in a pipe has no links`() throws {
    let album = try Album(Album.red)
    let path = "\(album.path)/1.png"
    let run = try PlainRun(["--scene", "--color", "mono", "--size", "20x6", "--caption", "%f", path])
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(output.contains("1.png") && !output.contains("\u{1B}"))
  }

  @Test(arguments: [("vt100", 0), ("linux", 8), ("xterm-256color", 256)])
  func `without a terminal the color depth is terminfo's for TERM`(type: String, colors: Int) throws {
    let album = try Album(Album.red)
    let run = try PlainRun(
      ["--print", "--size", "8x4", "\(album.path)/1.png"], variables: ["TERM": type, "COLORTERM": nil])
    let output = String(decoding: run.output, as: UTF8.self)
    expect(output.contains("\u{1B}["), equals: (colors > 0))
    expect(output.contains("8;5;"), equals: (colors == 256))
    #expect(!output.contains("8;2;"))
  }

  @Test func `every row ends with a color reset and a newline, and no modes are set`() throws {
    let album = try Album(Album.red)
    let run = try PlainRun(["--print", "--color", "truecolor", "--size", "8x3", "\(album.path)/1.png"])
    let rows = String(decoding: run.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    expect(rows.count, equals: 4)
    expect(rows.last, equals: "")
    for row in rows.dropLast() { #expect(row.hasSuffix("\u{1B}[m") || row.hasSuffix("\u{1B}[0m")) }
    #expect(!String(decoding: run.output, as: UTF8.self).contains("\u{1B}[?"))
  }

  @Test func `mono ASCII output is printable ASCII without escape sequences`() throws {
    let album = try Album()
    let path = try album.write(
      TinyPNG.encode(width: 40, height: 40, pixels: pixels(width: 40, height: 40)), as: "a.png")
    let run = try PlainRun(["--print", "--art", "ascii", "--color", "mono", "--size", "20x10", path])
    expect(run.ending, equals: .exited(0))
    #expect(run.output.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A })
  }

  @Test func `a UTF-8 locale that is not installed still counts as UTF-8`() throws {
    let album = try Album()
    let path = try album.write(TinyPNG.encode(width: 8, height: 6, pixels: pixels(width: 8, height: 6)), as: "a.png")
    let arguments = ["--print", "--art", "auto", "--size", "8x3", path]
    let lacking = try PlainRun(arguments, variables: ["LC_ALL": "xx_XX.UTF-8"])
    expect(lacking.output, equals: (try PlainRun(arguments)).output)
    #expect(lacking.output.contains { $0 > 0x7F })
    #expect(!(try PlainRun(arguments, variables: ["LC_ALL": "C"])).output.contains { $0 > 0x7F })
  }

  @Test func `a reader that closes the pipe ends printing quietly`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let script = #"for n in 1 2 3 4 5 6 7 8; do set -- "$@" "$@"; done; "$0" --print "$@" | head -c 10 >/dev/null"#
    let run = try PlainRun(["-c", script, Build.tui, album.path], program: "/bin/sh")
    expect(run.ending, equals: .exited(0))
    #expect(run.errorLines.count <= 1)
  }

  @Test(arguments: [
    "cat \"$1\" | \"$0\" -", "\"$0\" - < \"$1\"", "\"$0\" <(cat \"$1\")", "cat \"$1\" | \"$0\" /dev/stdin",
  ])
  func `a picture is read from standard input or another pipe`(script: String) throws {
    let album = try Album(Album.red)
    let named = try PlainRun(["--size", "4x2", "\(album.path)/1.png"])
    let piped = try PlainRun(
      ["-c", script + " --size 4x2", Build.tui, "\(album.path)/1.png"], program: "/bin/bash")
    expect(piped.error, equals: "")
    expect(piped.output, equals: named.output)
    let garbage = try PlainRun(["-c", "\"$0\" - < \"$0\"", Build.tui], program: "/bin/bash")
    expect(garbage.error, equals: "tui: standard input: neither a picture nor a deck nor a list\n")
    expect(garbage.ending, equals: .exited(1))
  }

  @Test func `the first ten missing entries are named, and the rest are counted`() throws {
    for (count, rest) in [
      (10, [] as [String]), (11, ["one more entry: no such file"]), (60, ["50 more entries: no such file"]),
    ] {
      let run = try PlainRun(["-c", "seq -f 'none %g' \(count) | \"$0\" --print -", Build.tui], program: "/bin/sh")
      expect(run.errorLines, equals: (1...10).map { "tui: none \($0): no such file" } + rest.map { "tui: \($0)" })
      expect(run.ending, equals: .exited(1))
    }
  }
}
