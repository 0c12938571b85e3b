import System

/// The parts of an ssh URL: `ssh://[user@]host[:port]/path`.
package struct FarAddress: Hashable, Sendable {
  /// A host, as the user's `ssh` takes it.
  package struct Host: Hashable, Sendable {
    /// The name, an alias from ssh's configuration, or an IP address.
    package var name: String
    package var user: String?
    /// 1…65535; nil for that of ssh's configuration.
    package var port: Int?

    /// The arguments of `ssh` that name the host. None of them can be taken for an option.
    package var arguments: [String] {
      (port.map { ["-p", "\($0)"] } ?? []) + (user.map { ["-l", $0] } ?? []) + ["--", name]
    }
  }

  package var host: Host
  /// The raw bytes of the path on the far side: absolute, or relative to the home folder after `/~/`, and empty for that
  /// folder. It never becomes a part of a command.
  package var path: [UInt8]

  /// The maximum length of a path in bytes: Linux's PATH_MAX.
  package static let longestPath = 4_096

  /// Parses a URL; nil if it is no ssh URL, or names a host or user that ssh could take for something else: they consist
  /// of letters, digits and a few marks, and do not begin with a dash.
  package init?(_ url: String) {
    guard url.utf8.count >= 6, String(url.prefix(6)).lowercased() == "ssh://" else { return nil }
    let rest = url.utf8.dropFirst(6)
    let authority = rest.prefix { $0 != Path.slash }
    let path = PercentEncoding.decoded(rest.dropFirst(authority.count))
    guard path.count <= FarAddress.longestPath, !path.contains(0) else { return nil }
    var name = authority
    var user: String?
    if let mark = authority.lastIndex(of: UInt8(ascii: "@")) {
      user = String(decoding: authority[..<mark], as: UTF8.self)
      name = authority[authority.index(after: mark)...]
    }
    var port: Int?
    if name.first == UInt8(ascii: "[") {
      guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let after = name[name.index(after: end)...]
      name = name[name.index(after: name.startIndex)..<end]
      guard after.isEmpty || after.first == UInt8(ascii: ":") else { return nil }
      if !after.isEmpty { port = Int(String(decoding: after.dropFirst(), as: UTF8.self)) ?? 0 }
    } else if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      port = Int(String(decoding: name[name.index(after: colon)...], as: UTF8.self)) ?? 0
      name = name[..<colon]
    }
    guard FarAddress.isPlain(name, with: "._-:%"), user.map({ FarAddress.isPlain($0.utf8, with: "._-+") }) ?? true,
      port.map({ 1...65_535 ~= $0 }) ?? true
    else { return nil }
    host = Host(name: String(decoding: name, as: UTF8.self), user: user, port: port)
    self.path = path.starts(with: "/~/".utf8) ? Array(path.dropFirst(3)) : path
  }

  init(host: Host, path: [UInt8]) { (self.host, self.path) = (host, path) }

  /// The URL.
  package var url: String {
    let name = host.name.utf8.contains(UInt8(ascii: ":")) ? "[\(host.name)]" : host.name
    let authority = "\(host.user.map { "\($0)@" } ?? "")\(name)\(host.port.map { ":\($0)" } ?? "")"
    return "ssh://\(authority)\(path.first == Path.slash ? "" : "/~/")\(FarAddress.encoded(path))"
  }

  /// The URL of the folder, with a slash at its end.
  package var folderURL: String { path.last == Path.slash || path.isEmpty ? url : url + "/" }

  /// A path as it travels, since it need not be UTF-8.
  static func encoded(_ path: [UInt8]) -> String { PercentEncoding.encoded(path, keeping: "-._~/") }

  private static func isPlain(_ bytes: some Collection<UInt8>, with marks: String) -> Bool {
    guard let first = bytes.first, first != UInt8(ascii: "-"), bytes.count <= 255 else { return false }
    return bytes.allSatisfy { PercentEncoding.isAlphanumeric($0) || marks.utf8.contains($0) }
  }
}
