/// Splits XML that arrives in pieces of any size into elements. Stricter and smaller than XML: UTF-8 without document
/// types, so that there are no entities to expand. Prefixes of namespaces are dropped.
struct XMLScanner {
  enum Event: Hashable {
    case start(String)
    /// - Parameter text: the text since the last tag, with its references decoded.
    case end(String, text: [UInt8])
  }

  /// The text is no such XML, or exceeds a limit.
  struct Invalid: Error {}

  /// The maximum length of a tag or text, in bytes.
  private static let longestPart = 65_536
  private static let maximumDepth = 64

  private var pending: [UInt8] = []
  private var names: [[UInt8]] = []
  private var text: [UInt8] = []
  private var hasRoot = false
  private var isDamaged = false

  /// Whether the root element has ended, and everything was valid.
  var isComplete: Bool { hasRoot && names.isEmpty && !isDamaged }

  /// The events that these bytes complete, up to what is invalid; after that there are none.
  mutating func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    guard !isDamaged else { return [] }
    var events: [Event] = []
    do throws(Invalid) {
      try consume(bytes) { events.append($0) }
    } catch {
      isDamaged = true
    }
    return events
  }

  /// Passes the events that these bytes complete to a closure.
  private mutating func consume(_ bytes: ArraySlice<UInt8>, _ handle: (Event) -> Void) throws(Invalid) {
    pending += bytes
    var rest = pending[...]
    while let next = try part(of: rest) {
      try emit(rest[..<next], handle)
      rest = rest[next...]
    }
    guard rest.count <= Self.longestPart else { throw Invalid() }
    pending = Array(rest)
  }

  /// The end of the first tag or text; nil if it has not arrived.
  private func part(of rest: ArraySlice<UInt8>) throws(Invalid) -> Int? {
    guard let first = rest.first else { return nil }
    guard first == UInt8(ascii: "<") else { return rest.firstIndex(of: UInt8(ascii: "<")) }
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
      let isPrefix = rest.starts(with: start.utf8)
      if !isPrefix, start.utf8.starts(with: rest), rest.count < start.utf8.count { return nil }
      guard isPrefix else { continue }
      return Self.end(of: Array(end.utf8), in: rest.dropFirst(start.utf8.count))
    }
    // A document type, whose entities could grow without bounds.
    if rest.dropFirst().first == UInt8(ascii: "!") { throw Invalid() }
    var quote: UInt8?
    for index in rest.indices {
      let byte = rest[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return nil
  }

  private static func end(of mark: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= mark.count else { return nil }
    return (text.startIndex...text.endIndex - mark.count).first {
      text[$0] == mark[0] && text[$0..<$0 + mark.count].elementsEqual(mark)
    }.map { $0 + mark.count }
  }

  private mutating func emit(_ part: ArraySlice<UInt8>, _ handle: (Event) -> Void) throws(Invalid) {
    guard part.count <= Self.longestPart, !part.contains(0) else { throw Invalid() }
    guard part.first == UInt8(ascii: "<") else {
      if !names.isEmpty { text += CharacterReference.decoded(Array(part)) }
      return
    }
    if part.starts(with: "<![CDATA[".utf8) {
      text += part.dropFirst(9).dropLast(3)
      return
    }
    if part.starts(with: "<!".utf8) || part.starts(with: "<?".utf8) { return }
    defer { text = [] }
    var inner = part.dropFirst().dropLast()
    if inner.first == UInt8(ascii: "/") {
      let name = Array(inner.dropFirst().prefix { $0 > 0x20 })
      guard names.popLast() == name else { throw Invalid() }
      return handle(.end(Self.local(name), text: text))
    }
    let isEmpty = inner.last == UInt8(ascii: "/")
    if isEmpty { inner = inner.dropLast() }
    let name = Array(inner.prefix { $0 > 0x20 })
    guard !name.isEmpty, names.count < Self.maximumDepth, !(hasRoot && names.isEmpty) else { throw Invalid() }
    hasRoot = true
    handle(.start(Self.local(name)))
    if isEmpty { handle(.end(Self.local(name), text: [])) } else { names.append(name) }
  }

  /// The name without its prefix.
  private static func local(_ name: [UInt8]) -> String {
    let colon = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
    return String(decoding: name[colon...], as: UTF8.self)
  }
}
