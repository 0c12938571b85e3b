import RemoteControl
import TestSupport
import Testing

@Suite("A client's connection")
struct ConnectionTests {
  private var connection = RemoteConnection(hello: .hello(RemoteHello(version: "1", pid: 1)))

  init() { connection.wrote(connection.output.count) }

  /// The text that waits for the client, which is taken.
  private mutating func output() -> String {
    defer { connection.wrote(connection.output.count) }
    return String(decoding: connection.output, as: UTF8.self)
  }

  @Test mutating func `the first line introduces the program`() {
    connection = RemoteConnection(hello: .hello(RemoteHello(version: "1.2", pid: 5)))
    expect(output(), equals: "{\"hello\":\"tui\",\"pid\":5,\"protocol\":1,\"version\":\"1.2\"}\n")
  }

  @Test mutating func `requests arrive in pieces of any size, with empty lines between them`() throws {
    var commands: [RemoteCommand] = []
    for byte in Array("\n{\"command\":\"next\"}\r\n \n{\"command\":\"quit\"}\n{".utf8) {
      connection.received([byte])
      while let request = connection.nextRequest() { commands.append(try request.command.get()) }
    }
    expect(commands, equals: [.next, .quit])
    #expect(!connection.isClosed)
  }

  @Test mutating func `at most 32 requests are handled in a turn, and no more are read until they are`() {
    connection.received(String(repeating: "x\n", count: 70).utf8)
    for expected in [32, 32, 6] {
      var count = 0
      while connection.nextRequest() != nil { count += 1 }
      expect(count, equals: expected)
      expect(connection.hasWaitingRequests, equals: expected == 32)
      expect(connection.wantsInput, equals: expected != 32)
      connection.beginTurn()
    }
  }

  @Test mutating func `a line that is too long is refused, and the connection closes once that is written`() {
    connection.received([UInt8](repeating: 0x20, count: RemoteLimits.line))
    #expect(connection.nextRequest() == nil && !connection.isClosed)
    connection.received([0x20])
    expect(connection.nextRequest(), equals: nil)
    #expect(!connection.wantsInput && !connection.isClosed)
    expect(output(), equals: "{\"error\":\"too-long\",\"message\":\"a line is longer than 65536 bytes\"}\n")
    #expect(connection.isClosed)
  }

  @Test mutating func `a line of the greatest length is read`() throws {
    let command = #"{"command":"next"}"#
    let padding = String(repeating: " ", count: RemoteLimits.line - command.count)
    connection.received("\(command)\(padding)\n".utf8)
    try expect(connection.nextRequest()?.command.get(), equals: .next)
  }

  @Test mutating func `a client that does not read is disconnected before much waits for it`() {
    let report = RemoteMessage.report(RemoteReport(.end(reason: String(repeating: "x", count: 1000)), at: 0))
    var largest = 0
    for _ in 0..<1000 {
      connection.send(report)
      largest = max(largest, connection.output.count)
    }
    #expect(connection.isClosed && connection.output.isEmpty)
    #expect(largest <= RemoteLimits.pendingOutput && largest > RemoteLimits.pendingOutput - 2000)
  }

  @Test mutating func `a client that has closed its end receives its replies, and its partial line is dropped`() throws
  {
    connection.received("{\"command\":\"next\"}\n{\"command\":\"quit\"}".utf8)
    connection.inputEnded()
    try expect(connection.nextRequest()?.command.get(), equals: .next)
    connection.send(.reply(RemoteReply(to: .next)))
    #expect(connection.nextRequest() == nil && !connection.isClosed && !connection.wantsInput)
    expect(output(), equals: "{\"reply\":\"next\"}\n")
    #expect(connection.isClosed)
  }

  @Test mutating func `a closed connection takes and yields nothing`() {
    connection.inputEnded()
    expect(connection.nextRequest(), equals: nil)
    connection.received("{\"command\":\"next\"}\n".utf8)
    connection.send(.reply(RemoteReply(to: .next)))
    #expect(connection.nextRequest() == nil && connection.output.isEmpty && connection.isClosed)
  }

  @Test mutating func `what a client has sent is handled although it takes no more bytes`() throws {
    connection.outputEnded()
    connection.received("{\"command\":\"next\"}\n".utf8)
    #expect(connection.wantsInput && !connection.isClosed)
    try expect(connection.nextRequest()?.command.get(), equals: .next)
    connection.send(.reply(RemoteReply(to: .next)))
    #expect(connection.output.isEmpty)
    connection.inputEnded()
    #expect(connection.nextRequest() == nil && connection.isClosed)
  }
}
