import JSON

/// A line from a program to a client.
package enum RemoteMessage: Hashable, Sendable {
  /// The first line of each connection.
  case hello(RemoteHello)
  /// A request was carried out.
  case reply(RemoteReply)
  /// A request was refused.
  case refusal(RemoteError, id: Int?)
  /// Something changed, for subscribers.
  case report(RemoteReport)

  /// The message as a line, with its line feed. Everything that a terminal could take for a control sequence is escaped.
  package var line: [UInt8] {
    // No value of a message is unencodable: its numbers are finite.
    SafeJSON.escaped((try? JSONEncoder().encode(self)) ?? []) + [0x0A]
  }

  /// Reads a line without its line feed; nil if it is no message.
  package init?(line: [UInt8]) {
    guard let message = try? JSONDecoder().decode(RemoteMessage.self, from: line) else { return nil }
    self = message
  }
}

/// How a program introduces itself.
package struct RemoteHello: Hashable, Sendable, Codable {
  /// The version of the protocol that this program speaks. It grows when something is removed or gets another meaning;
  /// new commands, fields and reports may be added without that.
  package static let current = 1

  /// The program's name: `tui`.
  package var hello = "tui"
  package var `protocol` = RemoteHello.current
  /// The program's version.
  package var version: String
  /// Its process ID.
  package var pid: Int

  /// The introduction of a program.
  package init(version: String, pid: Int) { (self.version, self.pid) = (version, pid) }
}

/// The reply to a request.
package struct RemoteReply: Hashable, Sendable, Codable {
  /// The command.
  package var reply: String
  /// The request's number.
  package var id: Int?
  /// The number of the slide to which the program goes.
  package var number: Int?
  /// The program's state, if the command replies with it.
  package var state: RemoteState?
  /// The number of a question, which its answer repeats.
  package var ask: Int?
  /// Marked slides, and how many there are in all.
  package var slides: [RemoteSlide]?
  package var count: Int?
  /// What is seen.
  package var view: RemoteView?

  /// The reply to a command.
  package init(to command: RemoteCommand, id: Int? = nil, number: Int? = nil, state: RemoteState? = nil) {
    (reply, self.id, self.number, self.state) = (command.name, id, number, state)
  }
}

extension RemoteMessage: Codable {
  private enum Key: String, CodingKey { case hello, reply, error, report, id, message }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    if fields.contains(.hello) {
      self = .hello(try RemoteHello(from: decoder))
    } else if fields.contains(.reply) {
      self = .reply(try RemoteReply(from: decoder))
    } else if fields.contains(.report) {
      self = .report(try RemoteReport(from: decoder))
    } else {
      let error = RemoteError(
        try fields.decode(RemoteError.Code.self, forKey: .error), try fields.decode(String.self, forKey: .message))
      self = .refusal(error, id: try fields.decodeIfPresent(Int.self, forKey: .id))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try hello.encode(to: encoder)
    case .reply(let reply): try reply.encode(to: encoder)
    case .report(let report): try report.encode(to: encoder)
    case .refusal(let error, let id):
      var fields = encoder.container(keyedBy: Key.self)
      try fields.encode(error.code, forKey: .error)
      try fields.encode(error.message, forKey: .message)
      try fields.encodeIfPresent(id, forKey: .id)
    }
  }
}

/// JSON that a terminal shows as it is.
package enum SafeJSON {
  /// A valid JSON text in UTF-8 with DEL, C1 controls and bidirectional controls as `\u` escapes. They occur only in
  /// strings, whose value stays the same.
  package static func escaped(_ json: [UInt8]) -> [UInt8] {
    // ASCII without DEL has none of them.
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var escaped: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        escaped += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: escaped += Array(String(Character(scalar)).utf8)
      }
    }
    return escaped
  }
}
