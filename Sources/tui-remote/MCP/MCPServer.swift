import CommandLineOptions
import Glibc
import JSON
import RemoteControl

/// Serves one client of the Model Context Protocol on standard input and output: in revision 2026-07-28, in which each
/// request has its version, or in an older one, which begins with `initialize`.
///
/// Requests are answered in order, except that a question to the user is answered when the user does.
struct MCPServer {
  private static let versions = ["2026-07-28"]
  private static let olderVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The longest message of a client, in bytes.
  private static let maximumLine = 1 << 20

  private let tools: MCPTools
  private var input = LineBuffer(limit: MCPServer.maximumLine)
  /// The client's name, if it has begun with `initialize`; nil if it has not.
  private var olderClient: String?
  /// The question to the user, and the request that asks it.
  private var question: (question: OpenQuestion, request: Request)?

  private struct Request {
    let id: JSONValue
    let isCurrent: Bool
    let client: String
  }

  /// Why a request fails, with a code of JSON-RPC 2.0 (5.1) or MCP.
  private struct Refusal: Error {
    enum Code: Int {
      case parse = -32700
      case invalid = -32600
      case method = -32601
      case parameters = -32602
      case version = -32022
    }

    let code: Code
    let message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
      (self.code, self.message, self.data) = (code, message, data)
    }
  }

  init(_ tools: MCPTools) { self.tools = tools }

  /// Serves the client until its input ends.
  mutating func run() {
    repeat {
      while let next = input.next() {
        guard case .line(let line) = next else {
          return send(Refusal(.invalid, "a message is longer than \(MCPServer.maximumLine) bytes"), to: nil)
        }
        if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { handle(line) }
      }
    } while wait()
  }

  /// Waits for the client or for an answer; returns false at the end of the input.
  private mutating func wait() -> Bool {
    let descriptors = [STDIN_FILENO] + [question?.question.client.descriptor].compactMap { $0 }
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&requests, nfds_t(requests.count), -1) > 0 else { return errno == EINTR }
    if requests.count > 1, requests[1].revents != 0 { readAnswer() }
    guard requests[0].revents != 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count > 0 { input.append(buffer[..<count]) }
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN))
  }

  /// Handles a message, which may be hostile.
  private mutating func handle(_ line: [UInt8]) {
    let message = try? JSONDecoder().decode(JSONValue.self, from: line)
    let id: JSONValue? =
      switch message?["id"] {
      case .string, .integer: message?["id"]
      case .null, .bool, .number, .array, .object, nil: nil
      }
    do throws(Refusal) {
      guard let message else { throw Refusal(.parse, "the line is not valid JSON") }
      guard message["jsonrpc"]?.text == "2.0", message["id"] == nil || id != nil else {
        throw Refusal(.invalid, "not a single JSON-RPC 2.0 message")
      }
      // Responses are to nothing that was asked.
      if message["result"] != nil || message["error"] != nil { return }
      guard let method = message["method"]?.text else { throw Refusal(.invalid, "“method” is missing") }
      guard let parameters = (message["params"] ?? [:]).fields else {
        throw Refusal(.parameters, "“params” must be an object")
      }
      if let id {
        let request = try request(id, method, parameters)
        if let result = try result(of: method, parameters, request) { send(result, to: request) }
      } else if method == "notifications/cancelled", let id = parameters["requestId"],
        id.isSame(as: question?.request.id)
      {
        // Without its connection, the question is withdrawn.
        question = nil
      }
    } catch {
      send(error, to: id)
    }
  }

  /// Checks the metadata of a request.
  private func request(
    _ id: JSONValue, _ method: String, _ parameters: [String: JSONValue]
  ) throws(Refusal) -> Request {
    let (prefix, meta) = ("io.modelcontextprotocol/", parameters["_meta"])
    guard let version = meta?["\(prefix)protocolVersion"] else {
      guard olderClient != nil || method == "initialize" || method == "ping" else {
        throw Refusal(
          .parameters, "“_meta” needs “\(prefix)protocolVersion”; revisions up to 2025-11-25 begin with initialize")
      }
      return Request(id: id, isCurrent: false, client: olderClient ?? "")
    }
    guard let text = version.text, MCPServer.versions.contains(text) else {
      throw Refusal(
        .version, "unsupported protocol version", data: ["supported": MCPServer.allVersions, "requested": version])
    }
    guard meta?["\(prefix)clientCapabilities"]?.fields != nil else {
      throw Refusal(.parameters, "“_meta” needs “\(prefix)clientCapabilities”")
    }
    return Request(id: id, isCurrent: true, client: meta?["\(prefix)clientInfo"]?["name"]?.text ?? "")
  }

  private static var allVersions: JSONValue { .array((versions + olderVersions).map { .string($0) }) }

  /// The result of a request; nil if it follows later.
  private mutating func result(
    of method: String, _ parameters: [String: JSONValue], _ request: Request
  ) throws(Refusal) -> [String: JSONValue]? {
    // The tools are always the same.
    let caching: [String: JSONValue] = request.isCurrent ? ["ttlMs": 3_600_000, "cacheScope": "public"] : [:]
    let introduction: [String: JSONValue] = [
      "capabilities": ["tools": [:]], "instructions": .string(MCPTools.instructions),
    ]
    switch (method, request.isCurrent) {
    case ("server/discover", true):
      return introduction.merging(caching) { $1 }.merging(["supportedVersions": MCPServer.allVersions]) { $1 }
    case ("initialize", false):
      olderClient = parameters["clientInfo"]?["name"]?.text ?? ""
      let wanted = parameters["protocolVersion"]?.text ?? ""
      let version = MCPServer.olderVersions.contains(wanted) ? wanted : MCPServer.olderVersions[0]
      return introduction.merging(["protocolVersion": .string(version), "serverInfo": MCPServer.information]) { $1 }
    case ("ping", false): return [:]
    case ("tools/list", _): return caching.merging(["tools": MCPTools.list]) { $1 }
    case ("tools/call", _):
      guard let tool = parameters["name"]?.text, let properties = MCPTools.properties(of: tool) else {
        throw Refusal(.parameters, "unknown tool")
      }
      // Failures of a tool are results, which models read.
      do throws(Failure) {
        let arguments = try MCPArguments(parameters["arguments"] ?? [:], properties)
        if tool != "ask" { return MCPServer.result(try tools.call(tool, arguments, from: request.client)) }
        if question != nil { throw Failure(message: "Another question is open. Wait for its answer.") }
        question = (try tools.ask(arguments, from: request.client), request)
        readAnswer()
        return nil
      } catch { return MCPServer.result([MCPTools.content(error.message)], isError: true) }
    default: throw Refusal(.method, "unknown method")
    }
  }

  /// Reads what has arrived from the program that shows the question, and responds if it is the answer.
  private mutating func readAnswer() {
    do throws(Failure) {
      // The end of the connection is found after what has arrived before.
      let isOpen = (try? question?.question.client.readAvailable()) != nil
      guard let answer = try question?.question.answer(waits: false) else {
        if !isOpen { throw Failure(message: "tui ended before the person answered.") }
        return
      }
      let text =
        switch answer {
        case .chosen(let source): "The person chose: \(String(decoding: source, as: UTF8.self))"
        case .notAnswered: "The person closed the question without choosing. Do not ask the same question again."
        }
      if let request = question?.request { send(MCPServer.result([MCPTools.content(text)]), to: request) }
    } catch {
      let result = MCPServer.result([MCPTools.content(error.message)], isError: true)
      if let request = question?.request { send(result, to: request) }
    }
    question = nil
  }

  // MARK: - Responses

  private static let information: JSONValue = ["name": "tui-remote", "version": .string(Version.number)]

  private static func result(_ content: [JSONValue], isError: Bool = false) -> [String: JSONValue] {
    ["content": .array(content), "isError": .bool(isError)]
  }

  private func send(_ result: [String: JSONValue], to request: Request) {
    var result = result
    if request.isCurrent {
      result["resultType"] = "complete"
      result["_meta"] = ["io.modelcontextprotocol/serverInfo": MCPServer.information]
    }
    Output.write(["jsonrpc": "2.0", "id": request.id, "result": .object(result)] as JSONValue)
  }

  private func send(_ error: Refusal, to id: JSONValue?) {
    var fields: [String: JSONValue] = ["code": .integer(error.code.rawValue), "message": .string(error.message)]
    fields["data"] = error.data
    var response: [String: JSONValue] = ["jsonrpc": "2.0", "error": .object(fields)]
    response["id"] = id
    Output.write(JSONValue.object(response))
  }
}
