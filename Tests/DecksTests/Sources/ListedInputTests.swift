import Bitmaps
import Decks
import Foundation
import Glibc
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Lists that arrive while they are shown.
struct ListedInputTests {
  /// A pipe whose writing end the test controls.
  private final class Pipe: Sendable {
    let reading: Int32
    let writing: Int32

    init(isNonBlocking: Bool = false) {
      var ends: [Int32] = [0, 0]
      precondition(unsafe pipe(&ends) == 0, "no pipe")
      if isNonBlocking { _ = fcntl(ends[0], F_SETFL, O_NONBLOCK) }
      (reading, writing) = (ends[0], ends[1])
    }

    deinit { close(reading) }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      precondition(unsafe Glibc.write(writing, bytes, bytes.count) == bytes.count, "cannot write into a pipe")
    }

    func end() { close(writing) }
  }

  @Test func `a list on standard input takes its place between the other arguments`() {
    let pipe = Pipe()
    pipe.write("b.png\nhttps://a.org/c.png\n")
    pipe.end()
    let arguments = ["a.png", "-", "d.png"].map { Array($0.utf8) }
    let reader = DeckReader(DeckRequest(arguments: arguments), standardInput: pipe.reading)
    expect(reader.read().references, equals: ["a.png", "b.png", "https://a.org/c.png", "d.png"])
    // The list can be read only once, so it is remembered.
    expect(reader.read().references, equals: ["a.png", "b.png", "https://a.org/c.png", "d.png"])
  }

  @Test(
    arguments: [
      ("\u{FEFF}a.png\r\nb.png\r\n", ["a.png", "b.png"]), ("#EXTM3U\n#EXTINF:1,A\na.png\n", ["a.png"]),
      ("\u{FEFF}#EXTM3U\na.png\n", ["a.png"]), ("a.png\n#b.png\n", ["a.png", "#b.png"]),
    ] as [(String, [String])])
  func `a byte order mark is no part of a name, and a playlist has comments`(text: String, names: [String]) {
    let pipe = Pipe()
    pipe.write(text)
    pipe.end()
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    expect(reader.read().references, equals: names)
  }

  @Test(arguments: [false, true])
  func `entries are reported as they arrive, one at a time`(isNonBlocking: Bool) {
    let pipe = Pipe(isNonBlocking: isNonBlocking)
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    var told: [[String]] = []
    pipe.write("a.png\n")
    let whole = reader.read { deck in
      told.append(deck.references)
      // Each entry is written only after the previous one has been reported.
      switch deck.count {
      case 1: pipe.write("b.png\n")
      case 2: pipe.write("c.png\n")
      default: pipe.end()
      }
    }
    expect(told, equals: [["a.png"], ["a.png", "b.png"], ["a.png", "b.png", "c.png"]])
    expect(whole.references, equals: ["a.png", "b.png", "c.png"])
  }

  @Test func `reading again while the list still arrives returns the entries reported so far`() {
    let pipe = Pipe()
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    var again: [[String]] = []
    pipe.write("a.png\n")
    let whole = reader.read { deck in
      again.append(reader.read().references)
      if deck.count == 1 { pipe.write("b.png\n") } else { pipe.end() }
    }
    expect(again.last, equals: ["a.png", "b.png"])
    expect(whole.references, equals: ["a.png", "b.png"])
  }

  @Test func `an endless list ends with a slide that reports it`() async throws {
    let pipe = Pipe()
    _ = signal(SIGPIPE, SIG_IGN)
    let writing = pipe.writing
    let writer = Thread {
      let lines = Array(String(repeating: "a.png\n", count: 10_000).utf8)
      while unsafe write(writing, lines, lines.count) > 0 {}
      close(writing)
    }
    writer.start()
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    let deck = reader.read()
    expect(deck.count, equals: 1_000_001)
    let reason = "the list has more than 1000000 names; the rest is left out"
    expect(deck[1_000_000].location, equals: .broken(entry: "standard input", reason: reason))
  }

  /// Returns the deck that is read from a pipe after pieces have been written to it one after the other.
  private func read(_ pieces: [UInt8]..., arguments: [String] = ["-"]) -> Deck {
    let pipe = Pipe()
    for piece in pieces { precondition(unsafe write(pipe.writing, piece, piece.count) == piece.count, "cannot write") }
    pipe.end()
    return DeckReader(DeckRequest(arguments: arguments.map { Array($0.utf8) }), standardInput: pipe.reading).read()
  }

  @Test func `a picture on standard input is one slide that can be read repeatedly and by other programs`() throws {
    let picture = Samples.png
    let deck = read(Array(picture.prefix(7)), Array(picture.dropFirst(7)))
    expect(deck.count, equals: 1)
    guard case .input(let path) = deck[0].location else {
      Issue.record("\(deck[0].location)")
      return
    }
    expect(deck[0].location.nameBytes, equals: Array("standard input".utf8))
    expect(deck[0].location.reference, equals: Array("-".utf8))
    expect(deck[0].location.argument, equals: path.bytes)
    #expect(path.bytes.starts(with: "/proc/\(getpid())/fd/".utf8))
    for _ in 0..<2 { try expect(FileBytes.read(path, limit: 1 << 20), equals: picture) }
    let key = PictureKey(
      location: deck[0].location,
      shape: PictureShape(
        fit: Fit(box: PixelSize(width: 4, height: 4), sampleAspect: 1), samples: PixelSize(width: 1, height: 1)))
    try expect(PictureLoader().load(key).format, equals: "PNG")
  }

  @Test func `a deck on standard input is relative to the current folder`() {
    let deck = read(Array(#" [{"image": "a.jpg", "caption": "A"}, "b.png"]"#.utf8))
    expect(
      (0..<deck.count).map { deck[$0] },
      equals: [Slide(.file(Path("a.jpg")), caption: "A"), Slide(.file(Path("b.png")))])
    expect(
      read(Array(#"[{"image": "#.utf8))[0],
      equals: Slide(.broken(entry: "standard input", reason: "not valid JSON in line 1, column 12")))
  }

  @Test func `a list whose names resemble JSON, escape sequences or binary data is still a list`() {
    expect(read(Array("[old] a.jpg\n[1].png\n".utf8)).references, equals: ["[old] a.jpg", "[1].png"])
    expect(read(Array("a\u{1B}[31m.png\nb\u{7}.png\n".utf8)).references, equals: ["a\u{1B}[31m.png", "b\u{7}.png"])
    expect(read(Array("a.png\0b\nc.png\0".utf8)).references, equals: ["a.png", "b\nc.png"])
    expect(read(Array("x".utf8)).references, equals: ["x"])
    expect(read([]).count, equals: 0)
  }

  @Test(arguments: [100, 4096, 100_000]) func `binary garbage becomes one slide that reports it`(count: Int) {
    let garbage = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 13) }
    let deck = read([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] + garbage.prefix(60_000))
    expect(deck.count, equals: 1)
    expect(deck[0], equals: Slide(.broken(entry: "standard input", reason: "neither a picture nor a deck nor a list")))
  }

  @Test func `a pipe's descriptor path, as from <(…), is read like standard input`() {
    let pipe = Pipe()
    pipe.write("a.png\nb.png\n")
    pipe.end()
    let arguments = ["/dev/fd/\(pipe.reading)", "c.png"].map { Array($0.utf8) }
    let reader = DeckReader(DeckRequest(arguments: arguments))
    expect(reader.read().references, equals: ["a.png", "b.png", "c.png"])
    expect(reader.read().references, equals: ["a.png", "b.png", "c.png"])
  }

  @Test(arguments: [-1, 1_000_000])
  func `a list that cannot be read is empty`(descriptor: Int32) {
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: descriptor)
    expect(reader.read().count, equals: 0)
  }
}
