import CCurl
import Fetching

/// A URL to request: http or https, with a host, and with spaces and non-ASCII characters escaped.
struct RequestURL: Hashable, Sendable {
  /// The most bytes of a URL.
  static let longest = 16_384

  /// The normalized URL for libcurl.
  let text: String
  /// The host in lowercase, and the scheme, the host and the port.
  let host, origin: String

  /// Checks and normalizes a URL.
  ///
  /// - Parameter base: The URL that a relative one refers to, and whose user name and password hold for its server.
  /// - Throws: A failure of kind `badURL`.
  init(_ url: String, relativeTo base: RequestURL? = nil) throws(FetchFailure) {
    guard url.utf8.count <= Self.longest else { throw Self.failure("the URL is too long") }
    guard !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw Self.failure("not a URL") }
    guard let parsed = unsafe curl_url() else { throw Self.failure("not a URL") }
    defer { unsafe curl_url_cleanup(parsed) }
    if let base { _ = unsafe curl_url_set(parsed, CURLUPART_URL, base.text, 0) }
    let account = [CURLUPART_USER, CURLUPART_PASSWORD].map { unsafe Self.part($0, of: parsed) }
    guard
      unsafe curl_url_set(parsed, CURLUPART_URL, url, UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
      let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parsed)
    else { throw Self.failure("not a URL") }
    guard scheme == "http" || scheme == "https" else { throw Self.failure("neither http nor https") }
    guard let host = unsafe Self.part(CURLUPART_HOST, of: parsed)?.lowercased(), !host.isEmpty,
      let port = unsafe Self.part(CURLUPART_PORT, of: parsed, UInt32(CURLU_DEFAULT_PORT))
    else { throw Self.failure("not a URL") }
    (self.host, origin) = (host, "\(scheme)://\(host):\(port)")
    if let base, origin == base.origin, unsafe Self.part(CURLUPART_USER, of: parsed) == nil {
      for (part, text) in zip([CURLUPART_USER, CURLUPART_PASSWORD], account) {
        if let text { _ = unsafe curl_url_set(parsed, part, text, 0) }
      }
    }
    guard let whole = unsafe Self.part(CURLUPART_URL, of: parsed) else { throw Self.failure("not a URL") }
    text = Self.keepingEmptyQuery(of: url, in: whole)
  }

  /// Restores an empty query: a URL that ends in "?" differs from one without (RFC 3986, section 6.2.3), but libcurl
  /// before version 8.8 drops the "?".
  private static func keepingEmptyQuery(of url: String, in text: String) -> String {
    let whole = url.prefix { $0 != "#" }
    guard whole.last == "?", !whole.dropLast().contains("?"), !text.prefix(while: { $0 != "#" }).contains("?") else {
      return text
    }
    let end = text.firstIndex(of: "#") ?? text.endIndex
    return "\(text[..<end])?\(text[end...])"
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(url, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
    defer { unsafe curl_free(text) }
    return unsafe String(cString: text)
  }

  private static func failure(_ message: String) -> FetchFailure { FetchFailure(.badURL, message, isTransient: false) }
}
