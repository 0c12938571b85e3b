/// Answers of the test server.
extension [Server.Step] {
  /// Returns a complete answer with a body, on a connection that stays open.
  static func ok(_ body: [UInt8], _ fields: String...) -> Self {
    [.text(head("200 OK", fields + ["Content-Length: \(body.count)"])), .send(body)]
  }

  /// Returns an answer whose body is sent when the gate opens.
  static func ok(_ body: [UInt8], after gate: Gate) -> Self {
    [.text(head("200 OK", ["Content-Length: \(body.count)"])), .wait(gate), .send(body)]
  }

  /// Returns an answer without a body.
  static func status(_ line: String, _ fields: String...) -> Self {
    [.text(head(line, fields + (line.hasPrefix("304") ? [] : ["Content-Length: 0"])))]
  }

  private static func head(_ line: String, _ fields: [String]) -> String {
    "HTTP/1.1 \(line)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
  }
}
