/// A terminal's reply in a device control string (ESC P … ESC \).
struct DeviceControlReply {
  private let content: ArraySlice<UInt8>

  /// The maximum length of a version in bytes; a longer one is cut.
  private static let versionLimit = 64

  init(_ content: ArraySlice<UInt8>) { self.content = content }

  var reply: TerminalReply {
    if let version = rest(after: ">|") { return self.version(version) }
    if let capabilities = rest(after: "1+r") { return capability(capabilities) }
    if let setting = rest(after: "1$r") { return self.setting(setting) }
    return .other
  }

  private func rest(after introducer: String) -> ArraySlice<UInt8>? {
    content.starts(with: introducer.utf8) ? content.dropFirst(introducer.utf8.count) : nil
  }

  /// Decodes XTVERSION; keeps only printable ASCII.
  private func version(_ text: ArraySlice<UInt8>) -> TerminalReply {
    let printable = text.filter { (0x20..<0x7F).contains($0) }.prefix(Self.versionLimit)
    return printable.isEmpty ? .other : .version(String(decoding: printable, as: UTF8.self))
  }

  /// Decodes XTGETTCAP: names in hexadecimal, with or without `=` and a value, separated by semicolons.
  private func capability(_ items: ArraySlice<UInt8>) -> TerminalReply {
    for item in items.split(separator: UInt8(ascii: ";")) {
      let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1)
      switch String(decoding: parts.first ?? [], as: UTF8.self).lowercased() {
      // RGB and Tc.
      case "524742", "5463": return .truecolor(true)
      // Co. The digits of its value are 0x30 to 0x39.
      case "436f":
        let digits = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
        guard digits.utf8.count % 2 == 0, digits.utf8.count <= 16 else { return .other }
        let isDecimal = digits.utf8.enumerated().allSatisfy { $0 % 2 == 1 || $1 == UInt8(ascii: "3") }
        let number = String(digits.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        return isDecimal ? Int(number).map { .colors($0) } ?? .other : .other
      default: continue
      }
    }
    return .other
  }

  /// Decodes DECRQSS for SGR: the query set the background 1, 2, 3. With colons, a color space may precede the
  /// channels.
  private func setting(_ text: ArraySlice<UInt8>) -> TerminalReply {
    guard text.last == UInt8(ascii: "m") else { return .other }
    let bytes = text.dropLast().map { $0 == UInt8(ascii: ";") ? UInt8(ascii: ":") : $0 }
    let numbers = String(decoding: bytes, as: UTF8.self)
    return .truecolor(["48:2:1:2:3", "48:2::1:2:3", "48:2:0:1:2:3", "48:2:1:1:2:3"].contains { numbers.hasSuffix($0) })
  }
}
