import FoundationEssentials

/// URLs, as far as the viewer takes them apart itself.
package enum WebAddress {
  /// What a server is asked for: without the fragment, and with what cannot stand in a URL percent-encoded.
  package static func request(of url: String) -> String {
    let whole = url.prefix { $0 != "#" }
    // What is no URL is told so by those who download it.
    return URL(string: String(whole))?.absoluteString ?? String(whole)
  }

  /// The http(s) URL that a reference stands for in a document (RFC 3986, section 5); nil: it is none.
  package static func resolved(_ reference: String, against base: String) -> String? {
    guard !reference.contains("\0"), let base = URL(string: request(of: base)),
      let url = reference.isEmpty ? base : URL(string: reference, relativeTo: base)?.absoluteURL,
      let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", url.host() != nil
    else { return nil }
    return url.absoluteString
  }

  /// Bytes that a URL has at most to be believed.
  package static let longest = 16_384

  /// A URL as somebody else tells it, if it is an absolute one of the web (http or https, with a host) and no longer than
  /// any that we would ask for; otherwise nil.
  package static func checked(_ url: String) -> String? {
    guard url.utf8.count <= longest, !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return Location.isURL(url.utf8) ? resolved(url, against: url) : nil
  }

  /// What follows the last dot of the path's last part, lower case; nil for none.
  package static func fileExtension(of url: String) -> String? { Path(path(of: url).utf8).fileExtension }

  /// A URL without its query and fragment.
  private static func path(of url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
}
