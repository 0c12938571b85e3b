import Terminal
import TestSupport
import Testing

/// Right-to-left text on the screen. As in Unicode's report 9, capital letters stand for letters that are read from right
/// to left: A for alef, Z for the last one.
@Suite("Right-to-left text") struct RightToLeftTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("SHALOM", "MOLAHS"),
    ("a car is a MECHONIT.", "a car is a TINOHCEM."),
    ("MECHONIT is a car.", ".is a car TINOHCEM"),
    ("HOLIDAY.jpg", "jpg.YADILOH"),
    ("3 DAYS 12", "12 SYAD 3"),
    ("DAY (2) of 3", "of 3 (2) YAD"),
    ("DAY (of REST)", "(TSER of) YAD"),
    ("see [SHALOM (RAV)] here", "see [(VAR) MOLAHS] here"),
    ("SHAL…", "…LAHS"),
    ("日SHA本", "日AHS本"),
  ])
  func `text is put in the order of the Unicode Bidirectional Algorithm`(text: String, shown: String) {
    expect(Capitals.row(text), equals: shown)
  }

  @Test func `the paragraph's direction can be given`() {
    expect(Capitals.row("3/12 SHALOM.jpg", direction: .leftToRight), equals: "3/12 MOLAHS.jpg")
    expect(Capitals.row("is a car.", direction: .rightToLeft), equals: ".is a car")
    expect(TextDirection(of: Capitals.letters("12 SHALOM a")), equals: .rightToLeft)
    expect(TextDirection(of: Capitals.letters("a SHALOM")), equals: .leftToRight)
    expect(TextDirection(of: "12"), equals: .leftToRight)
  }

  @Test func `text that is too long ends in an ellipsis at its left`() {
    let line = SafeText.line(Capitals.letters("SHALOM RAV"), columns: 7)
    expect(Capitals.row(Capitals.capitals(line)), equals: "…MOLAHS")
  }

  @Test func `only as much as fits is read and put in order`() {
    var buffer = CellBuffer(size: CellSize(columns: 4, rows: 1), filledWith: Cell("."))
    let text = Capitals.letters(String(repeating: "ABCDEFGH", count: 100_000))
    expect(buffer.write(text, column: 1, row: 0, maxColumns: 2), equals: 2)
    expect(Capitals.capitals(buffer.textRows[0]), equals: ".BA.")
  }

  @Test func `marks stay with their letters`() {
    var buffer = CellBuffer(size: CellSize(columns: 2, rows: 1))
    // Bet with dagesh and qamats, then tav.
    buffer.write("\u{5D1}\u{5BC}\u{5B8}\u{5EA}", column: 0, row: 0)
    expect(buffer[0, 0].glyph.scalars, equals: ["\u{5EA}"])
    expect(buffer[1, 0].glyph.scalars, equals: ["\u{5D1}", "\u{5BC}", "\u{5B8}"])
  }

  @Test func `Arabic letters take the forms that join their neighbors, one in each cell`() {
    var buffer = CellBuffer(size: CellSize(columns: 6, rows: 1), filledWith: Cell("."))
    // Seen, lam, alef, meem: initial, medial, final and isolated.
    expect(buffer.write("سلام", column: 1, row: 0), equals: 4)
    expect(
      (0..<6).map { buffer[$0, 0].glyph.scalars }, equals: [["."], ["ﻡ"], ["ﺎ"], ["ﻠ"], ["ﺳ"], ["."]])
  }

  // MARK: - Terminals that reorder

  /// What a terminal receives to show a row.
  private func sent(_ shown: String, to reordering: TextReordering = .rows) -> String {
    var buffer = CellBuffer(size: CellSize(columns: shown.count, rows: 1))
    for (column, character) in shown.enumerated() {
      buffer[column, 0] = Cell(Glyph(cluster: Character(Capitals.letters(String(character)))))
    }
    return Capitals.capitals(buffer.compensated(for: reordering).textRows[0])
  }

  @Test(arguments: [
    ("▀▄ plain ▄▀", "▀▄ plain ▄▀"),
    ("▀ MOLAHS ▄", "▀ SHALOM ▄"),
    ("jpg.YADILOH", "jpg.HOLIDAY"),
    // Two names in a row of the grid: the terminal takes them, and what is between them, for one piece of text.
    ("CBA ▀▄ FED", "DEF ▄▀ ABC"),
    ("(TSER of) YAD", "(REST of) DAY"),
    ("see [(VAR) MOLAHS] here", "see [(RAV) SHALOM] here"),
  ])
  func `rows are written so that a terminal that reorders them shows them in order`(shown: String, written: String) {
    expect(sent(shown), equals: written)
  }

  @Test func `wide characters stay whole when rows are written for such a terminal`() {
    var buffer = CellBuffer(size: CellSize(columns: 6, rows: 1))
    buffer.write("\u{5D0}🙂\u{5D1}", column: 1, row: 0)
    let shown = buffer.textRows
    expect(shown, equals: [" \u{5D1}🙂\u{5D0} "])
    let sent = buffer.compensated(for: .rows)
    expect(sent.textRows, equals: [" \u{5D0}🙂\u{5D1} "])
    expect(sent.compensated(for: .rows), equals: buffer)
  }

  @Test func `where blocks keep text apart, names stay on their sides of a picture`() {
    expect(sent("CBA ▀▄ FED", to: .segments), equals: "ABC ▀▄ DEF")
    expect(sent("CBA  FED ▄ a", to: .segments), equals: "DEF  ABC ▄ a")
  }

  @Test func `where words are reversed in their places, each is sent in the order in which it is read`() {
    expect(sent("jpg.CBA FED (IH)", to: .words), equals: "jpg.ABC DEF (HI)")
  }

  @Test(
    arguments: [
      ("VTE(7003)", .rows), ("VTE(5603)", .none), ("Konsole 22.12.3", .segments), ("XTerm(379)", .none),
      ("kitty(0.26.5)", .words), ("tmux 3.3a", .none),
    ] as [(String, TextReordering)])
  func `known terminals reorder as they do`(version: String, reordering: TextReordering) {
    expect(BidiChoice.auto.reordering(version: version, environment: [:]), equals: reordering)
    expect(BidiChoice.auto.reordering(isHeld: true, version: version, environment: [:]), equals: .none)
    expect(BidiChoice.tui.reordering(version: version, environment: [:]), equals: .none)
    expect(BidiChoice.terminal.reordering(version: version, environment: [:]), equals: .rows)
  }

  @Test func `what a terminal reports about itself counts more than its name`() {
    let (auto, konsole) = (BidiChoice.auto, "Konsole 22.12.3")
    expect(auto.reordering(reordersRows: true, version: "new 1", environment: [:]), equals: .rows)
    expect(auto.reordering(reordersRows: false, version: konsole, environment: [:]), equals: .none)
  }

  @Test(
    arguments: [
      (["VTE_VERSION": "7003"], .rows), (["KONSOLE_VERSION": "221203"], .segments), (["MLTERM": "3.9.2"], .segments),
      (["TERM": "mlterm"], .segments), (["TERM": "xterm-kitty"], .words), ([:], .none),
      (["VTE_VERSION": "7003", "TMUX": "/tmp/tmux-0/default,1,0"], .none), (["TERM_PROGRAM": "Apple_Terminal"], .rows),
    ] as [([String: String], TextReordering)])
  func `until a terminal reports its name, the environment decides`(
    environment: [String: String], reordering: TextReordering
  ) {
    expect(BidiChoice.auto.reordering(environment: environment), equals: reordering)
  }
}

/// Text in which capitals stand for Hebrew letters.
private enum Capitals {
  /// The text with Hebrew letters.
  static func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          ("A"..."Z").contains(scalar) ? Unicode.Scalar(0x5D0 + scalar.value - 0x41) ?? scalar : scalar
        }))
  }

  /// The text with capitals.
  static func capitals(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          (0x5D0..<0x5EA).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x5D0 + 0x41) ?? scalar : scalar
        }))
  }

  /// The row that a text fills.
  static func row(_ text: String, direction: TextDirection = .natural) -> String {
    let text = letters(text)
    var buffer = CellBuffer(size: CellSize(columns: displayWidth(of: text), rows: 1))
    buffer.write(text, column: 0, row: 0, direction: direction)
    return capitals(buffer.textRows[0])
  }
}
