import Terminal
import TestSupport
import Testing

/// Pictures that are written over cells, on a simulated xterm with sixels.
@Suite struct InlineImagesTests {
  static let window = CellSize(columns: 24, rows: 9)
  static let cell = CellPixels(width: 8, height: 12)

  /// A terminal, and the encoders that draw on it.
  struct Conversation {
    var images: InlineImages
    var encoder = FrameEncoder(movesCells: true, scrollsRows: true)
    var terminal = PretendSixel(columns: window.columns, rows: window.rows)

    init(limits: InlineLimits = InlineLimits()) {
      images = InlineImages(.sixel(colors: 256, limits), partLimit: 200)
      encoder.invalidate()
    }

    /// Shows a frame, and returns whether it is complete; an interrupted frame leaves some rows unchanged.
    mutating func show(_ frame: Frame, isAtRest: Bool = true, pausingAfter limit: Int? = nil) -> Bool {
      var bytes: [UInt8] = []
      let cells = images.update(for: frame, isAtRest: isAtRest, cell: InlineImagesTests.cell)
      let isWhole = encoder.encode(cells, pausingAfter: limit, into: &bytes)
      terminal.feed(bytes)
      return isWhole
    }

    /// Writes at most `count` parts, and returns their number.
    @discardableResult
    mutating func write(parts count: Int = .max) -> Int {
      var written = 0
      while written < count, let (bytes, area) = images.popPart() {
        terminal.feed(bytes)
        encoder.cover(area)
        written += 1
      }
      return written
    }

    mutating func loseScreen() {
      images.invalidate()
      encoder.invalidate()
    }
  }

  /// A picture of 100×80 pixels, whose colors depend on the position.
  static func picture(_ serial: UInt64) -> SixelPicture {
    let registers = (0..<200).map {
      SixelPicture.Register(red: Float($0), green: Float(serial) * 60, blue: Float(255 - $0))
    }
    let indices = (0..<8000).map { (index: Int) -> UInt8 in UInt8((index % 100 + index / 100) % 200) }
    return SixelPicture(
      size: PixelExtent(width: 100, height: 80), registers: registers, indices: indices, isOpaque: true)
  }

  /// A frame with a picture 5 pixels right of and 4 below the cell at (3, 2), text over some of its cells, and letters
  /// that identify each cell's position.
  static func frame(_ serial: UInt64, covered: [CellRect] = [], shift: Int = 0) -> Frame {
    let image = PixelImage(serial: serial, size: PixelExtent(width: 100, height: 80), inline: picture(serial))
    var placement = Placement(image, source: PixelArea(x: 0, y: 0, width: 100, height: 80), column: 3, row: 2)
    placement.offset = PixelOffset(x: 5, y: 4)
    var cells = CellBuffer(size: window)
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let letter = UInt8(ascii: "a") + UInt8((column + shift + 3 * row + Int(serial)) % 26)
        cells[column, row] = Cell(Glyph(Unicode.Scalar(letter)))
        if covered.contains(where: { $0.contains(column, row) }) { cells[column, row] = Cell("W") }
      }
    }
    let open = placement.area(on: cell).parts { column, row in !covered.contains { $0.contains(column, row) } }
    return Frame(cells, pixels: PixelFrame(cells: cells, placements: [placement], uncovered: open))
  }

  /// The faults on the screen: missing, wrong or stale pixels, and text that differs from the frame's.
  static func flaws(
    _ terminal: PretendSixel, _ frame: Frame, inPixels: Bool = true, rows: Int = window.rows - 1
  ) -> [String] {
    var flaws = terminal.faults
    guard let pixels = frame.pixels, let picture = pixels.placements[0].image.inline as? SixelPicture else {
      return ["no picture"]
    }
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let isOpen =
          inPixels && row < rows && pixels.uncovered?.contains { $0.contains(column, row) } ?? false
        let text = String(terminal.text[row * window.columns + column])
        if !isOpen, text != String(String.UnicodeScalarView(frame.cells[column, row].glyph.scalars)) {
          flaws.append("\(text) at \(column), \(row)")
        }
        for index in terminal.pixelIndices(column, row) {
          let (x, y) = (index % terminal.width - 29, index / terminal.width - 28)
          var wanted: SIMD3<UInt8>?
          if isOpen, (0..<100).contains(x), (0..<80).contains(y) {
            let register = picture.registers[Int(picture.indices[y * 100 + x])]
            wanted = SIMD3(register.red, register.green, register.blue)
          }
          if terminal.pixels[index] != wanted {
            flaws.append("a pixel at \(column), \(row)")
            break
          }
        }
        // Beside the picture, an open cell is blank.
        if isOpen, terminal.pixelIndices(column, row).contains(where: { terminal.pixels[$0] == nil }), text != " " {
          flaws.append("\(text) beside the picture at \(column), \(row)")
        }
      }
    }
    return flaws
  }

  @Test func `a frame at rest is drawn in cells, then in pixels except for the last row`() {
    var talk = Conversation()
    let frame = Self.frame(1)
    _ = talk.show(frame)
    expect(Self.flaws(talk.terminal, frame, inPixels: false), equals: [])
    let parts = talk.write()
    #expect(parts >= 1)
    expect(Self.flaws(talk.terminal, frame), equals: [])
    // Showing it again takes no parts.
    _ = talk.show(frame)
    #expect(!talk.images.hasParts)
    expect(Self.flaws(talk.terminal, frame), equals: [])
  }

  @Test func `the last row is in pixels, too, where pictures can be shown without scrolling`() {
    var talk = Conversation(limits: InlineLimits(hasDisplayMode: true))
    let frame = Self.frame(1)
    _ = talk.show(frame)
    talk.write()
    expect(Self.flaws(talk.terminal, frame, rows: 9), equals: [])
    // Dots in the last row: the cells beside them stay, and those under them are the only ones that are sent again.
    let dots = Self.frame(1, covered: [CellRect(column: 8, row: 8, columns: 3, rows: 1)])
    _ = talk.show(dots)
    #expect(!talk.images.hasParts)
    expect(Self.flaws(talk.terminal, dots, rows: 9), equals: [])
    _ = talk.show(frame)
    let part = talk.images.popPart()
    expect(part?.area, equals: CellRect(column: 8, row: 8, columns: 3, rows: 1))
    expect(part?.bytes.suffix(6), equals: Array("\u{1B}[?80l".utf8)[...])
  }

  @Test func `a moving frame is drawn in cells and leaves no stale pixels`() {
    var talk = Conversation()
    _ = talk.show(Self.frame(1))
    talk.write()
    for shift in 1...3 {
      let frame = Self.frame(1, shift: shift)
      _ = talk.show(frame, isAtRest: false)
      expect(Self.flaws(talk.terminal, frame, inPixels: false), equals: [])
      #expect(!talk.images.hasParts)
    }
  }

  @Test func `text over a picture replaces its cells, and only those are sent again afterwards`() {
    var talk = Conversation()
    _ = talk.show(Self.frame(1))
    talk.write()
    let covered = Self.frame(1, covered: [CellRect(column: 6, row: 3, columns: 5, rows: 2)])
    _ = talk.show(covered)
    expect(Self.flaws(talk.terminal, covered), equals: [])
    #expect(!talk.images.hasParts)
    _ = talk.show(Self.frame(1))
    // Only the covered cells are written again.
    let part = talk.images.popPart()
    expect(part?.area, equals: CellRect(column: 6, row: 3, columns: 5, rows: 2))
  }

  @Test func `a picture beyond the terminal's size limit is sent in parts`() {
    var talk = Conversation(limits: InlineLimits(width: 40, height: 30))
    let frame = Self.frame(1)
    _ = talk.show(frame)
    let parts = talk.write()
    #expect(parts > 4)
    expect(Self.flaws(talk.terminal, frame), equals: [])
  }

  @Test func `pixels are correct after an interrupted frame and after a lost screen`() {
    var talk = Conversation()
    let frame = Self.frame(1)
    let isWhole = talk.show(frame, pausingAfter: 20)
    #expect(!isWhole)
    while !talk.show(frame) {}
    talk.write()
    talk.loseScreen()
    _ = talk.show(frame)
    expect(Self.flaws(talk.terminal, frame, inPixels: false), equals: [])
    talk.write()
    expect(Self.flaws(talk.terminal, frame), equals: [])
  }

  @Test func `a picture's parts are whole sixel bands, and the last may overlap the one before`() throws {
    var images = InlineImages(.sixel(colors: 256, InlineLimits()), partLimit: 14)
    let frame = Self.frame(1)
    var (areas, bytes): ([CellRect], [UInt8]) = ([], [])
    _ = images.update(for: frame, isAtRest: true, cell: CellPixels(width: 8, height: 10))
    while let part = images.popPart() {
      areas.append(part.area)
      bytes += part.bytes
    }
    // From row 2 to the last row but one, at ten pixels each: three rows are five bands.
    expect(areas.map(\.rowRange), equals: [2..<8])
    let image = SixelImage(Array(bytes[(bytes.firstIndex(of: UInt8(ascii: "P")) ?? 0)...]))
    expect(image.height, equals: 60)
    expect(image.faults, equals: [])
    let partlyCovered = Self.frame(1, covered: [CellRect(column: 0, row: 7, columns: 24, rows: 1)])
    images.invalidate()
    _ = images.update(for: partlyCovered, isAtRest: true, cell: CellPixels(width: 8, height: 10))
    var rows: [Range<Int>] = []
    while let part = images.popPart() { rows.append(part.area.rowRange) }
    expect(rows, equals: [2..<5, 4..<7])
  }

  @Test func `a thumbnail is one part where any height is shown; thumbnails of too many parts are in cells`() {
    func rows(_ limits: InlineLimits, limit: Int) -> [Range<Int>] {
      var images = InlineImages(.sixel(colors: 256, limits), partLimit: limit)
      var frame = Self.frame(1, covered: [CellRect(column: 0, row: 7, columns: 24, rows: 1)])
      frame.pixels?.placements[0].standIn = CellRect(column: 3, row: 2, columns: 14, rows: 6)
      _ = images.update(for: frame, isAtRest: true, cell: CellPixels(width: 8, height: 10))
      var rows: [Range<Int>] = []
      while let part = images.popPart() { rows.append(part.area.rowRange) }
      return rows
    }
    expect(rows(InlineLimits(), limit: 2), equals: [2..<5, 4..<7])
    expect(rows(InlineLimits(), limit: 1), equals: [])
    expect(rows(InlineLimits(hasDisplayMode: true), limit: 2), equals: [2..<7, 8..<9])
  }

  @Test(arguments: Rounds.seeds(16)) func `a frame at rest is correct after any sequence of updates`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var limits = Bool.random(using: &random) ? InlineLimits() : InlineLimits(width: 64, height: 39)
    limits.hasDisplayMode = Bool.random(using: &random)
    var talk = Conversation(limits: limits)
    var frame = Self.frame(1)
    for _ in 0..<25 {
      let covered = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        CellRect(
          column: Int.random(in: 0..<20, using: &random), row: Int.random(in: 0..<9, using: &random),
          columns: Int.random(in: 1..<10, using: &random), rows: Int.random(in: 1..<4, using: &random))
      }
      let last = frame.pixels
      frame = Self.frame(UInt64.random(in: 1..<4, using: &random), covered: covered)
      if Bool.random(using: &random) { frame.interim = last }
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        for shift in 1...Int.random(in: 1..<4, using: &random) {
          frame = Self.frame(1, covered: covered, shift: shift)
          let limit = Bool.random(using: &random) ? Int.random(in: 1..<200, using: &random) : nil
          _ = talk.show(frame, isAtRest: false, pausingAfter: limit)
        }
      case 1: talk.loseScreen()
      case 2: _ = talk.show(frame, pausingAfter: 40)
      default:
        while !talk.show(frame) {}
        talk.write(parts: Int.random(in: 0..<6, using: &random))
      }
    }
    while !talk.show(frame) {}
    talk.write()
    while !talk.show(frame) {}
    talk.write()
    expect(Self.flaws(talk.terminal, frame, rows: limits.hasDisplayMode ? 9 : 8), equals: [])
  }
}
