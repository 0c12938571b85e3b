import Decks
import Downloads
import Glibc
import System
import Terminal

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
