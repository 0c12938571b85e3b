import Terminal
import TestSupport
import Testing

/// Pictures sent through tmux to a simulated kitty, and the text that shows them.
@Suite struct PlaceholderImagesTests {
  private static let cell = CellPixels(width: 10, height: 20)
  private static let window = CellSize(columns: 12, rows: 6)

  /// The terminal around tmux, and our record of its images.
  private struct Conversation {
    var images = PlaceholderImages(firstID: 0x0512_34FE, isForced: false)
    var tmux = PretendTmux()
    var terminal = PretendKitty()
    var cells = CellBuffer(size: window)
    var discarded = 0
    var clients = ["kitty(0.40.1)"]
    var reports = 0

    var report: TmuxReport? {
      let lines = clients.map { "C|$1|@3|0|10|20|\(discarded)|RGB|xterm|\($0)" }
      return TmuxReport(answer: Array((["T|3.4|on|@3", "S|$1"] + lines).joined(separator: "\n").utf8))
    }

    /// Shows a frame until nothing is left to send or to query.
    mutating func rest(_ frame: Frame, limit: Int = 1 << 14) {
      for _ in 0..<60 {
        cells = images.update(for: frame, isAtRest: true, cell: cell)
        if images.needsTmuxReport {
          reports += 1
          _ = images.apply(tmux: report)
        } else if images.hasParts {
          _ = terminal.feed(tmux.feed(images.upload(limit: limit)))
        } else {
          return
        }
      }
      Issue.record("no end of it")
    }

    mutating func move(_ frame: Frame) { cells = images.update(for: frame, isAtRest: false, cell: cell) }
  }

  /// A picture of 8×4 cells, or of another width.
  private static func picture(_ serial: UInt64, columns: Int = 8) -> PixelImage {
    PixelImage(
      serial: serial, size: PixelExtent(width: columns * 10, height: 80), hasAlpha: false,
      deflated: (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ Int(serial)) })
  }

  /// A frame with a picture at cell (2, 1), whose last row is covered by a bar.
  private static func frame(_ image: PixelImage, upcoming: [PixelImage] = []) -> Frame {
    let cells = CellBuffer(size: window, filledWith: Cell("c"))
    let placement = Placement(image, source: PixelArea(x: 0, y: 0, width: 80, height: 80), column: 2, row: 1)
    var frame = Frame(
      cells,
      pixels: PixelFrame(
        cells: cells, placements: [placement], uncovered: [CellRect(column: 0, row: 0, columns: 12, rows: 4)]))
    frame.upcoming = upcoming
    return frame
  }

  @Test func `thumbnails are sent in one go, and one that is missing leaves the others`() {
    var talk = Conversation()
    let cells = CellBuffer(size: Self.window, filledWith: Cell("c"))
    let placements = (0..<6).map { column -> Placement in
      var image = Self.picture(UInt64(column) + 1, columns: column == 5 ? 400 : 2)
      image.isThumbnail = true
      var placement = Placement(
        image, source: PixelArea(x: 0, y: 0, width: 20, height: 80), column: column * 2, row: 1)
      placement.standIn = placement.area(on: Self.cell)
      return placement
    }
    let frame = Frame(
      cells,
      pixels: PixelFrame(cells: cells, placements: placements, uncovered: placements.compactMap(\.standIn)))
    talk.rest(frame)
    let texts = (0..<6).map { talk.cells[$0 * 2, 1].glyph }
    // An image of 400 columns has no placeholders.
    expect(texts.map { $0 == Cell("c").glyph }, equals: [false, false, false, false, false, true])
    // Two equal reports before the first, and one after the last.
    expect(talk.reports, equals: 3)
    talk.rest(Self.frame(Self.picture(9)))
    expect(talk.terminal.images.values.count, equals: 1)
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `placeholder cells carry row, column and image id once the picture is sent; text stays`()
    throws
  {
    var talk = Conversation()
    let image = Self.picture(1)
    talk.cells = talk.images.update(for: Self.frame(image), isAtRest: true, cell: Self.cell)
    expect(talk.cells, equals: Self.frame(image).cells)
    talk.rest(Self.frame(image))
    let id = 0x0512_34FE as UInt32
    for row in 0..<6 {
      for column in 0..<12 {
        let isPicture = (2..<10).contains(column) && (1..<4).contains(row)
        let wanted =
          isPicture ? KittyPlaceholder.cell(of: id, column: column - 2, row: row - 1) : Cell("c")
        expect(talk.cells[column, row], equals: wanted, "\(column), \(row)")
      }
    }
    // U+10EEEE, then the marks of row 2, of column 1 and of the id's highest byte, 5.
    expect(talk.cells[3, 3].glyph.scalars.map(\.value), equals: [0x10EEEE, 0x030E, 0x030D, 0x033D])
    expect(talk.cells[3, 3].foreground, equals: Color(hex: 0x12_34FE))
    expect(talk.terminal.images[Int(id)]?.content, equals: image.content)
    expect(talk.terminal.placements.first { $0.key.image == Int(id) }?.value.keys, equals: ["U": 1, "c": 8, "r": 4])
    expect(talk.terminal.faults, equals: [])
    // Each command is passed through separately, and suppresses replies.
    #expect(talk.tmux.passed.allSatisfy { $0.starts(with: "\u{1B}_G".utf8) && $0.count < 4200 })
    #expect(String(decoding: talk.tmux.passed[0], as: UTF8.self).contains("q=2"))
    // Two equal ones before it is sent, and one after.
    expect(talk.reports, equals: 3)
  }

  @Test func `the row and column marks are those of the protocol`() {
    expect(KittyPlaceholder.marks.count, equals: 297)
    expect(KittyPlaceholder.marks.prefix(5).map(\.value), equals: [0x0305, 0x030D, 0x030E, 0x0310, 0x0312])
    expect(KittyPlaceholder.marks[255].value, equals: 0xA8E5)
    expect(KittyPlaceholder.marks.last?.value, equals: 0x1D244)
    expect(Set(KittyPlaceholder.marks).count, equals: 297)
  }

  @Test func `a moving frame is drawn in cells, and an upcoming picture shows as soon as it rests`() {
    var talk = Conversation()
    let (first, second) = (Self.picture(1), Self.picture(2))
    talk.rest(Self.frame(first, upcoming: [first, second]))
    expect(talk.terminal.uploadCount, equals: 0)
    expect(talk.terminal.images.count, equals: 2)
    var frame = Self.frame(second, upcoming: [first, second])
    talk.move(frame)
    expect(talk.cells, equals: frame.cells)
    talk.cells = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
    expect(talk.cells[2, 1], equals: KittyPlaceholder.cell(of: 0x0512_34FF, column: 0, row: 0))
    // After many slides, the terminal still holds at most four pictures.
    for serial in 3...20 as ClosedRange<UInt64> {
      frame = Self.frame(Self.picture(serial), upcoming: [Self.picture(serial + 1)])
      talk.move(frame)
      talk.rest(frame)
      #expect(talk.cells[2, 1] != Cell("c") && talk.terminal.images.count <= 4)
    }
    expect(talk.terminal.faults, equals: [])
  }

  @Test func `a picture that tmux dropped is sent again, and cells are used after three losses`() {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1))
    _ = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
    for _ in 0..<2 { _ = talk.images.apply(tmux: talk.report) }
    while talk.images.hasParts { _ = talk.images.upload(limit: 1 << 14) }
    talk.discarded = 4096
    _ = talk.images.apply(tmux: talk.report)
    expect(talk.images.update(for: frame, isAtRest: true, cell: Self.cell), equals: frame.cells)
    // While tmux is blocked, or redraws, it drops everything.
    talk.discarded = 5000
    _ = talk.images.apply(tmux: talk.report)
    #expect(talk.images.needsTmuxReport && !talk.images.hasParts)
    _ = talk.images.apply(tmux: talk.report)
    // The end of the upload may be lost, and would be taken from the next one.
    let begun = talk.images.upload(limit: 1)
    #expect(begun.starts(with: talk.images.removal))
    _ = talk.terminal.feed(talk.tmux.feed(begun))
    talk.rest(frame)
    #expect(talk.cells[2, 1] != Cell("c") && talk.terminal.images.count == 1)
    var slow = Conversation()
    for _ in 0..<20 {
      slow.cells = slow.images.update(for: frame, isAtRest: true, cell: Self.cell)
      if slow.images.needsTmuxReport { _ = slow.images.apply(tmux: slow.report) }
      while slow.images.hasParts {
        _ = slow.images.upload(limit: 1 << 20)
        slow.discarded += 1
      }
    }
    #expect(slow.images.isGivenUp && slow.cells == frame.cells && slow.images.statistics.refusals == 3)
  }

  @Test func `cells are used if tmux never stops dropping output, as that of another pane`() {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1))
    for number in 0..<20 {
      _ = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
      #expect(talk.images.needsTmuxReport && !talk.images.hasParts && !talk.images.isGivenUp)
      talk.discarded = number
      _ = talk.images.apply(tmux: talk.report)
    }
    #expect(talk.images.isGivenUp && !talk.images.needsTmuxReport)
  }

  @Test(arguments: [0, 4096])
  func `an upload goes on after a motion, or begins again if tmux has dropped output meanwhile`(dropped: Int) {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1))
    talk.move(frame)
    for _ in 0..<2 { _ = talk.images.apply(tmux: talk.report) }
    _ = talk.terminal.feed(talk.tmux.feed(talk.images.upload(limit: 1)))
    talk.move(frame)
    #expect(talk.images.needsTmuxReport && !talk.images.hasParts)
    talk.discarded = dropped
    talk.rest(frame)
    #expect(talk.cells[2, 1] != Cell("c") && talk.terminal.images.count == 1 && talk.terminal.faults == [])
    let isAgain = talk.tmux.passed.count { String(decoding: $0, as: UTF8.self).contains("s=80") } == 2
    expect(isAgain, equals: dropped > 0)
  }

  @Test func `cells are used while an unsuitable client is attached; then the picture is sent again`() {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1))
    talk.rest(frame)
    talk.clients.append("XTerm(379)")
    talk.images.invalidate()
    talk.rest(frame)
    expect(talk.cells, equals: frame.cells)
    talk.clients.removeLast()
    talk.images.invalidate()
    talk.rest(frame)
    #expect(talk.cells[2, 1] != Cell("c") && talk.terminal.images.count == 1 && talk.terminal.faults == [])
  }

  @Test func `an invisible placement is there before placeholders, since kitty draws the first one late`() {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1))
    expect(talk.images.anchor, equals: [])
    for _ in 0..<2 { _ = talk.images.apply(tmux: talk.report) }
    talk.move(frame)
    _ = talk.terminal.feed(talk.tmux.feed(talk.images.anchor))
    _ = talk.images.apply(tmux: talk.report)
    _ = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
    // Not between the parts of an upload, nor beside a picture.
    let sent = talk.images.anchor
    #expect(talk.images.upload(limit: 1).starts(with: sent) && !sent.isEmpty)
    expect(talk.images.anchor, equals: [])
    while talk.images.hasParts { _ = talk.images.upload(limit: 1 << 20) }
    #expect(!talk.images.anchor.isEmpty)
    _ = talk.images.apply(tmux: talk.report)
    _ = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
    expect(talk.images.anchor, equals: [])
    expect(talk.terminal.faults, equals: [])
    // What deletes everything deletes the anchor, too.
    talk.images.invalidate()
    _ = talk.images.update(for: frame, isAtRest: true, cell: Self.cell)
    _ = talk.images.apply(tmux: talk.report)
    let anchor = talk.images.anchor
    #expect(talk.images.upload(limit: 1).starts(with: talk.images.removal + anchor))
  }

  @Test func `cells are used if tmux does not reply`() {
    var images = PlaceholderImages(firstID: 1, isForced: true)
    let frame = Self.frame(Self.picture(1))
    for _ in 0..<5 {
      expect(images.update(for: frame, isAtRest: true, cell: Self.cell), equals: frame.cells)
      if images.needsTmuxReport { _ = images.apply(tmux: nil) }
      #expect(!images.hasParts)
    }
  }

  @Test func `a picture of more columns than there are marks is drawn in cells`() {
    var talk = Conversation()
    let frame = Self.frame(Self.picture(1, columns: 298))
    talk.rest(frame)
    #expect(talk.cells == frame.cells && talk.terminal.images.isEmpty)
  }

  @Test(arguments: ["", "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,i=85079294;AAAA", "\u{1B}Ptmux;\u{1B}"])
  func `removal deletes all images even after an unfinished sequence`(begun: String) {
    var talk = Conversation()
    talk.rest(Self.frame(Self.picture(1), upcoming: [Self.picture(2)]))
    _ = talk.images.upload(limit: 1)
    _ = talk.terminal.feed(talk.tmux.feed(begun.utf8))
    _ = talk.terminal.feed(talk.tmux.feed(talk.images.removal))
    #expect(talk.terminal.images.isEmpty && talk.terminal.placements.isEmpty)
  }

  @Test func `a placeholder is one column wide, and in the last column it is sent with autowrap on`() {
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: CellSize(columns: 2, rows: 1))
    for column in 0..<2 { frame[column, 0] = KittyPlaceholder.cell(of: 0x0102_0304, column: column, row: 1) }
    var bytes: [UInt8] = []
    encoder.encode(frame, into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let marks = "\u{10EEEE}\u{030D}\u{0305}\u{030D}"
    let last = "\u{1B}[?7h\u{10EEEE}\u{030D}\u{030D}\u{030D}\u{1B}[?7l"
    #expect(
      text.unicodeScalars.elementsEqual("\u{1B}[H\u{1B}[0;38;2;2;3;4m\(marks)\(last)".unicodeScalars)
        || text.unicodeScalars.elementsEqual("\u{1B}[0;38;2;2;3;4m\u{1B}[H\(marks)\(last)".unicodeScalars), "\(bytes)")
    bytes = []
    encoder.encode(frame, into: &bytes)
    expect(bytes, equals: [])
  }
}
