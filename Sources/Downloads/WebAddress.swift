import Fetching
import System

/// The URL parsing that the viewer does itself.
package enum WebAddress {
  /// Whether the bytes begin like an ssh URL.
  package static func isFar(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "s") else { return false }
    return bytes.prefix(6).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }.elementsEqual("ssh://".utf8)
  }

  /// What comes before the host in the URLs that can be fetched; dav: and davs: are http: and https: of a WebDAV server.
  private static let beginnings = ["http://", "https://", "davs://", "dav://", "s3://"].map { Array($0.utf8) }

  /// Whether the bytes begin like a URL that can be fetched, or an ssh URL.
  package static func isURL(_ bytes: some Collection<UInt8>) -> Bool {
    // Nearly every file name is ruled out by its first byte.
    guard let first = bytes.first, "hds".utf8.contains(first | 0x20) else { return false }
    if isFar(bytes) { return true }
    let head = bytes.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    return beginnings.contains { head.starts(with: $0) }
  }

  /// The URL of a folder: one whose path ends in a slash or, of a bucket or a WebDAV server, is empty. Nil for others.
  package static func folder(_ url: String) -> String? {
    guard isURL(url.utf8), !isFar(url.utf8) else { return nil }
    let text = request(of: url)
    let slashes = text.utf8.count { $0 == UInt8(ascii: "/") }
    guard !text.contains("?") else { return nil }
    if slashes > 2 { return text.hasSuffix("/") ? text : nil }
    return text.hasSuffix("/") || text.lowercased().hasPrefix("http") ? nil : text + "/"
  }

  /// The URL to request from a server: without the fragment, and with invalid characters percent-encoded.
  package static func request(of url: String) -> String {
    let whole = url.prefix { $0 != "#" }
    // An invalid URL is rejected by the fetching process.
    return URLReference(String(whole))?.text ?? String(whole)
  }

  /// The http(s) URL of a reference in a document, resolved against its base URL (RFC 3986, section 5); nil if there is
  /// none.
  package static func resolved(_ reference: String, against base: String) -> String? {
    guard !reference.utf8.contains(0), let base = URLReference(request(of: base)),
      let url = URLReference(reference)?.resolved(against: base), url.isOnWeb
    else { return nil }
    return url.text
  }

  /// The maximum length of a URL from an untrusted source, in bytes.
  package static let longest = 16_384

  /// A URL from an untrusted source, if it is an absolute http(s) URL with a host, without control characters and
  /// within `longest`; otherwise nil.
  package static func checked(_ url: String) -> String? {
    guard url.utf8.count <= longest, !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return WebAddress.isURL(url.utf8) ? resolved(url, against: url) : nil
  }

  /// The extension of the last component of the path, in lowercase; nil if it has none.
  package static func fileExtension(of url: String) -> String? { Path(path(of: url).utf8).fileExtension }

  /// The name to display: the last component of the path, percent-decoded, or the host if there is no path.
  package static func name(of url: String) -> String {
    let parts = path(of: shown(url)).split(separator: "/")
    guard let last = parts.last else { return url }
    // The first two parts are the scheme and the host.
    return parts.count > 2 ? withoutPercents(last) : String(last)
  }

  /// A percent-decoded text; unchanged if the bytes are not valid UTF-8.
  private static func withoutPercents(_ text: Substring) -> String {
    String(validating: PercentEncoding.decoded(text.utf8), as: UTF8.self) ?? String(text)
  }

  /// A URL without user name and password, to display.
  package static func shown(_ url: String) -> String { URLText.withoutUser(url) }

  /// A URL without its query and fragment.
  private static func path(of url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
}
