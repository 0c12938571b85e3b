import Glibc
import Loading
import Testing

/// Lists that come while they are shown.
struct ListedInputTests {
  /// A pipe whose writing end is told what to write.
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

  @Test func `a list's entries stand between the other arguments`() {
    let pipe = Pipe()
    pipe.write("b.png\nhttps://a.org/c.png\n")
    pipe.end()
    let arguments = ["a.png", "-", "d.png"].map { Array($0.utf8) }
    let reader = DeckReader(DeckRequest(arguments: arguments), standardInput: pipe.reading)
    #expect(reader.read().references == ["a.png", "b.png", "https://a.org/c.png", "d.png"])
    // It can be read only once, and is remembered.
    #expect(reader.read().references == ["a.png", "b.png", "https://a.org/c.png", "d.png"])
  }

  @Test(arguments: [false, true])
  func `entries are told as they come, however few and slow`(isNonBlocking: Bool) {
    let pipe = Pipe(isNonBlocking: isNonBlocking)
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    var told: [[String]] = []
    pipe.write("a.png\n")
    let whole = reader.read { deck in
      told.append(deck.references)
      // Each is written only when the one before it has been told.
      switch deck.count {
      case 1: pipe.write("b.png\n")
      case 2: pipe.write("c.png\n")
      default: pipe.end()
      }
    }
    #expect(told == [["a.png"], ["a.png", "b.png"], ["a.png", "b.png", "c.png"]])
    #expect(whole.references == ["a.png", "b.png", "c.png"])
  }

  @Test func `reading again while the list still comes gives what has been told`() {
    let pipe = Pipe()
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: pipe.reading)
    var again: [[String]] = []
    pipe.write("a.png\n")
    let whole = reader.read { deck in
      again.append(reader.read().references)
      if deck.count == 1 { pipe.write("b.png\n") } else { pipe.end() }
    }
    #expect(again.last == ["a.png", "b.png"])
    #expect(whole.references == ["a.png", "b.png"])
  }

  @Test(arguments: [-1, 1_000_000])
  func `a list that cannot be read is empty`(descriptor: Int32) {
    let reader = DeckReader(DeckRequest(arguments: [Array("-".utf8)]), standardInput: descriptor)
    #expect(reader.read().count == 0)
  }
}
