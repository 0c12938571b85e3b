import Foundation
import Glibc
import TestSupport
import Testing

/// `tui-remote mcp`, as clients of the Model Context Protocol start it.
@Suite("Agents")
struct AgentTests {
  private let stage: RemoteStage

  init() throws { stage = try RemoteStage() }

  /// The responses to lines, after which the input ends.
  private func responses(_ lines: [String], _ arguments: [String] = ["mcp"]) throws -> [[String: Any]] {
    let run = try PlainRun(
      arguments, program: Build.path(of: "tui-remote"), variables: stage.variables,
      input: lines.map { $0 + "\n" }.joined())
    #expect(run.ending == .exited(0) && run.error.isEmpty)
    return try run.output.split(separator: 0x0A).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }

  private func code(_ response: [String: Any]) -> Int? { (response["error"] as? [String: Any])?["code"] as? Int }

  private func text(_ response: [String: Any]) -> String {
    let content = (response["result"] as? [String: Any])?["content"] as? [[String: Any]]
    return content?.compactMap { $0["text"] as? String }.joined(separator: "\n") ?? ""
  }

  /// A request of revision 2026-07-28.
  private func request(_ id: Int, _ method: String, _ fields: String = "", version: String = "2026-07-28") -> String {
    let prefix = "io.modelcontextprotocol"
    let meta =
      #"{"\#(prefix)/protocolVersion":"\#(version)","\#(prefix)/clientCapabilities":{},"\#(prefix)/clientInfo":{"name":"coder","version":"1"}}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"_meta":\#(meta)\#(fields)}}"#
  }

  @Test func `a request with another version gets the versions that are served`() throws {
    let all = try responses([
      request(1, "server/discover"), request(2, "tools/list", version: "1900-01-01"), request(3, "tools/list"),
      #"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#, request(5, "ping"),
    ])
    let discovered = try #require(all[0]["result"] as? [String: Any])
    #expect((discovered["supportedVersions"] as? [String])?.first == "2026-07-28")
    #expect(discovered["resultType"] as? String == "complete" && discovered["ttlMs"] as? Int != nil)
    expect(all.map(code), equals: [nil, -32022, nil, -32602, -32601])
    let tools = try #require((all[2]["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    expect(tools.compactMap { $0["name"] as? String }, equals: ["show", "ask", "look", "marks", "query"])
  }

  @Test(arguments: [("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"), ("2099-01-01", "2025-11-25")])
  func `a client that begins with initialize is served in its revision or in the newest of that kind`(
    wanted: String, served: String
  ) throws {
    let all = try responses([
      #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(wanted)","capabilities":{},"clientInfo":{"name":"old","version":"1"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":"b","method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"query"}}"#,
    ])
    expect(all.compactMap { $0["id"] as? String }, equals: ["a", "b", "c"])
    expect((all[0]["result"] as? [String: Any])?["protocolVersion"] as? String, equals: served)
    #expect((all[2]["result"] as? [String: Any])?["isError"] as? Bool == true)
    #expect(text(all[2]).contains("tui --listen auto"), "it says how to start one")
  }

  @Test func `garbage gets errors, and the next request is served`() throws {
    let deep = String(repeating: "[", count: 20_000)
    let all = try responses([
      "x", "[]", "5", "{}", deep, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{}}"#, #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, "", "  ",
      request(3, "dance"), request(4, "tools/call"), request(5, "tools/call", #","name":"rm""#),
      request(6, "tools/call", #","name":"show","arguments":[]"#),
      request(7, "tools/call", #","name":"show","arguments":{"paths":["/no/such\u001b[31m"]}"#),
      request(8, "tools/call", #","name":"show","arguments":{"paths":[5]}"#),
      request(9, "tools/call", #","name":"look","arguments":{"max_side":1e9}"#),
      request(10, "tools/call", #","name":"look","arguments":{"path":"/etc/passwd"}"#), request(11, "tools/list"),
    ])
    let codes: [Int?] = [
      -32700, -32600, -32600, -32600, -32700, -32600, -32602, -32600, -32601, -32602, -32602, nil, nil, nil, nil, nil,
      nil,
    ]
    expect(all.map(code), equals: codes)
    for failed in all[11...15] { #expect((failed["result"] as? [String: Any])?["isError"] as? Bool == true) }
    #expect(text(all[12]).hasPrefix("“/no/such") && text(all[15]).contains("max_side"))
    #expect(all[16]["result"] != nil)
  }

  @Test func `a message without an end is refused`() throws {
    let run = try PlainRun(
      ["-c", "head -c 2000000 /dev/zero | tr '\\0' x | \"$0\" mcp", Build.path(of: "tui-remote")], program: "/bin/sh",
      variables: stage.variables)
    let response = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.split(separator: 0x0A).first ?? [])) as? [String: Any])
    expect(code(response), equals: -32600)
  }

  @Test func `an agent shows, looks, asks and withdraws a question`() throws {
    let session = try stage.start()
    let (output, taken) = try socketPair()
    let (input, inputTaken) = try socketPair()
    var launch = Launch(
      program: Build.path(of: "tui-remote"), arguments: ["mcp"],
      environment: TerminalSession.environment(stage.variables))
    (launch.input, launch.output) = (.descriptor(inputTaken), .descriptor(taken))
    let child = try launch.start()
    close(taken)
    close(inputTaken)
    var received: [UInt8] = []
    func send(_ line: String) { _ = unsafe write(input, line + "\n", line.utf8.count + 1) }
    func response() throws -> [String: Any] {
      var line: [UInt8] = []
      try session.wait(for: "a response") {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(output, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        received += bytes[..<max(0, count)]
        guard let end = received.firstIndex(of: 0x0A) else { return false }
        line = Array(received[..<end])
        received.removeSubrange(...end)
        return true
      }
      return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
    let path = stage.album.path
    send(request(1, "tools/call", #","name":"show","arguments":{"paths":["\#(path)/3.png"],"caption":"Loss"}"#))
    expect(text(try response()), equals: "The picture is shown.")
    try session.wait(for: "the agent's name") { session.screen.text.contains("shown by coder") }
    try session.waitForPicture(Album.blue)
    send(request(2, "tools/call", #","name":"look","arguments":{"max_side":64}"#))
    let looked = (try response()["result"] as? [String: Any])?["content"] as? [[String: Any]]
    #expect(looked?.first?["mimeType"] as? String == "image/png")
    let data = Data(base64Encoded: looked?.first?["data"] as? String ?? "")
    expect(data.map { Array($0.prefix(4)) }, equals: [0x89, 0x50, 0x4E, 0x47])
    let ask = #","name":"ask","arguments":{"question":"Which?","paths":["\#(path)/1.png","\#(path)/2.png"]}"#
    send(request(3, "tools/call", ask))
    try session.wait(for: "the question") { session.screen.text.contains("coder: Which?") }
    // Others are served meanwhile.
    send(request(4, "tools/call", #","name":"marks""#))
    expect(text(try response()), equals: "No picture is marked.")
    send(request(5, "tools/call", ask))
    #expect(text(try response()).contains("Another question is open"))
    try session.type("\r")
    let answer = try response()
    #expect(answer["id"] as? Int == 3 && text(answer) == "The person chose: \(path)/1.png")
    send(request(6, "tools/call", ask))
    try session.wait(for: "the question") { session.screen.text.contains("coder: Which?") }
    send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}"#)
    try session.wait(for: "the end of the question") { !session.screen.text.contains("Which?") }
    send(request(7, "tools/call", #","name":"query""#))
    expect(try response()["id"] as? Int, equals: 7)
    close(input)
    expect(child.wait(), equals: .exited(0))
    close(output)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    session.expectNoFaults()
  }
}
