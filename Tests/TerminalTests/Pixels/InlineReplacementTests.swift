import Terminal
import TestSupport
import Testing

/// Pictures that are written over the pixels of earlier ones.
extension InlineImagesTests {
  @Test func `a better picture of a slide is written over the earlier one's pixels, part by part`() {
    var talk = Conversation(limits: InlineLimits(width: 40, height: 30))
    let first = Self.frame(1)
    _ = talk.show(first)
    talk.write()
    var second = Self.frame(2, shift: -1)
    second.interim = first.pixels
    _ = talk.show(second)
    expect(Self.flaws(talk.terminal, first), equals: [])
    let count = talk.write(parts: 2)
    expect(count, equals: 2)
    for row in 3..<8 {
      for column in 4..<15 { #expect(talk.terminal.showsPixels(column, row)) }
    }
    // A third one comes before the second has been written.
    var third = Self.frame(3, shift: -2)
    third.interim = second.pixels
    _ = talk.show(third)
    talk.write()
    expect(Self.flaws(talk.terminal, third), equals: [])
    // Another slide is drawn in cells first.
    _ = talk.show(first)
    expect(Self.flaws(talk.terminal, first, inPixels: false), equals: [])
  }

  @Test func `of several pictures only the one that changes is written again`() {
    var images = InlineImages(.sixel(colors: 256, InlineLimits()), partLimit: 14)
    func frame(_ serials: [UInt64]) -> Frame {
      let placements = serials.enumerated().map { index, serial in
        let image = PixelImage(serial: serial, size: PixelExtent(width: 32, height: 36), inline: Self.picture(serial))
        return Placement(image, source: PixelArea(x: 0, y: 0, width: 32, height: 36), column: 6 * index, row: 1)
      }
      let cells = CellBuffer(size: Self.window)
      return Frame(
        cells,
        pixels: PixelFrame(cells: cells, placements: placements, uncovered: placements.map { $0.area(on: Self.cell) }))
    }
    func parts(of frame: Frame) -> [Int] {
      _ = images.update(for: frame, isAtRest: true, cell: Self.cell)
      var columns: [Int] = []
      while let part = images.popPart() { columns.append(part.area.column) }
      return columns
    }
    expect(parts(of: frame([1, 2, 3])), equals: [0, 6, 12])
    expect(parts(of: frame([1, 4, 3])), equals: [6])
    expect(parts(of: frame([1, 4])), equals: [])
    expect(parts(of: frame([1, 4, 5])), equals: [12])
  }

  @Test func `only cells with transparent pixels are cleared before a part is written`() {
    let opaque = Self.picture(1)
    var indices = opaque.indices
    for index in 4000..<8000 { indices[index] = SixelPicture.transparent }
    let picture = SixelPicture(
      size: opaque.size, registers: opaque.registers, indices: indices, isOpaque: false)
    let image = PixelImage(serial: 1, size: PixelExtent(width: 100, height: 80), inline: picture)
    let placement = Placement(image, source: PixelArea(x: 0, y: 0, width: 96, height: 72), column: 0, row: 0)
    let cells = CellBuffer(size: Self.window)
    let frame = Frame(
      cells, pixels: PixelFrame(cells: cells, placements: [placement], uncovered: [placement.area(on: Self.cell)]))
    var images = InlineImages(.sixel(colors: 256, InlineLimits()), partLimit: 14)
    _ = images.update(for: frame, isAtRest: true, cell: Self.cell)
    let bytes = images.popPart()?.bytes ?? []
    let blanks = (4...6).map { "\u{1B}[\($0);1H            " }.joined()
    expect(String(decoding: bytes.prefix(63), as: UTF8.self), equals: "\u{1B}[m\(blanks)\u{1B}[1;1H")
  }
}
