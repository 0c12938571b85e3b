import System

/// A URL or relative reference by its parts, each percent-encoded (RFC 3986).
struct URLReference {
  private var scheme: [UInt8]?
  private var authority: [UInt8]?
  private var path: [UInt8]
  private var query: [UInt8]?
  private var fragment: [UInt8]?

  /// Parses a text, and percent-encodes the characters that its parts may not contain; nil if the scheme or the port is not valid, or the
  /// host has only one bracket.
  init?(_ text: String) {
    // Appendix B, from the end to the beginning of what is left.
    var rest = Array(text.utf8)[...]
    fragment = URLReference.split(&rest, after: "#").map { URLReference.encoded($0, except: "/?:@") }
    query = URLReference.split(&rest, after: "?").map { URLReference.encoded($0, except: "/?:@") }
    if let colon = rest.firstIndex(where: { ":/".utf8.contains($0) }), rest[colon] == UInt8(ascii: ":") {
      guard let first = rest.first, Character(Unicode.Scalar(first)).isLetter, first < 0x80,
        rest[..<colon].allSatisfy({ PercentEncoding.isAlphanumeric($0) || "+-.".utf8.contains($0) })
      else { return nil }
      scheme = Array(rest[..<colon])
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard let authority = URLReference.authority(rest[..<end]) else { return nil }
      self.authority = authority
      rest = rest[end...]
    }
    path = URLReference.encoded(rest, except: "/:@")
  }

  /// Whether it is an http or https URL with a host.
  var isOnWeb: Bool {
    guard let scheme, let authority else { return false }
    let name = String(decoding: scheme, as: UTF8.self).lowercased()
    let host = authority[((authority.lastIndex(of: UInt8(ascii: "@")) ?? -1) + 1)...]
    return (name == "http" || name == "https") && !host.isEmpty && host.first != UInt8(ascii: ":")
  }

  /// The reference resolved against a base (section 5.2.2).
  func resolved(against base: URLReference) -> URLReference {
    var result = self
    if scheme != nil {
      result.path = URLReference.withoutDots(path)
    } else {
      result.scheme = base.scheme
      if authority != nil {
        result.path = URLReference.withoutDots(path)
      } else {
        result.authority = base.authority
        if path.isEmpty {
          result.path = base.path
          result.query = query ?? base.query
        } else if path.first == UInt8(ascii: "/") {
          result.path = URLReference.withoutDots(path)
        } else {
          // Section 5.2.3.
          let slash: [UInt8] = base.authority != nil ? [UInt8(ascii: "/")] : []
          let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { Array(base.path[...$0]) } ?? slash
          result.path = URLReference.withoutDots(folder + path)
        }
      }
    }
    return result
  }

  /// The text of the reference (section 5.3).
  var text: String {
    var text: [UInt8] = []
    if let scheme { text += scheme + Array(":".utf8) }
    if let authority { text += Array("//".utf8) + authority }
    text += path
    if let query { text += Array("?".utf8) + query }
    if let fragment { text += Array("#".utf8) + fragment }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: - Parsing

  /// Splits off what follows the first `mark`; nil if there is none.
  private static func split(_ rest: inout ArraySlice<UInt8>, after mark: Unicode.Scalar) -> ArraySlice<UInt8>? {
    guard let index = rest.firstIndex(of: UInt8(ascii: mark)) else { return nil }
    defer { rest = rest[..<index] }
    return rest[(index + 1)...]
  }

  /// User, host and port, encoded; nil if they are not valid.
  private static func authority(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (rest, result) = (text, [UInt8]())
    if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
      result = encoded(rest[..<mark], except: ":") + [UInt8(ascii: "@")]
      rest = rest[(mark + 1)...]
    }
    let bracket = rest.lastIndex(of: UInt8(ascii: "]"))
    guard (bracket != nil) == (rest.first == UInt8(ascii: "[")) else { return nil }
    let colon = rest[(bracket ?? rest.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
    let host = rest[..<(colon ?? rest.endIndex)]
    if let bracket, bracket + 1 != host.endIndex { return nil }
    result += encoded(host, except: bracket == nil ? "" : "[]:")
    if let colon {
      guard rest[(colon + 1)...].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      result += rest[colon...]
    }
    return result
  }

  /// A part with invalid characters percent-encoded: all but the unreserved ones, the sub-delims, and `plain`. Existing percent
  /// encoding stays, unless some of it is not valid.
  private static func encoded(_ part: ArraySlice<UInt8>, except plain: StaticString) -> [UInt8] {
    let isEncoded = part.indices.allSatisfy { index in
      part[index] != UInt8(ascii: "%")
        || part.endIndex - index > 2 && part[(index + 1)...(index + 2)].allSatisfy { isHexadecimal($0) }
    }
    return Array(PercentEncoding.encoded(part, keeping: "-._~!$&'()*+,;=\(plain)\(isEncoded ? "%" : "")").utf8)
  }

  /// A path without the segments "." and ".." (section 5.2.4).
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let isRooted = path.first == UInt8(ascii: "/")
    var result: [ArraySlice<UInt8>] = []
    let segments = (isRooted ? path.dropFirst() : path[...]).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isUp = segment.elementsEqual("..".utf8)
      if isUp { _ = result.popLast() }
      if isUp || segment.elementsEqual(".".utf8) {
        // At the end, what remains is a folder.
        if index == segments.count - 1 { result.append([]) }
      } else {
        result.append(segment)
      }
    }
    return (isRooted ? [UInt8(ascii: "/")] : []) + Array(result.joined(separator: [UInt8(ascii: "/")]))
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
}
