import System

/// The directives of a Cache-Control field for a private cache (RFC 9111, section 5.2.2).
struct CacheControl: Hashable, Sendable {
  /// Whether the response must not be stored.
  var noStore = false
  /// Whether the response must be revalidated before each use.
  var noCache = false
  /// The freshness lifetime in seconds; nil if there is none. The least of several values counts; an invalid one is 0,
  /// which makes the response stale.
  var maxAge: Int?

  /// Parses a field's value, or several joined by commas. Unknown directives are ignored, as RFC 9111 requires.
  init(_ field: String?) {
    guard let field else { return }
    for directive in Self.directives(of: field) {
      let parts = directive.split(separator: "=", maxSplits: 1)
      guard let name = parts.first.map(Self.trimmed) else { continue }
      let value = parts.count > 1 ? Self.trimmed(parts[1]) : nil
      switch name.lowercased() {
      case "no-store": noStore = true
      // With field names (`no-cache="set-cookie"`) it may be treated as the plain directive, which is stricter.
      case "no-cache": noCache = true
      case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(value))
      default: break
      }
    }
  }

  /// The parts between commas, except commas within quotes.
  private static func directives(of field: String) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    return field.split { character in
      if isEscaped {
        isEscaped = false
      } else if isQuoted && character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else {
        return character == "," && !isQuoted
      }
      return false
    }
  }

  private static func trimmed(_ text: Substring) -> Substring { text.trimming { $0 == " " || $0 == "\t" } }

  /// Delta-seconds, clamped to 2³¹ (RFC 9111, section 1.2.2); 0 if invalid.
  private static func seconds(_ value: Substring?) -> Int {
    guard var digits = value else { return 0 }
    if digits.count >= 2, digits.first == "\"", digits.last == "\"" { digits = digits.dropFirst().dropLast() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return min(Int(digits) ?? .max, 1 << 31)
  }
}
