import RemoteControl
import TestSupport
import Testing

@Suite("Requests of clients")
struct RequestTests {
  private func parse(_ line: String) -> ParsedRequest { ParsedRequest(Array(line.utf8)) }

  private func error(_ line: String) -> RemoteError? {
    if case .failure(let error) = parse(line).command { error } else { nil }
  }

  /// Commands and a line for each.
  static let commands: [(line: String, command: RemoteCommand)] = {
    var all: [(line: String, command: RemoteCommand)] = []
    func add(_ line: String, _ command: RemoteCommand) { all.append((line, command)) }
    let plain: [RemoteCommand] = [.next, .previous, .pause, .resume, .hold, .query, .subscribe, .quit]
    for command in plain { add(#"{"command":"\#(command.name)"}"#, command) }
    add(#"{"command":"show","number":5}"#, .show(SlideTarget(number: 5), RemoteMotion()))
    add(
      #"{"command":"show","name":"a.png","animated":false}"#,
      .show(SlideTarget(name: "a.png"), RemoteMotion(isAnimated: false)))
    add(
      #"{"command":"show","number":2,"start":12.5,"direction":"backward","cause":"automatic"}"#,
      .show(SlideTarget(number: 2), RemoteMotion(start: 12.5, direction: .backward, cause: .automatic)))
    add(
      #"{"command":"add","sources":["/a.png","https://example.org/b.png"],"go":true}"#,
      .add(RemoteAddition(["/a.png", "https://example.org/b.png"], goes: true)))
    add(
      #"{"command":"add","sources":["/a.png"],"caption":"Loss","group":"run 7","replace":"loss"}"#,
      .add(RemoteAddition(["/a.png"], caption: "Loss", group: "run 7", key: "loss")))
    add(
      #"{"command":"ask","question":"Which one?","sources":["/a.png","/b.png"]}"#,
      .ask("Which one?", ["/a.png", "/b.png"]))
    add(#"{"command":"caption","caption":"Loss"}"#, .caption("Loss", nil))
    add(#"{"command":"caption","caption":"Loss","number":2}"#, .caption("Loss", SlideTarget(number: 2)))
    add(#"{"command":"marks"}"#, .marks(after: 0))
    add(#"{"command":"marks","after":7}"#, .marks(after: 7))
    add(
      #"{"command":"look","path":"/tmp/a.png","side":800,"bytes":65536}"#,
      .look(RemoteLook(path: "/tmp/a.png", side: 800, bytes: 65_536)))
    add(#"{"command":"introduce","name":"train.py"}"#, .introduce("train.py"))
    return all
  }()

  @Test(arguments: commands)
  func `a line is a command, and writing the command yields a line of the same meaning`(
    line: String, command: RemoteCommand
  ) throws {
    try expect(parse(line).command.get(), equals: command)
    let written = RemoteRequest(command, id: 7).line
    expect(written.last, equals: 0x0A)
    let again = ParsedRequest(written.dropLast())
    try expect(again.command.get(), equals: command)
    expect(again.id, equals: 7)
  }

  /// Lines that are refused, by the code that says why.
  static let refused: [RemoteError.Code: [String]] = [
    .notJSON: [
      "",
      "x",
      "[]",
      "1",
      #""next""#,
      #"{"command":"next"} x"#,
      #"{"command":"next""#,
    ],
    .missingField: [
      "{}",
      #"{"command":"show"}"#,
      #"{"command":"add"}"#,
      #"{"command":"ask","question":"?"}"#,
      #"{"command":"ask","sources":["/a"]}"#,
      #"{"command":"caption"}"#,
      #"{"command":"look"}"#,
      #"{"command":"introduce"}"#,
    ],
    .invalidField: [
      #"{"command":5}"#,
      #"{"command":null}"#,
      #"{"command":"next","id":"a"}"#,
      #"{"command":"next","id":1.5}"#,
      #"{"command":"show","number":"5"}"#,
      #"{"command":"show","number":1e99}"#,
      #"{"command":"show","number":5,"start":"now"}"#,
      #"{"command":"show","number":5,"direction":"up"}"#,
      #"{"command":"add","sources":[]}"#,
      #"{"command":"add","sources":"/a.png"}"#,
      #"{"command":"add","sources":[1]}"#,
      #"{"command":"add","sources":["a.png"]}"#,
      #"{"command":"add","sources":["ftp://example.org/a.png"]}"#,
      #"{"command":"add","sources":["/a\u0000b"]}"#,
      #"{"command":"add","sources":["-"]}"#,
      #"{"command":"add","sources":["/a","/b"],"replace":"k"}"#,
      #"{"command":"add","sources":["/a"],"caption":5}"#,
      #"{"command":"ask","question":"?","sources":[]}"#,
      #"{"command":"ask","question":"?","sources":["a.png"]}"#,
      #"{"command":"ask","question":"\#(String(repeating: "x", count: 257))","sources":["/a"]}"#,
      #"{"command":"caption","caption":"\#(String(repeating: "x", count: 4097))"}"#,
      #"{"command":"introduce","name":"\#(String(repeating: "x", count: 257))"}"#,
      #"{"command":"marks","after":"x"}"#,
      #"{"command":"look","path":"a.png"}"#,
      #"{"command":"look","path":"/a\u0000b"}"#,
      #"{"command":"look","path":"/a.png","side":0}"#,
      #"{"command":"look","path":"/a.png","side":2801}"#,
      #"{"command":"look","path":"/a.png","bytes":99999999}"#,
    ],
    .unknownCommand: [
      #"{"command":"dance"}"#
    ],
    .unknownField: [
      #"{"command":"next","by":2}"#
    ],
  ]

  @Test(arguments: refused.keys.sorted { $0.rawValue < $1.rawValue })
  func `anything else is refused, with a code that says why`(code: RemoteError.Code) {
    for line in Self.refused[code] ?? [] { #expect(error(line)?.code == code, "\(line)") }
  }

  @Test func `a refusal has the number of its request, if that can be read`() {
    #expect(parse(#"{"command":"dance","id":3}"#).id == 3)
    #expect(parse(#"{"id":3,"command":"next","x":1}"#).id == 3)
    #expect(parse(#"{"command":"next","id":"3"}"#).id == nil)
  }

  @Test func `bytes that are not UTF-8 are refused, wherever they are`() {
    for text in [#"{"command":"show","name":"X"}"#, #"{"X":1,"command":"next"}"#, "X"] {
      let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "X") ? [0xFF] : [$0] }
      guard case .failure(let error) = ParsedRequest(bytes).command else {
        Issue.record("accepted: \(text)")
        continue
      }
      expect(error, equals: RemoteError(.notJSON, "the line is not UTF-8"))
    }
  }

  @Test func `hostile values are refused in a short line`() {
    let deep = String(repeating: "[", count: 30_000)
    expect(error(deep)?.code, equals: .notJSON)
    #expect(error(#"{"command":"add","sources":\#(deep)"#)?.code == .notJSON)
    let long = error(#"{"command":"\#(String(repeating: "x", count: 60_000))"}"#)
    expect(long.map { $0.message.count < 200 }, equals: true)
    let many = Array(repeating: #""/a""#, count: 1001).joined(separator: ",")
    #expect(error(#"{"command":"add","sources":[\#(many)]}"#)?.code == .invalidField)
  }
}
