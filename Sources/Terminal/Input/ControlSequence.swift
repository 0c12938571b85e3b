/// A finished control sequence without its ESC [ (ECMA-48, 5.4).
struct ControlSequence {
  /// A leading `<`, `=`, `>` or `?`, which makes the sequence private; nil if there is none.
  let prefix: UInt8?
  /// The parameters between semicolons, each with its subparameters between colons; an empty one is 0. At least one
  /// parameter.
  let parameters: [[Int]]
  /// The bytes between the parameters and the final byte.
  let intermediates: [UInt8]
  let final: UInt8
  /// Whether there is nothing between ESC [ and the final byte.
  let isBare: Bool

  /// The largest parameter, one more than the largest code point; larger ones are clamped to it.
  private static let largest = 0x110000

  init(_ bytes: ArraySlice<UInt8>) {
    final = bytes.last ?? 0
    isBare = bytes.count <= 1
    var rest = bytes.dropLast()
    prefix = rest.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    if prefix != nil { rest = rest.dropFirst() }
    intermediates = rest.filter { (0x20..<0x30).contains($0) }
    let isMouse = prefix == UInt8(ascii: "<")
    parameters = rest.filter { (0x30..<0x3C).contains($0) || isMouse && $0 == Self.minus }
      .split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number) }
  }

  private static let minus = UInt8(ascii: "-")

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    // xterm reports negative pixels to the left of the window and above it.
    digits.contains(minus) ? 0 : digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, largest) }
  }

  /// Returns a number of a parameter, by default its first; 0 if there is none.
  func number(_ index: Int, _ part: Int = 0) -> Int {
    index < parameters.count && part < parameters[index].count ? parameters[index][part] : 0
  }

  /// Whether the sequence begins a bracketed paste.
  var isPasteStart: Bool { prefix == nil && final == UInt8(ascii: "~") && number(0) == 200 }

  /// Returns the event of the sequence; nil if it is not understood.
  func event(mouse: inout MouseDecoder) -> InputEvent? {
    switch prefix {
    case UInt8(ascii: "<"):
      return mouse.decodeSGR(parameters.map { $0.first ?? 0 }, isRelease: final == UInt8(ascii: "m")).map { .mouse($0) }
    case .some:
      let reply = privateReply
      if case .mode(1016, let state) = reply { mouse.reportsPixels = state == 1 || state == 3 }
      return .reply(reply)
    case nil: break
    }
    switch final {
    case UInt8(ascii: "I") where isBare: return .focus(true)
    case UInt8(ascii: "O") where isBare: return .focus(false)
    case UInt8(ascii: "M"):
      return mouse.decodeSGR(parameters.map { $0.first ?? 0 }, offset: 32).map { .mouse($0) }
    case UInt8(ascii: "n"): return .reply(number(0) == 0 ? .ready : .other)
    case UInt8(ascii: "t"): return .reply(sizeReply)
    case UInt8(ascii: "y") where intermediates == [UInt8(ascii: "$")] && parameters.count == 2 && number(0) == 8:
      return .reply(.reordering(state: number(1)))
    case UInt8(ascii: "x"), UInt8(ascii: "y"): return .reply(.other)
    // A cursor position report ends with the letter of F3. For the key, the first number is 1 and the second a
    // modifier.
    case UInt8(ascii: "R") where parameters.count == 2 && (number(0) != 1 || number(1) > 16):
      return .reply(.cursor(row: number(0), column: number(1)))
    default: return KeyReport(self).event
    }
  }

  private var privateReply: TerminalReply {
    if prefix == UInt8(ascii: ">"), final == UInt8(ascii: "c") {
      return .secondaryAttributes(parameters.map { $0.first ?? 0 })
    }
    guard prefix == UInt8(ascii: "?") else { return .other }
    switch final {
    case UInt8(ascii: "c"): return .primaryAttributes(parameters.map { $0.first ?? 0 })
    case UInt8(ascii: "u"): return .has(.keyboardProtocol)
    case UInt8(ascii: "n") where number(0) == 997 && (1...2).contains(number(1)):
      return .colorScheme(isDark: number(1) == 1)
    case UInt8(ascii: "y") where intermediates == [UInt8(ascii: "$")] && parameters.count == 2:
      return .mode(number(0), state: number(1))
    // The second parameter is the status; 0 means success.
    case UInt8(ascii: "S") where intermediates.isEmpty && number(1) == 0:
      switch (number(0), parameters.count) {
      case (1, 3): return .sixelColors(number(2))
      case (2, 4): return .sixelSize(width: number(2), height: number(3))
      default: return .other
      }
    default: return .other
    }
  }

  private var sizeReply: TerminalReply {
    if number(0) == 48, parameters.count == 5, number(1) > 0, number(2) > 0 {
      return .windowSize(
        CellSize(columns: number(2), rows: number(1)).drawable, pixels: CellPixels(width: number(4), height: number(3)))
    }
    let (height, width) = (number(1), number(2))
    guard parameters.count == 3, height > 0, width > 0 else { return .other }
    switch number(0) {
    case 4: return .windowPixels(width: width, height: height)
    case 6: return .cellPixels(width: width, height: height)
    default: return .other
    }
  }
}

extension KeyModifiers {
  /// The modifiers of a parameter, which is their bits plus 1: Shift 1, Alt 2, Control 4, Meta 32; others are ignored.
  init(parameter: Int) {
    let bits = parameter > 0 ? parameter - 1 : 0
    self.init(rawValue: UInt8(bits & 7) | (bits & 32 == 0 ? 0 : KeyModifiers.alt.rawValue))
  }
}
