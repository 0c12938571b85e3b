/// The part of a request before its body; no request of the tests has a body.
struct RequestHead: Sendable {
  let target: String
  let headers: Headers

  /// - Parameter text: the lines, with or without the empty one at the end.
  init?(_ text: String) {
    let lines = text.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    target = String(words[1])
    headers = Headers(
      fields: lines.dropFirst().map { line in
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return (String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
      })
  }

  /// Header fields, whose names are case-insensitive.
  struct Headers: Sendable {
    fileprivate let fields: [(name: String, value: String)]

    /// The values of all fields with a name.
    subscript(_ name: String) -> [String] {
      fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
  }
}
