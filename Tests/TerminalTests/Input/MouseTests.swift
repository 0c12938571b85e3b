import Terminal
import TestSupport
import Testing

@Suite struct MouseTests {
  private func mouse(_ text: String) -> [MouseEvent] {
    var decoder = InputDecoder()
    return decoder.feed(text.utf8, at: .zero).compactMap { if case .mouse(let event) = $0 { event } else { nil } }
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;1;1M", MouseEvent(.pressed(.left), column: 0, row: 0)),
      ("\u{1B}[<2;300;40m", MouseEvent(.released(.right), column: 299, row: 39)),
      ("\u{1B}[<1;5;6M", MouseEvent(.pressed(.middle), column: 4, row: 5)),
      ("\u{1B}[<32;5;6M", MouseEvent(.dragged(.left), column: 4, row: 5)),
      ("\u{1B}[<35;5;6M", MouseEvent(.moved, column: 4, row: 5)),
      ("\u{1B}[<16;5;6M", MouseEvent(.pressed(.left), column: 4, row: 5, modifiers: .control)),
      ("\u{1B}[<80;5;6M", MouseEvent(.wheelUp, column: 4, row: 5, modifiers: .control)),
      ("\u{1B}[<64;5;6M", MouseEvent(.wheelUp, column: 4, row: 5)),
      ("\u{1B}[<69;5;6M", MouseEvent(.wheelDown, column: 4, row: 5, modifiers: .shift)),
      ("\u{1B}[<26;5;6M", MouseEvent(.pressed(.right), column: 4, row: 5, modifiers: [.alt, .control])),
      ("\u{1B}[<66;5;6M", MouseEvent(.wheelLeft, column: 4, row: 5)),
      ("\u{1B}[<67;5;6M", MouseEvent(.wheelRight, column: 4, row: 5)),
      ("\u{1B}[M !!", MouseEvent(.pressed(.left), column: 0, row: 0)),
      ("\u{1B}[M`!~", MouseEvent(.wheelUp, column: 0, row: 93)),
      ("\u{1B}[32;5;6M", MouseEvent(.pressed(.left), column: 4, row: 5)),
    ] as [(String, MouseEvent)])
  func `Mouse reports are decoded as events`(report: String, event: MouseEvent) {
    expect(mouse(report), equals: [event])
  }

  @Test func `reports are in pixels from the reply on that says so`() {
    var decoder = InputDecoder()
    // kitty 0.48, in cells of 8 by 17 pixels: a press in the twelfth column, and a drag by two pixels.
    let bytes = "\u{1B}[<0;12;3M\u{1B}[<0;12;3m\u{1B}[?1016;1$y\u{1B}[<0;101;50M\u{1B}[<32;103;50M\u{1B}[<0;103;50m"
    let mice = decoder.feed(bytes.utf8, at: .zero).compactMap { if case .mouse(let event) = $0 { event } else { nil } }
      .map { $0.inCells(of: CellPixels(width: 8, height: 17), in: CellSize(columns: 80, rows: 24)) }
    expect(mice.map { $0?.column }, equals: [11, 11, 12, 12, 12])
    expect(mice.map { $0?.row }, equals: [2, 2, 2, 2, 2])
    expect(mice.map { $0?.x }, equals: [11.5, 11.5, 12.5, 12.75, 12.75])
    expect(mice.map { $0?.kind.isPress }, equals: [true, false, true, false, false])
  }

  @Test func `reports in pixels outside the window are at its edge, and are dropped while a cell's size is unknown`() {
    var decoder = InputDecoder()
    let reports = decoder.feed("\u{1B}[?1016;1$y\u{1B}[<0;0;0M\u{1B}[<32;9999;9999M\u{1B}[<0;-52;-2m".utf8, at: .zero)
      .dropFirst()
    let mice = reports.compactMap { if case .mouse(let event) = $0 { event } else { nil } }
    let window = CellSize(columns: 80, rows: 24)
    let places = mice.map { $0.inCells(of: CellPixels(width: 8, height: 17), in: window) }
    expect(places.map { $0?.column }, equals: [0, 79, 0])
    expect(places.map { $0?.x }, equals: [0, 80, 0])
    expect(places.map { $0?.row }, equals: [0, 23, 0])
    expect(mice.map { $0.inCells(of: nil, in: window) == nil }, equals: [true, true, true])
  }

  @Test func `A release without a button is attributed to the held button`() {
    expect(
      mouse("\u{1B}[M\"!!\u{1B}[MB#!\u{1B}[M##!").map(\.kind),
      equals: [
        .pressed(.right), .dragged(.right), .released(.right),
      ])
  }

  @Test(arguments: [
    "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<128;1;1M", "\u{1B}[<65;1;1m", "\u{1B}[<0;99999999;1M",
    "\u{1B}[<999999;1;1M",
    "\u{1B}[M\u{1}\u{1}\u{1}", "\u{1B}[<M", "\u{1B}[0;0;0M",
  ])
  func `Invalid mouse reports are dropped`(report: String) {
    expect(mouse(report), equals: [])
  }
}

extension MouseEvent.Kind {
  fileprivate var isPress: Bool { if case .pressed = self { true } else { false } }
}
