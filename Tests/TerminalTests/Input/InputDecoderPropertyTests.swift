import Terminal
import TestSupport
import Testing

@Suite struct InputDecoderPropertyTests {
  private static let pieces: [[UInt8]] =
    [
      "a", "é", "日", "\r", "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]11;rgb:ff/00/80", "\u{7}", "\u{1B}\\", "\u{1B}P",
      "A", "C", "~", "M", ";",
      "5", "200", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<0;3;4M", "\u{1B}[M", "\u{1B}[1;5C", "\u{1B}[?1;2c", "$y", ":",
      "<", "?",
    ].map { Array($0.utf8) } + [[0x9B], [0xC3], [0xF0, 0x9F], [0xFF], [0x18]]

  private func stream(_ random: inout SplitMix64) -> [UInt8] {
    (0..<Int.random(in: 1...40, using: &random)).flatMap { _ in
      Bool.random(using: &random)
        ? Self.pieces.randomElement(using: &random) ?? [] : [UInt8.random(in: 0...255, using: &random)]
    }
  }

  @Test func `Splitting the input anywhere does not change the events`() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<1500 {
      let bytes = stream(&random)
      var whole = InputDecoder()
      let expected = whole.feed(bytes, at: .zero)
      var single = InputDecoder()
      expect(bytes.flatMap { single.feed([$0], at: .zero) }, equals: expected)
      var split = InputDecoder()
      let cut = Int.random(in: 0...bytes.count, using: &random)
      expect(split.feed(bytes[..<cut], at: .zero) + split.feed(bytes[cut...], at: .zero), equals: expected)
      expect((single.due == nil), equals: (whole.due == nil))
    }
  }

  @Test func `After any input time-outs end pending sequences, and keys work again`() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<1500 {
      var line = PausingLine(InputDecoder(keySequences: [[0x1B, 0x5B, 0x4D]: .function(1)]))
      _ = line.receive(stream(&random), pause: .seconds(2))
      expect(line.decoder.due, equals: nil)
      expect(line.receive("q".utf8, pause: .milliseconds(100)), equals: [.key(.character("q"))])
    }
  }

  @Test func `A flood of garbage gives no more events than bytes`() {
    var random = SplitMix64(seed: 23)
    var decoder = InputDecoder()
    for _ in 0..<200 {
      let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(decoder.feed(bytes, at: .zero).count <= bytes.count + 1)
    }
  }
}
