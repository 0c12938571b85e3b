/// URLs as text, as far as both processes take them apart.
package enum URLText {
  /// A URL without the name and password of its user (RFC 3986, section 3.2.1): as it may be shown, and kept on disk.
  package static func withoutUser(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    guard let mark = authority.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: mark)...])
  }
}
