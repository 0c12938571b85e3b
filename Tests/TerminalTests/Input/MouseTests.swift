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
