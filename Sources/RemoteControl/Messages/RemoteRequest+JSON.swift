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

private struct FieldReader {
  let fields: KeyedDecodingContainer<FieldName>

  func command() throws(RemoteError) -> RemoteCommand {
    let name = try required("command", String.self, "a string")
    _ = try optional("id", Int.self, "a whole number")
    switch name {
    case "show": return try show()
    case "add": return .add(try addition())
    case "ask":
      try expect(["question", "sources"])
      return .ask(try requiredText("question", bytes: RemoteLimits.nameBytes), try sources())
    case "caption": return try caption()
    case "marks":
      try expect(["after"])
      return .marks(after: try optional("after", Int.self, "a whole number") ?? 0)
    case "look": return .look(try look())
    case "introduce":
      try expect(["name"])
      return .introduce(try requiredText("name", bytes: RemoteLimits.nameBytes))
    default:
      guard let plain = Self.plain.first(where: { $0.name == name }) else {
        throw RemoteError(
          .unknownCommand,
          "unknown command “\(Self.shown(name))”; commands: \(RemoteCommand.names.joined(separator: ", "))")
      }
      try expect([])
      return plain
    }
  }

  /// The commands without fields.
  private static let plain: [RemoteCommand] = [.next, .previous, .pause, .resume, .hold, .query, .subscribe, .quit]

  private func show() throws(RemoteError) -> RemoteCommand {
    try expect(["number", "name", "animated", "start", "direction", "cause", "follows"])
    guard let target = try target() else { throw RemoteError(.missingField, "show needs “number” or “name”") }
    let motion = RemoteMotion(
      isAnimated: try optional("animated", Bool.self, "true or false") ?? true,
      start: try optional("start", Double.self, "a number of seconds"),
      direction: try optional("direction", RemoteMotion.Direction.self, "\"forward\" or \"backward\""),
      cause: try optional("cause", RemoteMotion.Cause.self, "\"user\", \"automatic\" or \"program\"") ?? .program,
      follows: try optional("follows", Bool.self, "true or false") ?? false)
    return .show(target, motion)
  }

  private func target() throws(RemoteError) -> SlideTarget? {
    let target = SlideTarget(
      number: try optional("number", Int.self, "a whole number"), name: try optional("name", String.self, "a string"))
    return target.number != nil || target.name != nil ? target : nil
  }

  private func addition() throws(RemoteError) -> RemoteAddition {
    try expect(["sources", "go", "caption", "group", "replace"])
    let addition = RemoteAddition(
      try sources(), goes: try optional("go", Bool.self, "true or false") ?? false,
      caption: try text("caption", bytes: RemoteLimits.captionBytes),
      group: try text("group", bytes: RemoteLimits.nameBytes), key: try text("replace", bytes: RemoteLimits.nameBytes))
    if addition.key != nil, addition.sources.count > 1 {
      throw RemoteError(.invalidField, "with “replace”, “sources” must have 1 element")
    }
    return addition
  }

  private func caption() throws(RemoteError) -> RemoteCommand {
    try expect(["caption", "number", "name"])
    return .caption(
      try requiredText("caption", bytes: RemoteLimits.captionBytes), try target())
  }

  private func look() throws(RemoteError) -> RemoteLook {
    try expect(["path", "side", "bytes"])
    var look = RemoteLook(path: try required("path", String.self, "a string"))
    guard look.path.hasPrefix("/"), !look.path.utf8.contains(0) else {
      throw RemoteError(.invalidField, "“path” must be an absolute path")
    }
    look.side = try number("side", in: RemoteLimits.lookSide) ?? look.side
    look.bytes = try number("bytes", in: RemoteLimits.lookBytes) ?? look.bytes
    return look
  }

  private func sources() throws(RemoteError) -> [String] {
    let sources = try required("sources", [String].self, "an array of strings")
    guard (1...RemoteLimits.sourcesPerRequest).contains(sources.count) else {
      throw RemoteError(.invalidField, "“sources” must have 1 to \(RemoteLimits.sourcesPerRequest) elements")
    }
    for source in sources where !Self.isSource(source) {
      throw RemoteError(
        .invalidField, "“\(Self.shown(source))” is neither an absolute path nor an http, https or file URL")
    }
    return sources
  }

  /// Whether a text names a source from any folder. Relative paths would depend on the folder of the program.
  private static func isSource(_ text: String) -> Bool {
    guard !text.utf8.contains(0), text.utf8.count <= 16_384 else { return false }
    return text.hasPrefix("/") || RemoteAddition.isURL(text)
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

  private func requiredText(_ name: String, bytes: Int) throws(RemoteError) -> String {
    _ = try required(name, String.self, "a string")
    return try text(name, bytes: bytes) ?? ""
  }

  private func text(_ name: String, bytes: Int) throws(RemoteError) -> String? {
    let text = try optional(name, String.self, "a string")
    if let text, text.utf8.count > bytes { throw RemoteError(.invalidField, "“\(name)” is longer than \(bytes) bytes") }
    return text
  }

  private func number(_ name: String, in range: ClosedRange<Int>) throws(RemoteError) -> Int? {
    let number = try optional(name, Int.self, "a whole number")
    if let number, !range.contains(number) {
      throw RemoteError(.invalidField, "“\(name)” must be \(range.lowerBound) to \(range.upperBound)")
    }
    return number
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
    case .add(let addition): try addition.encode(to: encoder)
    case .ask(let question, let sources):
      try fields.encode(question, forKey: FieldName("question"))
      try fields.encode(sources, forKey: FieldName("sources"))
    case .caption(let caption, let target):
      try fields.encode(caption, forKey: FieldName("caption"))
      try fields.encodeIfPresent(target?.number, forKey: FieldName("number"))
      try fields.encodeIfPresent(target?.name, forKey: FieldName("name"))
    case .marks(let number): if number != 0 { try fields.encode(number, forKey: FieldName("after")) }
    case .look(let look): try look.encode(to: encoder)
    case .introduce(let name): try fields.encode(name, forKey: FieldName("name"))
    case .next, .previous, .pause, .resume, .hold, .query, .subscribe, .quit: break
    }
  }
}
