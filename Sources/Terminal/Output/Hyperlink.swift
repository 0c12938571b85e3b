/// The target of a hyperlink on cells (OSC 8): https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
package struct Hyperlink: Hashable, Sendable {
  /// The URL: printable ASCII, at most `maximumBytes`.
  package let url: String

  /// The maximum length of a URL in bytes: VTE's limit.
  package static let maximumBytes = 2083

  /// A link to a web page or an e-mail address; nil for other URLs, which may do anything on the user's machine, and for
  /// long ones.
  package init?(web url: String) {
    guard ["http://", "https://", "mailto:"].contains(where: url.lowercased().hasPrefix) else { return nil }
    self.init(Hyperlink.encoded(url.utf8, and: ""))
  }

  /// A link to a file on a machine; nil if its URL is too long.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - host: The machine's name: the terminal may run on another one.
  package init?(file path: [UInt8], host: String) {
    self.init("file://\(Hyperlink.encoded(host.utf8, and: "%/?#@:"))\(Hyperlink.encoded(path, and: "%?#"))")
  }

  private init?(_ url: String) {
    guard url.utf8.count <= Hyperlink.maximumBytes else { return nil }
    self.url = url
  }

  /// Text with percent-encoded (RFC 3986, section 2.1) bytes: what is not printable ASCII, what URLs may not contain,
  /// and some others.
  private static func encoded(_ text: some Sequence<UInt8>, and others: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.reduce(into: "") { encoded, byte in
      if (0x21...0x7E).contains(byte), !"\"<>\\^`{|}\(others)".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// The sequence after which cells have this link. Cells of a link that are written at different times share an id,
  /// which no other link has in some terminals (FNV-1a, 32 bits).
  package var opening: [UInt8] {
    let id = url.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Array("\u{1B}]8;id=\(id);\(url)\u{1B}\\".utf8)
  }

  /// The sequence after which cells have no link.
  package static let closing = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// Whether a terminal shows hyperlinks or ignores them, which cannot be queried. Old versions of VTE crash, and its
  /// early users garble them, as does what calls itself a plain `xterm` on the other side of ssh (GCC's rules).
  package static func areHarmless(environment: [String: String]) -> Bool {
    let color = environment["COLORTERM"] ?? ""
    if environment["TERM"] == "xterm", color.isEmpty { return false }
    if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte < 5000 { return false }
    return TerminalQuery.takesControlStrings(environment: environment)
      && !["gnome-terminal", "xfce4-terminal"].contains(color)
  }
}

/// Cells of a row with a hyperlink.
package struct LinkedCells: Hashable, Sendable {
  package var row: Int
  package var columns: Range<Int>
  package var link: Hyperlink

  /// Some cells of a row.
  package init(row: Int, columns: Range<Int>, link: Hyperlink) {
    (self.row, self.columns, self.link) = (row, columns, link)
  }
}

/// Writes the links of a row's cells, which are written from left to right.
struct LinkPen {
  private let links: [LinkedCells]
  private var current: Hyperlink?

  init(_ links: [LinkedCells]) { self.links = links }

  /// The maximum number of bytes for the links of a frame's row.
  static func maximumBytes(of links: [LinkedCells]) -> Int {
    links.reduce(0) { $0 + $1.link.url.utf8.count + 64 }
  }

  /// Changes to the link of a column; nil at the row's end.
  mutating func change(to column: Int?, in sink: inout ByteSink) {
    if links.isEmpty { return }
    let link = column.flatMap { column in links.first { $0.columns.contains(column) }?.link }
    guard link != current else { return }
    current = link
    let bytes = link?.opening ?? Hyperlink.closing
    sink.reserve(bytes.count)
    for byte in bytes { sink.append(byte) }
  }
}
