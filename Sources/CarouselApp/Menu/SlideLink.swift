import Decks
import Downloads
import Glibc
import System
import Terminal

/// A deck's link for a slide: text from outside, which is opened only if it is a URL.
struct SlideLink: Hashable {
  /// The URL, in the characters that RFC 3986 allows; all others are percent-encoded.
  let text: String
  /// Whether it is a web or mail address, which is opened without a question: other schemes may start any program.
  let isOrdinary: Bool

  /// A link; nil if it is not an absolute URL, has control characters, or is longer than `WebAddress.longest` bytes.
  init?(_ link: String) {
    guard link.utf8.count <= WebAddress.longest, !link.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let colon = link.firstIndex(of: ":"), let first = link.utf8.first, (0x61...0x7A).contains(first | 0x20),
      link[..<colon].utf8.allSatisfy({ PercentEncoding.isAlphanumeric($0) || "+-.".utf8.contains($0) })
    else { return nil }
    let encoded = SlideLink.encoded(link)
    switch link[..<colon].lowercased() {
    case "http", "https":
      guard let checked = WebAddress.checked(encoded) else { return nil }
      (text, isOrdinary) = (checked, true)
    case "mailto": (text, isOrdinary) = (encoded, !SlideLink.attachesFile(encoded))
    default: (text, isOrdinary) = (encoded, false)
    }
    guard text.utf8.count <= WebAddress.longest else { return nil }
  }

  /// The text in lines of a width; none if the width is not positive. All characters are ASCII.
  func lines(columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: columns).map { start in
      String(characters[start..<min(characters.count, start + columns)])
    }
  }

  /// Whether a mail address asks for a file of the user's to be attached, which some mail programs do.
  private static func attachesFile(_ link: String) -> Bool {
    guard let question = link.firstIndex(of: "?") else { return false }
    return link[question...].dropFirst().split(whereSeparator: { $0 == "&" || $0 == ";" }).contains { header in
      let name = header.prefix { $0 != "=" }.lowercased()
      return name.hasPrefix("attach") || name.contains("%")
    }
  }

  /// The text with all characters percent-encoded that a URL may not contain (RFC 3986, section 2).
  private static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text.utf8, keeping: "-._~:/?#[]@!$&'()*+,;=%")
  }
}

extension Hyperlink {
  /// The deck's link of a slide, else its URL or file; nil if that cannot be a link.
  init?(of slide: Slide) {
    if let link = slide.link { self.init(deck: link) } else { self.init(file: slide.location) }
  }

  /// A deck's link, unless the menu would ask before it opens it.
  init?(deck link: String) {
    guard let link = SlideLink(link), link.isOrdinary else { return nil }
    self.init(web: link.text)
  }

  /// A location's URL, without user name and password, or the file that has the picture; nil if it has neither.
  init?(file location: Location) {
    if case .url(let url) = location {
      self.init(web: WebAddress.shown(url))
    } else if let path = location.path, !path.bytes.isEmpty {
      self.init(file: path.absolute.bytes, host: Hyperlink.host)
    } else {
      return nil
    }
  }

  /// This machine's name; empty if it has none, which means the terminal's.
  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
