import Fetching
import TestSupport
import Testing

struct LineDecoderTests {
  typealias Decoder = LineDecoder<FetchCommand>

  static let text = #"{"cancel":{"download":7}}"# + "\n" + #"{"prioritize":{"download":8,"priority":-1}}"# + "\r\n\n"
  static let messages: [FetchCommand] = [.cancel(download: 7), .prioritize(download: 8, priority: -1)]

  @Test func `lines decode to the same messages however they are split`() throws {
    let bytes = Array(Self.text.utf8)
    for size in 1...bytes.count {
      var decoder = Decoder()
      var results: [FetchCommand] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        for result in decoder.consume(bytes[start..<min(start + size, bytes.count)]) {
          results.append(try result.get())
        }
      }
      expect(results, equals: Self.messages)
    }
  }

  @Test func `an invalid line is one error, and the next line is read`() {
    let bad = [
      "garbage", "{}", "[]", "null", "\u{1B}[2J", #"{"fetch":{"download":1}}"#, #"{"cancel":{"download":-1}}"#,
      #"{"cancel":{"download":1.5}}"#, #"{"cancel":{"download":18446744073709551616}}"#, #"{"steal":{}}"#,
      String(repeating: "[", count: 60_000), #"{"cancel":{"download":1}"#, #"{"a":"\ud800"}"#,
    ]
    for line in bad {
      var decoder = Decoder()
      let results = decoder.consume(Array("\(line)\n\(Self.text)".utf8))
      expect(results, equals: [.failure(.notAMessage)] + Self.messages.map { .success($0) }, "\(line.prefix(40))")
    }
    var decoder = Decoder()
    expect(decoder.consume([0xFF, 0xFE, 0x00, 0x0A]), equals: [.failure(.notAMessage)])
  }

  @Test func `a line beyond the limit is one error, however long it is`() {
    var decoder = Decoder(longestLine: 30)
    expect(decoder.consume([UInt8](repeating: 0x20, count: 30)), equals: [])
    expect(decoder.consume([0x20]), equals: [.failure(.tooLong)])
    for _ in 0..<1_000 { expect(decoder.consume([UInt8](repeating: 0x41, count: 1_000)), equals: []) }
    expect(
      decoder.consume(Array(("\n" + #"{"cancel":{"download":7}}"# + "\n").utf8)),
      equals: [.success(.cancel(download: 7))])
  }

  @Test func `a message is one line, whatever characters it contains`() throws {
    let url = "http://example.org/\n\u{1B}[31m\u{2028}\u{0}\"\\é🏔"
    let command = FetchCommand.fetch(download: .max, url: url, priority: .min, isForced: true)
    let line = LineEncoder.line(command)
    expect(line.filter { $0 < 0x20 }, equals: [0x0A])
    expect(line.last, equals: 0x0A)
    var decoder = Decoder()
    expect(decoder.consume(line), equals: [.success(command)])
  }

  @Test func `reports survive a round trip through lines`() {
    let reason = FetchFailure(.status, "429 Too Many Requests", isTransient: true, retryAfter: 3)
    let reports: [FetchReport] = [
      .progress(download: 1, received: 5, expected: nil),
      .progress(download: 1, received: 5, expected: 9, path: "/a b/c"),
      .retrying(download: 2, reason: reason, milliseconds: 3_000), .failed(download: 3, reason: reason),
      .done(download: 4, path: "/a b/c", wasUnchanged: true),
      .done(download: 5, path: "/c", wasUnchanged: false, finalURL: "https://h/x/y"),
    ]
    var decoder = LineDecoder<FetchReport>()
    expect(decoder.consume(reports.flatMap { LineEncoder.line($0) }), equals: reports.map { .success($0) })
  }

  @Test func `a report without a final URL means no redirects`() {
    var decoder = LineDecoder<FetchReport>()
    let line = #"{"done":{"download":4,"isHead":false,"path":"/c","wasUnchanged":true}}"#
    expect(
      decoder.consume(Array("\(line)\n".utf8)), equals: [.success(.done(download: 4, path: "/c", wasUnchanged: true))])
    expect(
      LineEncoder.line(FetchReport.done(download: 4, path: "/c", wasUnchanged: true)), equals: Array("\(line)\n".utf8))
  }
}
