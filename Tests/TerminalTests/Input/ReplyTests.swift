import Terminal
import TestSupport
import Testing

@Suite struct ReplyTests {
  private static let pixels = CellPixels(width: 640, height: 408)

  @Test(
    arguments: [
      ("\u{1B}[?62;4;22c", .primaryAttributes([62, 4, 22])), ("\u{1B}[?6c", .primaryAttributes([6])),
      ("\u{1B}[?2026;2$y", .mode(2026, state: 2)), ("\u{1B}[4;2$y", .other), ("\u{1B}[0n", .ready),
      ("\u{1B}[3n", .other),
      ("\u{1B}[6;20;10t", .cellPixels(width: 10, height: 20)), ("\u{1B}[6;0;10t", .other), ("\u{1B}[8;24;80t", .other),
      ("\u{1B}[>1;95;0c", .secondaryAttributes([1, 95, 0])), ("\u{1B}[?1u", .has(.keyboardProtocol)),
      ("\u{1B}[?997;1n", .colorScheme(isDark: true)),
      ("\u{1B}[?997;2n", .colorScheme(isDark: false)), ("\u{1B}[?997;3n", .other), ("\u{1B}[?996n", .other),
      ("\u{1B}[48;24;80;408;640t", .windowSize(CellSize(columns: 80, rows: 24), pixels: Self.pixels)),
      ("\u{1B}[48;0;80;408;640t", .other), ("\u{1B}[48;24;80t", .other),
      ("\u{1B}[24;80R", .cursor(row: 24, column: 80)),
      ("\u{1B}]1337;ReportCellSize=15.0;8.0;1.0\u{7}", .has(.inlineFiles)),
      ("\u{1B}]1337;ReportCellSize\u{7}", .other),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", .color(number: 11, Color(red: 255, green: 128, blue: 0))),
      ("\u{1B}]10;rgb:f/8/0\u{1B}\\", .color(number: 10, Color(red: 255, green: 136, blue: 0))),
      ("\u{1B}]11;rgba:1234/56/789/ffff\u{1B}\\", .color(number: 11, Color(red: 18, green: 86, blue: 120))),
      ("\u{1B}]11;#102030\u{7}", .color(number: 11, Color(red: 16, green: 32, blue: 48))),
      ("\u{1B}]11;rgb:12345/0/0\u{7}", .other), ("\u{1B}]11;rgb:0/0\u{7}", .other),
      ("\u{1B}]11;rgb:g/0/0\u{7}", .other),
      ("\u{1B}]12;rgb:0/0/0\u{7}", .other), ("\u{1B}]\u{7}", .other), ("\u{1B}]11;#12345\u{7}", .other),
      ("\u{1B}P>|XTerm(379)\u{1B}\\", .version("XTerm(379)")), ("\u{1B}P>|\u{1B}\\", .other),
      ("\u{1B}P>|é\u{1B}\\", .other), ("\u{1B}[4;480;800t", .windowPixels(width: 800, height: 480)),
      ("\u{1B}]4;7;rgb:ff/80/00\u{7}", .palette(7, Color(red: 255, green: 128, blue: 0))),
      ("\u{1B}]4;256;rgb:0/0/0\u{7}", .other), ("\u{1B}]4;rgb:0/0/0\u{7}", .other), ("\u{1B}]4;1;?\u{7}", .other),
      ("\u{1B}P1+r524742=38\u{1B}\\", .truecolor(true)), ("\u{1B}P1+r5463\u{1B}\\", .truecolor(true)),
      ("\u{1B}P0+r524742\u{1B}\\", .other), ("\u{1B}P1+r436F=323536\u{1B}\\", .colors(256)),
      ("\u{1B}P1+r436f=38\u{1B}\\", .colors(8)), ("\u{1B}P1+r436f\u{1B}\\", .other),
      ("\u{1B}P1+r436f=2D31\u{1B}\\", .other), ("\u{1B}P1+r436f=32353\u{1B}\\", .other),
      ("\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\", .truecolor(true)),
      ("\u{1B}P1$r48:2::1:2:3m\u{1B}\\", .truecolor(true)),
      ("\u{1B}P1$r48:2:1:2:3m\u{1B}\\", .truecolor(true)), ("\u{1B}P1$r0;48:5:16m\u{1B}\\", .truecolor(false)),
      ("\u{1B}_Gi=1;OK\u{1B}\\", .graphics(id: 1, "OK")), ("\u{1B}P1$r0m\u{1B}\\", .truecolor(false)),
      ("\u{1B}P0$r\u{1B}\\", .other),
    ] as [(String, TerminalReply)])
  func `Terminal replies are decoded as replies, not as keys`(bytes: String, reply: TerminalReply) {
    var decoder = InputDecoder()
    expect(decoder.feed(bytes.utf8, at: .zero), equals: [.reply(reply)])
    expect(decoder.due, equals: nil)
  }

  @Test func `A version string is cut to 64 characters`() {
    var decoder = InputDecoder()
    let long = "\u{1B}P>|" + String(repeating: "x", count: 4000) + "\u{1B}\\"
    expect(decoder.feed(long.utf8, at: .zero), equals: [.reply(.version(String(repeating: "x", count: 64)))])
  }

  @Test func `No byte within a reply ends it or becomes a key`() {
    // mlterm 3.9.0 sends uninitialized memory after the color, here as captured.
    let setting = Array("\u{1B}P1$r0;1;4;31".utf8) + [0xAD, 0xED, 0x55] + Array(";42".utf8) + [0xAD, 0xED, 0x55, 0x6D]
    for byte in UInt8.min...UInt8.max {
      var decoder = InputDecoder()
      let bytes = setting.map { $0 == 0xAD ? byte : $0 } + Array("\u{1B}\\\u{1B}[0nj".utf8)
      expect(
        decoder.feed(bytes, at: .zero),
        equals: [.reply(.truecolor(false)), .reply(.ready), .key(.character("j"))], "byte \(byte)")
    }
  }

  @Test(
    arguments: [
      ("\u{1B}P1$r0;31\u{1B}[?62;4c", [.reply(.primaryAttributes([62, 4]))]),
      ("\u{1B}P1$r0;31\u{1B}]11;#fff\u{7}", [.reply(.color(number: 11, Color(red: 255, green: 255, blue: 255)))]),
      ("\u{1B}P1$r0;31\u{1B}[A\u{1B}m\u{3}\u{1B}[0n", [.reply(.ready)]),
    ] as [(String, [InputEvent])])
  func `A reply whose end was lost ends with the next one, and nothing in it becomes a key`(
    bytes: String, events: [InputEvent]
  ) {
    var decoder = InputDecoder()
    expect(decoder.feed((bytes + "j").utf8, at: .zero), equals: events + [.key(.character("j"))])
  }
}
