import Fetching
import FoundationEssentials
import System

/// URLs, as far as the viewer takes them apart itself.
package enum WebAddress {
  /// Whether the bytes begin like an http or https URL.
  package static func isURL(_ bytes: some Collection<UInt8>) -> Bool {
    // Nearly every name is turned away at its first byte.
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "h") else { return false }
    let head = bytes.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    return head.starts(with: "http://".utf8) || head.elementsEqual("https://".utf8)
  }

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
    return WebAddress.isURL(url.utf8) ? resolved(url, against: url) : nil
  }

  /// What follows the last dot of the path's last part, lower case; nil for none.
  package static func fileExtension(of url: String) -> String? { Path(path(of: url).utf8).fileExtension }

  /// What a person would call it: the last part of its path, its percent signs read; where it has none, its host.
  package static func name(of url: String) -> String {
    let parts = path(of: shown(url)).split(separator: "/")
    guard let last = parts.last else { return url }
    // A scheme and a host are no path.
    return parts.count > 2 ? withoutPercents(last) : String(last)
  }

  /// A text with the bytes that its percent signs stand for (RFC 3986, 2.1); as it is where they are no UTF-8.
  private static func withoutPercents(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if first == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  /// A URL as it may be shown: without a name and password of its user.
  package static func shown(_ url: String) -> String { URLText.withoutUser(url) }

  /// A URL without its query and fragment.
  private static func path(of url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
}
