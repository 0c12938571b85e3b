import JSON

/// A line from a client: a request, or why it is none.
package struct ParsedRequest: Hashable, Sendable {
  /// The number that the reply repeats; nil if the line has none.
  package var id: Int?
  package var command: Result<RemoteCommand, RemoteError>

  /// Parses a line, which may be hostile.
  package init(_ line: [UInt8]) {
    if String(validating: line, as: UTF8.self) == nil {
      (id, command) = (nil, .failure(RemoteError(.notJSON, "the line is not UTF-8")))
      return
    }
    do {
      let fields = try JSONDecoder(allowsRepeatedKeys: false).decode(RequestFields.self, from: line)
      (id, command) = (fields.id, fields.command)
    } catch let repeated as RepeatedKey {
      let name = FieldReader.shown(repeated.name)
      (id, command) = (nil, .failure(RemoteError(.invalidField, "“\(name)” is there more than once")))
    } catch {
      (id, command) = (nil, .failure(RemoteError(.notJSON, "the line is not a JSON object")))
    }
  }
}

extension RemoteRequest {
  /// The request as a line, with its line feed.
  package var line: [UInt8] {
    // No value of a request is unencodable: its numbers are finite.
    ((try? JSONEncoder().encode(self)) ?? []) + [0x0A]
  }
}

/// The names of fields: those of the protocol, and any other that a line has.
private struct FieldName: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// The fields of a line. Decoding fails only if it is not an object.
private struct RequestFields: Decodable {
  let id: Int?
  let command: Result<RemoteCommand, RemoteError>

  init(from decoder: any Decoder) throws {
    let reader = FieldReader(fields: try decoder.container(keyedBy: FieldName.self))
    id = try? reader.optional("id", Int.self, "a whole number")
    command = Result { () throws(RemoteError) in try reader.command() }
  }
}

/// Reads the fields of one line.
private struct FieldReader {
  let fields: KeyedDecodingContainer<FieldName>

  func command() throws(RemoteError) -> RemoteCommand {
    let name = try required("command", String.self, "a string")
    _ = try optional("id", Int.self, "a whole number")
    switch name {
    case "show": return try show()
    case "add": return try add()
    case "next": return try plain(.next)
    case "previous": return try plain(.previous)
    case "pause": return try plain(.pause)
    case "resume": return try plain(.resume)
    case "hold": return try plain(.hold)
    case "query": return try plain(.query)
    case "subscribe": return try plain(.subscribe)
    case "quit": return try plain(.quit)
    default:
      throw RemoteError(
        .unknownCommand,
        "unknown command “\(Self.shown(name))”; commands: \(RemoteCommand.names.joined(separator: ", "))")
    }
  }

  private func plain(_ command: RemoteCommand) throws(RemoteError) -> RemoteCommand {
    try expect([])
    return command
  }

  private func show() throws(RemoteError) -> RemoteCommand {
    try expect(["number", "name", "animated", "start", "direction", "cause", "follows"])
    let target = SlideTarget(
      number: try optional("number", Int.self, "a whole number"), name: try optional("name", String.self, "a string"))
    guard target.number != nil || target.name != nil else {
      throw RemoteError(.missingField, "show needs “number” or “name”")
    }
    let motion = RemoteMotion(
      isAnimated: try optional("animated", Bool.self, "true or false") ?? true,
      start: try optional("start", Double.self, "a number of seconds"),
      direction: try optional("direction", RemoteMotion.Direction.self, "\"forward\" or \"backward\""),
      cause: try optional("cause", RemoteMotion.Cause.self, "\"user\", \"automatic\" or \"program\"") ?? .program,
      follows: try optional("follows", Bool.self, "true or false") ?? false)
    return .show(target, motion)
  }

  private func add() throws(RemoteError) -> RemoteCommand {
    try expect(["sources", "go"])
    let sources = try required("sources", [String].self, "an array of strings")
    guard (1...RemoteLimits.sourcesPerRequest).contains(sources.count) else {
      throw RemoteError(.invalidField, "“sources” must have 1 to \(RemoteLimits.sourcesPerRequest) elements")
    }
    for source in sources where !Self.isSource(source) {
      throw RemoteError(
        .invalidField, "“\(Self.shown(source))” is neither an absolute path nor an http, https or file URL")
    }
    return .add(sources, goes: try optional("go", Bool.self, "true or false") ?? false)
  }

  /// Whether a text names a source from any folder. Relative paths would depend on the folder of the program.
  private static func isSource(_ text: String) -> Bool {
    guard !text.utf8.contains(0), text.utf8.count <= 16_384 else { return false }
    let lowercased = text.prefix(8).lowercased()
    return text.hasPrefix("/") || ["http://", "https://", "file:///"].contains(where: lowercased.hasPrefix)
  }

  /// Refuses fields that a command does not have.
  private func expect(_ names: Set<String>) throws(RemoteError) {
    let unknown = fields.allKeys.map(\.stringValue).filter { !names.contains($0) && $0 != "command" && $0 != "id" }
    if let name = unknown.min() { throw RemoteError(.unknownField, "unknown field “\(Self.shown(name))”") }
  }

  private func required<Value: Decodable>(
    _ name: String, _ type: Value.Type, _ expectation: String
  ) throws(RemoteError) -> Value {
    guard let value = try optional(name, type, expectation) else {
      throw RemoteError(.missingField, "“\(name)” is missing")
    }
    return value
  }

  func optional<Value: Decodable>(
    _ name: String, _ type: Value.Type, _ expectation: String
  ) throws(RemoteError) -> Value? {
    let key = FieldName(name)
    guard fields.contains(key) else { return nil }
    guard let value = try? fields.decode(type, forKey: key) else {
      throw RemoteError(.invalidField, "“\(name)” must be \(expectation)")
    }
    return value
  }

  /// The beginning of a text from a client, for a message.
  static func shown(_ text: String) -> String { text.count > 60 ? "\(text.prefix(60))…" : text }
}

extension RemoteRequest: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(command.name, forKey: FieldName("command"))
    try fields.encodeIfPresent(id, forKey: FieldName("id"))
    switch command {
    case .show(let target, let motion):
      try fields.encodeIfPresent(target.number, forKey: FieldName("number"))
      try fields.encodeIfPresent(target.name, forKey: FieldName("name"))
      if !motion.isAnimated { try fields.encode(false, forKey: FieldName("animated")) }
      try fields.encodeIfPresent(motion.start, forKey: FieldName("start"))
      try fields.encodeIfPresent(motion.direction, forKey: FieldName("direction"))
      if motion.cause != .program { try fields.encode(motion.cause, forKey: FieldName("cause")) }
      if motion.follows { try fields.encode(true, forKey: FieldName("follows")) }
    case .add(let sources, let goes):
      try fields.encode(sources, forKey: FieldName("sources"))
      if goes { try fields.encode(true, forKey: FieldName("go")) }
    case .next, .previous, .pause, .resume, .hold, .query, .subscribe, .quit: break
    }
  }
}
