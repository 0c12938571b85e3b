/// A finished control string without its introducer and terminator: the form of a terminal's longer replies.
struct ControlString {
  /// The kind of a control string, given by the byte after ESC in its introducer (ECMA-48, 5.6): `]`, `P`, `_`, `^`, `X`.
  enum Kind: UInt8, Sendable {
    case operatingSystemCommand = 0x5D
    case deviceControl = 0x50
    case applicationProgramCommand = 0x5F
    case privacyMessage = 0x5E
    case startOfString = 0x58
  }

  let kind: Kind
  let content: ArraySlice<UInt8>

  var reply: TerminalReply {
    switch kind {
    case .operatingSystemCommand:
      if content.starts(with: "1337;ReportCellSize=".utf8) { return .has(.inlineFiles) }
      return isNotificationReply
        ? .has(.notifications) : clipboardReply ?? ClipboardPacket(content).map { .clipboard($0) } ?? colorReply
    case .deviceControl: return DeviceControlReply(content).reply
    case .applicationProgramCommand: return graphicsReply
    case .privacyMessage, .startOfString: return .other
    }
  }

  /// The maximum length of a message in bytes; a longer one is cut.
  private static let messageLimit = 64

  /// kitty's graphics protocol: `G`, keys with values separated by commas, `;`, a message.
  private var graphicsReply: TerminalReply {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == UInt8(ascii: "G") else { return .other }
    let keys = parts[0].dropFirst().split(separator: UInt8(ascii: ","))
    func number(_ name: String) -> UInt32? {
      keys.first { $0.starts(with: name.utf8) }.flatMap { UInt32(String(decoding: $0.dropFirst(2), as: UTF8.self)) }
    }
    guard let id = number("i="), id > 0 else { return .other }
    let message = parts[1].filter { (0x20..<0x7F).contains($0) }.prefix(Self.messageLimit)
    return .graphics(id: id, placement: number("p=") ?? 0, String(decoding: message, as: UTF8.self))
  }

  /// Whether it answers `TerminalQuery.notifications`; Konsole separates the keys by a semicolon.
  private var isNotificationReply: Bool {
    content.starts(with: "99;i=tui:p=?;".utf8) || content.starts(with: "99;i=tui;p=?;".utf8)
  }

  /// The status of a write to the clipboard: capital letters.
  private var clipboardReply: TerminalReply? {
    let prefix = "5522;type=write:status="
    guard content.starts(with: prefix.utf8) else { return nil }
    let status = content.dropFirst(prefix.utf8.count).prefix { (0x41...0x5A).contains($0) }
    return .copied(String(decoding: status.prefix(Self.messageLimit), as: UTF8.self))
  }

  private var colorReply: TerminalReply {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let color = Self.color(parts[parts.count - 1]) else { return .other }
    switch (String(decoding: parts[0], as: UTF8.self), parts.count) {
    case ("10", 2): return .color(number: 10, color)
    case ("11", 2): return .color(number: 11, color)
    case ("4", 3):
      guard let index = UInt8(String(decoding: parts[1], as: UTF8.self)) else { return .other }
      return .palette(index, color)
    default: return .other
    }
  }

  /// Parses a color in X11's notation (XParseColor): `rgb:` with one to four hexadecimal digits per channel, `rgba:`
  /// with a fourth channel, which is ignored, or `#` with the digits of all channels in a row.
  private static func color(_ text: ArraySlice<UInt8>) -> Color? {
    let channels: [ArraySlice<UInt8>]
    if text.starts(with: "rgb:".utf8) {
      channels = text.dropFirst(4).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard channels.count == 3 else { return nil }
    } else if text.starts(with: "rgba:".utf8) {
      channels = text.dropFirst(5).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard channels.count == 4 else { return nil }
    } else if text.first == UInt8(ascii: "#") {
      let digits = text.dropFirst()
      let length = digits.count / 3
      guard digits.count % 3 == 0, length > 0 else { return nil }
      channels = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else {
      return nil
    }
    let values = channels.prefix(3).compactMap(channel)
    return values.count == 3 ? Color(red: values[0], green: values[1], blue: values[2]) : nil
  }

  /// Scales one to four hexadecimal digits to 0…255; nil if they are invalid.
  private static func channel(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value * 16 + number
    }
    let largest = (1 << (4 * digits.count)) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }
}
