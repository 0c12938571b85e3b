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

  /// Parses a sequence.
  init(_ bytes: ArraySlice<UInt8>) {
    final = bytes.last ?? 0
    isBare = bytes.count <= 1
    var rest = bytes.dropLast()
    prefix = rest.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    if prefix != nil { rest = rest.dropFirst() }
    intermediates = rest.filter { (0x20..<0x30).contains($0) }
    parameters = rest.filter { (0x30..<0x3C).contains($0) }
      .split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number) }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, largest) }
  }

  /// Returns a parameter's first number; 0 if there is none.
  private func parameter(_ index: Int) -> Int { index < parameters.count ? parameters[index].first ?? 0 : 0 }

  /// Whether the sequence begins a bracketed paste.
  var isPasteStart: Bool { prefix == nil && final == UInt8(ascii: "~") && parameter(0) == 200 }

  /// Returns the event of the sequence; nil if it is not understood.
  func event(mouse: inout MouseDecoder) -> InputEvent? {
    switch prefix {
    case UInt8(ascii: "<"):
      return mouse.decodeSGR(parameters.map { $0.first ?? 0 }, isRelease: final == UInt8(ascii: "m")).map { .mouse($0) }
    case .some: return .reply(privateReply)
    case nil: break
    }
    switch final {
    case UInt8(ascii: "I") where isBare: return .focus(true)
    case UInt8(ascii: "O") where isBare: return .focus(false)
    case UInt8(ascii: "M"):
      return mouse.decodeSGR(parameters.map { $0.first ?? 0 }, offset: 32).map { .mouse($0) }
    case UInt8(ascii: "n"): return .reply(parameter(0) == 0 ? .ready : .other)
    case UInt8(ascii: "t"): return .reply(sizeReply)
    case UInt8(ascii: "y") where intermediates == [UInt8(ascii: "$")] && parameters.count == 2 && parameter(0) == 8:
      return .reply(.reordering(state: parameter(1)))
    case UInt8(ascii: "x"), UInt8(ascii: "y"): return .reply(.other)
    // A cursor position report ends with the letter of F3. For the key, the first number is 1 and the second a
    // modifier.
    case UInt8(ascii: "R") where parameters.count == 2 && (parameter(0) != 1 || parameter(1) > 16):
      return .reply(.other)
    default: return key.map { .key($0, modifiers.reportable(with: $0)) }
    }
  }

  /// The modifiers of a key's sequence (xterm's ctlseqs, "PC-Style Function Keys"; rxvt's reference, "Key Codes").
  private var modifiers: KeyModifiers {
    switch final {
    case UInt8(ascii: "Z"), UInt8(ascii: "$"), UInt8(ascii: "a")...UInt8(ascii: "d"): .shift
    case UInt8(ascii: "^"): .control
    case UInt8(ascii: "@"): [.shift, .control]
    // Old versions of xterm send only the modifier, without the 1 before it.
    default: KeyModifiers(parameter: parameters.count == 1 && !isNumbered ? parameter(0) : parameter(1))
    }
  }

  /// Whether the first parameter is the key's number.
  private var isNumbered: Bool { final == UInt8(ascii: "~") || final == UInt8(ascii: "u") }

  /// The key of the sequence; nil if it is none, or a release.
  private var key: Key? {
    // Terminals that report releases mark them with 3.
    if parameters.count > 1, parameters[1].count > 1, parameters[1][1] == 3 { return nil }
    switch final {
    case UInt8(ascii: "~") where parameter(0) == 27:
      return Key(number: parameter(2), isControl: modifiers.contains(.control))
    case UInt8(ascii: "u"): return Key(number: parameter(0), isControl: modifiers.contains(.control))
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      return KeySequences.numbered(parameter(0))
    default: return KeySequences.cursor(final: final)
    }
  }

  private var privateReply: TerminalReply {
    guard prefix == UInt8(ascii: "?") else { return .other }
    switch final {
    case UInt8(ascii: "c"): return .primaryAttributes(parameters.map { $0.first ?? 0 })
    case UInt8(ascii: "y") where intermediates == [UInt8(ascii: "$")] && parameters.count == 2:
      return .mode(parameter(0), state: parameter(1))
    // The second parameter is the status; 0 means success.
    case UInt8(ascii: "S") where intermediates.isEmpty && parameter(1) == 0:
      switch (parameter(0), parameters.count) {
      case (1, 3): return .sixelColors(parameter(2))
      case (2, 4): return .sixelSize(width: parameter(2), height: parameter(3))
      default: return .other
      }
    default: return .other
    }
  }

  private var sizeReply: TerminalReply {
    let (height, width) = (parameter(1), parameter(2))
    guard parameters.count == 3, height > 0, width > 0 else { return .other }
    switch parameter(0) {
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
