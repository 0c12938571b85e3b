import RemoteControl
import TestSupport
import Testing

@Suite("Messages to clients")
struct MessageTests {
  private static let slide = RemoteSlide(number: 3, name: "c.png", path: "/d/c.png", caption: "three")
  private static let state = RemoteState(
    slide: slide, count: 9, complete: true, destination: 4, moving: true, paused: false, interval: 5, mode: .carousel,
    time: 12.25)

  private static let slideJSON = #"{"caption":"three","name":"c.png","number":3,"path":"/d/c.png"}"#

  private static func report(_ event: RemoteReport.Event, at time: Double = 2) -> RemoteMessage {
    .report(RemoteReport(event, at: time))
  }

  /// Messages and their lines. One statement each: a literal of all of them takes the compiler minutes.
  static let messages: [(message: RemoteMessage, line: String)] = {
    var all: [(message: RemoteMessage, line: String)] = []
    func add(_ message: RemoteMessage, _ line: String) { all.append((message, line)) }
    add(.hello(RemoteHello(version: "1.0", pid: 42)), #"{"hello":"tui","pid":42,"protocol":1,"version":"1.0"}"#)
    add(.reply(RemoteReply(to: .next)), #"{"reply":"next"}"#)
    let show = RemoteCommand.show(SlideTarget(number: 3), RemoteMotion())
    add(.reply(RemoteReply(to: show, id: 7, number: 3)), #"{"id":7,"number":3,"reply":"show"}"#)
    let facts =
      #""complete":true,"count":9,"destination":4,"interval":5.0,"mode":"carousel","moving":true,"paused":false"#
    add(
      .reply(RemoteReply(to: .query, state: state)),
      #"{"reply":"query","state":{\#(facts),"slide":\#(slideJSON),"time":12.25}}"#)
    add(
      .refusal(RemoteError(.noSuchSlide, "no slide 9; the last is 3"), id: 7),
      #"{"error":"no-such-slide","id":7,"message":"no slide 9; the last is 3"}"#)
    add(.refusal(RemoteError(.tooLong, "too long"), id: nil), #"{"error":"too-long","message":"too long"}"#)
    add(
      report(.begin(to: slide, start: 1.5, cause: .user, direction: .forward)),
      #"{"cause":"user","direction":"forward","report":"begin","slide":\#(slideJSON),"start":1.5,"time":2.0}"#)
    let plain = RemoteSlide(number: 1, name: "a")
    add(
      report(.show(plain, isMoving: false)),
      #"{"moving":false,"report":"show","slide":{"name":"a","number":1},"time":2.0}"#)
    var own = plain
    (own.duration, own.transition, own.background, own.fit) = (.seconds(20), "fade", "#102030", "cover")
    add(
      report(.show(own, isMoving: false)),
      ##"{"moving":false,"report":"show","slide":{"background":"#102030","duration":20.0,"fit":"cover","##
        + #""name":"a","number":1,"transition":"fade"},"time":2.0}"#)
    own = plain
    own.duration = .hold
    add(
      report(.show(own, isMoving: false)),
      #"{"moving":false,"report":"show","slide":{"duration":"hold","name":"a","number":1},"time":2.0}"#)
    add(report(.show(nil, isMoving: false)), #"{"moving":false,"report":"show","time":2.0}"#)
    add(report(.land(3)), #"{"number":3,"report":"land","time":2.0}"#)
    add(report(.pause(true)), #"{"paused":true,"report":"pause","time":2.0}"#)
    add(report(.deck(count: 4)), #"{"count":4,"report":"deck","time":2.0}"#)
    add(
      report(.mark(count: 2, plain, isMarked: true)),
      #"{"count":2,"marked":true,"report":"mark","slide":{"name":"a","number":1},"time":2.0}"#)
    add(report(.mark(count: 0, nil, isMarked: nil)), #"{"count":0,"report":"mark","time":2.0}"#)
    add(report(.click(plain)), #"{"report":"click","slide":{"name":"a","number":1},"time":2.0}"#)
    let view = RemoteView(
      number: 1, zoom: 2, x: 3, y: 4, width: 50, height: 60, rotation: 90)
    let viewJSON =
      #"{"height":60,"mirrored":false,"number":1,"rotation":90,"width":50,"x":3,"y":4,"zoom":2.0}"#
    add(report(.view(view)), #"{"report":"view","time":2.0,"view":\#(viewJSON)}"#)
    add(
      report(.answer(ask: 7, plain, count: 2)),
      #"{"ask":7,"count":2,"report":"answer","slide":{"name":"a","number":1},"time":2.0}"#)
    add(report(.answer(ask: 7, nil, count: 2)), #"{"ask":7,"count":2,"report":"answer","time":2.0}"#)
    var marks = RemoteReply(to: .marks(after: 0))
    (marks.slides, marks.count) = ([plain], 1)
    add(.reply(marks), #"{"count":1,"reply":"marks","slides":[{"name":"a","number":1}]}"#)
    var look = RemoteReply(to: .look(RemoteLook(path: "/a")))
    look.view = view
    add(.reply(look), #"{"reply":"look","view":\#(viewJSON)}"#)
    add(report(.end(reason: "quit")), #"{"reason":"quit","report":"end","time":2.0}"#)
    return all
  }()

  @Test(arguments: messages.indices)
  func `a message is a line of JSON, and reading it yields the message`(index: Int) {
    let (message, line) = Self.messages[index]
    expect(String(decoding: message.line, as: UTF8.self), equals: line + "\n")
    expect(RemoteMessage(line: message.line.dropLast()), equals: message)
  }

  @Test func `a name's control characters are escapes in the line, and the name stays the same`() {
    let name = "a\u{1B}]2;x\u{7}\u{9B}31m\u{202E}\u{7F}é"
    let message = RemoteMessage.report(
      RemoteReport(.show(RemoteSlide(number: 1, name: name), isMoving: false), at: 0))
    let text = String(decoding: message.line, as: UTF8.self)
    #expect(text.contains(#""name":"a\u001b]2;x\u0007\u009b31m\u202e\u007fé""#))
    expect(RemoteMessage(line: message.line.dropLast()), equals: message)
  }

  @Test(arguments: [
    "", "x", "{}", #"{"hello":1}"#, #"{"report":"party","time":1}"#, #"{"error":"?","message":""}"#,
    #"{"moving":false,"report":"show","slide":{"duration":"long","name":"a","number":1},"time":2.0}"#,
  ])
  func `other lines are no messages`(line: String) { #expect(RemoteMessage(line: Array(line.utf8)) == nil) }
}
