/// Header fields for single servers, such as an access token. Each is sent to its server only.
package struct HostFields: Hashable, Sendable {
  /// The fields by the server's scheme, host and port.
  private var fields: [String: [String]] = [:]

  /// No fields.
  package init() {}

  /// Adds a field for a server. Invalid names and fields are ignored.
  ///
  /// - Parameters:
  ///   - field: The name, a colon and the value.
  ///   - server: `host` or `host:port`, for https and, if that is this computer, http; or `http://host:port`, for http.
  package mutating func add(_ field: String, for server: String) {
    guard !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return }
    let hasScheme = ["http://", "https://"].contains { server.lowercased().hasPrefix($0) }
    for scheme in hasScheme ? [""] : ["https://", "http://"] {
      guard let url = try? RequestURL("\(scheme)\(server)/"), scheme != "http://" || url.isOfThisComputer else {
        continue
      }
      fields[url.origin, default: []].append(field)
    }
  }

  /// The fields that are sent with a request for a URL.
  subscript(url: RequestURL) -> [String] { fields[url.origin] ?? [] }
}

extension RequestURL {
  /// Whether the host is the loopback interface, to which nobody else listens.
  fileprivate var isOfThisComputer: Bool {
    let isNumber = host.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    return host == "localhost" || host == "[::1]" || isNumber && host.hasPrefix("127.")
  }
}
