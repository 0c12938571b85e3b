import Glibc
import JSON
import RemoteControl
import System

/// The tools that agents call: each is a request or two to a program that listens.
struct MCPTools {
  private let sockets: SocketFinder
  private let socket: [UInt8]?
  private let name: String?
  private let startsInTmux: Bool

  /// The most pictures in one call, and the most bytes of a picture in a result: Base64 makes a megabyte of them.
  private static let maximumPaths = 100
  private static let maximumPicture = 750_000

  /// - Parameter name: the name that is shown in place of the client's; nil: the client's.
  init(_ sockets: SocketFinder, at socket: [UInt8]?, name: String?, startsInTmux: Bool) {
    (self.sockets, self.socket, self.name, self.startsInTmux) = (sockets, socket, name, startsInTmux)
  }

  /// Calls a tool other than `ask`, for the agent's program of that name; returns the content for the model.
  func call(_ tool: String, _ arguments: MCPArguments, from client: String) throws(Failure) -> [JSONValue] {
    switch tool {
    case "show":
      let paths = try arguments.paths(1...MCPTools.maximumPaths)
      let addition = RemoteAddition(
        paths.map(SourceArgument.text), goes: true, caption: try arguments.text("caption"),
        group: try arguments.text("group"), key: try arguments.text("replace"))
      _ = try connect(client, starts: true).reply(to: .add(addition), within: sockets.limit)
      return [MCPTools.content(paths.count == 1 ? "The picture is shown." : "The pictures are shown.")]
    case "look":
      guard case .integer(let side) = arguments["max_side"] ?? 1_024, RemoteLimits.lookSide.contains(side) else {
        throw Failure(message: "“max_side” must be a whole number from 16 to 2800.")
      }
      return try look(side: side, connect(client))
    case "marks":
      let marked = try connect(client).marks(within: sockets.limit)
      return [MCPTools.content(marked.isEmpty ? "No picture is marked." : marked.joined(separator: "\n"))]
    default: return [MCPTools.json(try connect(client).reply(to: .query, within: sockets.limit).state)]
    }
  }

  func ask(_ arguments: MCPArguments, from client: String) throws(Failure) -> OpenQuestion {
    let paths = try arguments.paths(2...MCPTools.maximumPaths)
    guard let question = try arguments.text("question") else { throw Failure(message: "“question” is missing.") }
    return try OpenQuestion(question, paths, to: connect(client, starts: true), within: sockets.limit)
  }

  /// What the user sees, as a picture and the place of its part in the whole.
  private func look(side: Int, _ client: RemoteClient) throws(Failure) -> [JSONValue] {
    guard let folder = try? PrivateFolder() else { throw Failure(message: "There is no room for a temporary file.") }
    let path = folder.path("seen.png")
    let look = RemoteLook(path: String(decoding: path, as: UTF8.self), side: side, bytes: MCPTools.maximumPicture)
    let reply = try client.reply(to: .look(look), within: max(sockets.limit, .seconds(60)))
    do throws(FileError) {
      let picture = MCPTools.base64(try FileBytes.read(Path(path), limit: MCPTools.maximumPicture))
      return [["type": "image", "mimeType": "image/png", "data": .string(picture)], MCPTools.json(reply.view)]
    } catch {
      throw Failure(message: "The picture cannot be read: \(error.description).")
    }
  }

  /// Connects to the program that listens, under the agent's name. One may be started.
  private func connect(_ client: String, starts: Bool = false) throws(Failure) -> RemoteClient {
    let found = try listener(starts: starts && startsInTmux)
    // Not cut within a character.
    let shown = String((name ?? (client.isEmpty ? "agent" : client)).prefix(60))
    if shown.utf8.count <= RemoteLimits.nameBytes { _ = try found.reply(to: .introduce(shown), within: sockets.limit) }
    return found
  }

  private func listener(starts: Bool) throws(Failure) -> RemoteClient {
    let named = socket.map { String(decoding: $0, as: UTF8.self) } ?? "auto"
    var reason: String
    do throws(Failure) { return try sockets.client(at: socket) } catch { reason = error.message }
    if starts, TmuxPane.start(["--listen", named, "--interval", "0"], environment: sockets.environment) {
      let deadline = MonotonicClock.now + max(sockets.limit, .seconds(10))
      while MonotonicClock.now < deadline {
        if let client = try? sockets.client(at: socket) { return client }
        usleep(50_000)
      }
      reason = "it was started in tmux, but does not answer"
    }
    throw Failure(
      message: "No tui listens (\(reason)). Ask the person to run “tui --listen \(named)” in another terminal or tmux "
        + "pane, and try again.")
  }

  // MARK: - Content

  static func content(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

  private static func json(_ value: some Encodable) -> JSONValue {
    content(String(decoding: SafeJSON.escaped((try? JSONEncoder().encode(value)) ?? []), as: UTF8.self))
  }

  /// Base64 with padding (RFC 4648, section 4).
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The arguments of a call, which may be hostile.
struct MCPArguments {
  private let fields: [String: JSONValue]

  /// - Parameter known: those that the tool has.
  init(_ value: JSONValue, _ known: [String: JSONValue]) throws(Failure) {
    guard let fields = value.fields else { throw Failure(message: "“arguments” must be an object.") }
    if let name = fields.keys.first(where: { known[$0] == nil }) {
      throw Failure(message: "Unknown “\(name.prefix(60))”; arguments: \(known.keys.sorted().joined(separator: ", ")).")
    }
    self.fields = fields
  }

  subscript(name: String) -> JSONValue? { fields[name] }

  func text(_ name: String) throws(Failure) -> String? {
    guard let value = fields[name] else { return nil }
    guard let text = value.text else { throw Failure(message: "“\(name)” must be a string.") }
    return text
  }

  /// Paths of files that exist, and URLs.
  func paths(_ range: ClosedRange<Int>) throws(Failure) -> [[UInt8]] {
    guard case .array(let values)? = fields["paths"], range.contains(values.count) else {
      throw Failure(message: "“paths” must be an array of \(range.lowerBound) to \(range.upperBound) strings.")
    }
    var paths: [[UInt8]] = []
    for value in values {
      guard let text = value.text, !text.isEmpty, !text.utf8.contains(0) else {
        throw Failure(message: "Each of “paths” must be a path or a URL.")
      }
      let path = Array(text.utf8)
      if !path.includes("://".utf8), case .unreachable = PathKind(of: Path(path).absolute) {
        throw Failure(message: "“\(text.prefix(200))” does not exist.")
      }
      paths.append(path)
    }
    return paths
  }
}
