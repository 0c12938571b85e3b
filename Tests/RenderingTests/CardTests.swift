import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Cards")
struct CardTests {
  @Test("A failure card shows its reason and the file's name in a frame")
  func failure() {
    let window = CellSize(columns: 26, rows: 9)
    let content = SlideContent(
      card: .failure(reason: "not a picture", name: "notes.txt"), in: window, style: style().slides)
    expect(
      content.cells.textRows,
      equals: [
        "                          ",
        "   ╭─────────────────╮    ",
        "   │                 │    ",
        "   │  not a picture  │    ",
        "   │    notes.txt    │    ",
        "   │                 │    ",
        "   ╰─────────────────╯    ",
        "                          ",
        "                          ",
      ])
  }

  @Test func `a card's frame leaves the bottom two rows free and is omitted in a low window`() {
    func rows(_ rows: Int) -> [String] {
      let card = Card.failure(reason: "not a picture", name: "notes.txt")
      return SlideContent(card: card, in: CellSize(columns: 26, rows: rows), style: style().slides).cells.textRows
    }
    expect(
      rows(8),
      equals: [
        "                          ",
        "                          ",
        "   ╭─────────────────╮    ",
        "   │  not a picture  │    ",
        "   │    notes.txt    │    ",
        "   ╰─────────────────╯    ",
        "                          ",
        "                          ",
      ])
    expect(
      rows(7)[4...],
      equals: [
        "   ╰─────────────────╯    ", String(repeating: " ", count: 26), String(repeating: " ", count: 26),
      ])
    expect(rows(6)[2...3], equals: ["      not a picture       ", "        notes.txt         "])
  }

  @Test func `a long reason is wrapped if there is room, or else truncated`() {
    let card = Card.failure(reason: "too large: 100000×100000 pixels, the limit is 200 million", name: "huge.png")
    func rows(_ columns: Int, _ rows: Int) -> [String] {
      SlideContent(card: card, in: CellSize(columns: columns, rows: rows), style: style().slides).cells.textRows
    }
    expect(
      rows(34, 11),
      equals: [
        "                                  ",
        "  ╭────────────────────────────╮  ",
        "  │                            │  ",
        "  │  too large: 100000×100000  │  ",
        "  │  pixels, the limit is 200  │  ",
        "  │          million           │  ",
        "  │          huge.png          │  ",
        "  │                            │  ",
        "  ╰────────────────────────────╯  ",
        "                                  ",
        "                                  ",
      ])
    // The text takes precedence over the frame, and leaves a row for the dots.
    expect(
      rows(34, 7),
      equals: [
        "                                  ",
        "                                  ",
        " too large: 100000×100000 pixels, ",
        "     the limit is 200 million     ",
        "             huge.png             ",
        "                                  ",
        "                                  ",
      ])
    expect(rows(12, 5), equals: ["            ", " too large: ", "100000×1000…", "  huge.png  ", "            "])
    expect(rows(12, 1), equals: ["too large: …"])
  }

  @Test(arguments: [
    (Backdrop.color(.white), LinearColor.black, true), (.color(.black), .white, false), (.checkerboard, .white, true),
    (.terminal(assumed: .white), .white, true), (.terminal(assumed: .black), .black, false),
  ])
  func `a card's text is dark on a light background and light on a dark one`(
    backdrop: Backdrop, terminal: LinearColor, isLight: Bool
  ) {
    let window = CellSize(columns: 26, rows: 8)
    var look = style()
    look.picture.backdrop = backdrop
    look.terminal.background = terminal
    for card in [Card.failure(reason: "not a picture", name: "notes.txt"), .loading(name: "notes.txt")] {
      let cells = SlideContent(card: card, in: window, style: look.slides).cells.cells
      let letters = cells.filter { (0x61...0x7A).contains($0.glyph.rawValue) }
      #expect(!letters.isEmpty)
      for letter in letters { expect((LinearColor(letter.foreground).luminance < 0.25), equals: isLight) }
    }
  }
}
