import Foundation
import Terminal
import TestSupport
import Testing

@Suite("Contact sheets, names and facts")
struct ContactSheetTests {
  private let album: Album

  init() throws {
    album = try Album()
    // One pixel per half cell of a tile of 9×4 cells.
    for (name, color) in [("a.png", Album.red), ("b.png", Album.green), ("c.png", Album.blue)] {
      try album.write(TinyPNG.plain(color, width: 9, height: 8), as: name)
    }
  }

  private func print(_ flags: String...) throws -> PlainRun {
    try PlainRun(["--art", "half", "--color", "truecolor", "--size", "20x10"] + flags + [album.path])
  }

  /// What a terminal shows of printed rows: R, G and B for cells of the album's colors.
  private func shown(_ run: PlainRun, rows: Int) -> [String] {
    var screen = ScreenReader(size: CellSize(columns: 20, rows: rows + 1))
    for byte in run.output { screen.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
    #expect(screen.faults.isEmpty)
    let letters: [Color: String] = [
      Color(red: 220, green: 30, blue: 40): "R", Color(red: 20, green: 180, blue: 60): "G",
      Color(red: 30, green: 60, blue: 230): "B",
    ]
    return (0..<rows).map { row in
      (0..<20).map { column in
        let halves = screen[column, row].halves
        return halves.flatMap { letters[$0.upper] } ?? screen[column, row].text
      }.joined()
    }
  }

  @Test func `--columns prints pictures beside each other, with their names below them`() throws {
    try album.write(Array("text".utf8), as: "d.png")
    let run = try print("--print", "--columns", "2", "--names")
    expect(
      shown(run, rows: 12),
      equals: [
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "  a.png      b.png  ",
        "                    ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
        "  c.png      d.png  ",
        "           not a pi…",
      ])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines, equals: ["tui: \(album.path)/d.png: not a picture"])
  }

  @Test func `an incomplete row is as wide as its pictures, and more columns than fit are reduced`() throws {
    expect(
      shown(try print("--print", "--columns", "2"), rows: 9),
      equals: [
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "RRRRRRRRR  GGGGGGGGG",
        "                    ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
        "BBBBBBBBB           ",
      ])
    let narrow = try print("--print", "--columns", "64")
    expect(shown(narrow, rows: 1), equals: ["R  G  B             "])
  }

  @Test func `--names alone prints each name or caption below its picture`() throws {
    let named = try print("--print", "--names", "--size", "9x1")
    let names = shown(named, rows: 6).map { $0.filter { $0 != " " } }
    expect([names[1], names[3], names[5]], equals: ["a.png", "b.png", "c.png"])
    #expect(["R", "G", "B"].allSatisfy { color in names.contains { $0.allSatisfy { String($0) == color } } })
    let captioned = try print("--print", "--names", "--size", "9x1", "--caption", "%n: %w×%h")
    expect(shown(captioned, rows: 6)[3], equals: "2: 9×8              ")
  }

  @Test func `a hostile name below a picture reaches no terminal as it is`() throws {
    let folder = try Album()
    try folder.write(TinyPNG.plain(Album.red), named: Array("a\u{1B}]2;x\u{7}.png".utf8))
    let run = try PlainRun(["--print", "--names", "--size", "30x4", folder.path])
    #expect(String(decoding: run.output, as: UTF8.self).contains("a␛]2;x␇.png"))
  }

  // MARK: - Facts

  private func objects(_ run: PlainRun) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
  }

  @Test func `--json prints an object for each slide, with the reason of a failure`() throws {
    try album.write(Array("text".utf8), as: "d\"\n.png")
    let run = try print("--json")
    expect(run.ending, equals: .exited(1))
    expect(run.error, equals: "")
    let objects = try objects(run)
    expect(objects.map { $0["number"] as? Int }, equals: [1, 2, 3, 4])
    expect(objects.map { $0["name"] as? String }, equals: ["a.png", "b.png", "c.png", "d\"\n.png"])
    expect(objects[0]["image"] as? String, equals: "\(album.path)/a.png")
    #expect(objects[0]["width"] as? Int == 9 && objects[0]["height"] as? Int == 8)
    #expect(objects[0]["format"] as? String == "PNG" && objects[0]["error"] == nil)
    #expect((objects[0]["bytes"] as? Int ?? 0) > 60 && (objects[0]["date"] as? String)?.count == 10)
    #expect(objects[3]["error"] as? String == "not a picture" && objects[3]["width"] == nil)
    // One object on each line, between the brackets.
    expect(String(decoding: run.output, as: UTF8.self).split(separator: "\n").count, equals: 6)
  }

  @Test func `the printed array is a deck of the same slides`() throws {
    try album.write(
      Array(#"[{"image": "b.png", "caption": "Say \"b\"", "link": "https://example.org/"}, "a.png"]"#.utf8),
      as: "deck.json")
    let first = try PlainRun(["--json", "\(album.path)/deck.json"])
    expect(first.ending, equals: .exited(0))
    try album.write(first.output, as: "again.json")
    let again = try PlainRun(["--json", "\(album.path)/again.json"])
    expect(again.output, equals: first.output)
    try expect(objects(again)[0]["caption"] as? String, equals: "Say \"b\"")
    try expect(objects(again)[0]["link"] as? String, equals: "https://example.org/")
  }

  @Test func `without slides there is no array, and the status is 1`() throws {
    let empty = try Album()
    let run = try PlainRun(["--json", empty.path])
    #expect(run.ending == .exited(1) && run.output.isEmpty)
    expect(run.errorLines, equals: ["tui: no pictures in \(empty.path); --recursive looks into the folders below, too"])
  }

  @Test func `--alt prints a sentence for each slide`() throws {
    try album.write(
      Array(#"[{"image": "b.png", "caption": "A green field"}, "a.png", "gone.png"]"#.utf8), as: "deck.json")
    let run = try PlainRun(["--alt", "\(album.path)/deck.json"])
    expect(run.ending, equals: .exited(1))
    expect(run.error, equals: "")
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    expect(lines.count, equals: 3)
    #expect(lines[0].hasPrefix("1 of 3: A green field. b.png, PNG, 9 by 8 pixels, 20"))
    #expect(lines[1].hasPrefix("2 of 3: a.png, PNG, 9 by 8 pixels, 20"))
    expect(lines[2], equals: "3 of 3: gone.png cannot be shown: no such file.")
    let captioned = try PlainRun(["--alt", "--caption", "%f, %w×%h", "\(album.path)/a.png"])
    #expect(String(decoding: captioned.output, as: UTF8.self).hasPrefix("1 of 1: a.png, 9×8. PNG, 9 by 8 pixels, 20"))
  }

  @Test(arguments: ["--json", "--alt"])
  func `--print and --names change nothing about facts and sentences, which have the names`(form: String) throws {
    let plain = try PlainRun([form, album.path])
    let named = try PlainRun(["--print", "--names", form, album.path])
    #expect(plain.ending == .exited(0) && named.ending == .exited(0) && !plain.output.isEmpty)
    expect(named.output, equals: plain.output)
    expect(named.error, equals: "")
  }

  @Test(arguments: [
    (["--json", "--alt"], "--json and --alt cannot be combined"),
    (["--json", "--scene"], "--json and --scene cannot be combined"),
    (["--json", "--pick"], "--pick and --json cannot be combined"),
  ])
  func `forms of printing exclude each other`(flags: [String], message: String) throws {
    let run = try PlainRun(flags + [album.path])
    expect(run.ending, equals: .exited(64))
    expect(run.errorLines.first?.hasSuffix(message), equals: true)
  }
}
