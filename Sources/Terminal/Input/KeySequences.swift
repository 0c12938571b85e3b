/// A terminal's own key sequences, and the tables of the standard ones.
struct KeySequences: Sendable {
  private let keys: [[UInt8]: Key]
  /// Sequences that begin a longer one. They cannot be distinguished from it, so they are left to the grammar.
  private let prefixes: Set<[UInt8]>

  /// Keeps only sequences of ESC and at least one more byte: single controls mean the same on every terminal.
  init(_ sequences: [[UInt8]: Key]) {
    keys = sequences.filter { $0.key.count >= 2 && $0.key.count <= InputDecoder.sequenceLimit && $0.key[0] == 0x1B }
    prefixes = Set(keys.keys.flatMap { sequence in (1..<sequence.count).map { Array(sequence[..<$0]) } })
  }

  /// The key of exactly this sequence; nil if there is none, or if a longer sequence begins with it.
  subscript(sequence: [UInt8]) -> Key? {
    guard let key = keys[sequence], !prefixes.contains(sequence) else { return nil }
    return key
  }

  /// Returns the key of ESC O and a letter: cursor keys in application mode, F1…F4, the keypad (xterm's ctlseqs,
  /// "PC-Style Function Keys").
  static func singleShift(final: UInt8) -> Key? {
    switch final {
    // Keypad characters are sent as columns 6 and 7 of the code table, 0x40 above their ASCII codes.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): Key(ascii: final - 0x40)
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: " "): .character(" ")
    default: cursor(final: final)
    }
  }

  /// Returns the cursor or function key of a final letter; rxvt sends lower case with modifiers.
  static func cursor(final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): .up
    case UInt8(ascii: "B"), UInt8(ascii: "b"): .down
    case UInt8(ascii: "C"), UInt8(ascii: "c"): .right
    case UInt8(ascii: "D"), UInt8(ascii: "d"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "Z"): .tab
    default: nil
    }
  }

  /// Returns the key of the number before `~` (vt220 and xterm), or before rxvt's `$`, `^` and `@`.
  static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Whether parameters with `$` are a key with Shift in rxvt, where `$` is the final byte rather than an intermediate.
  static func isShiftedKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropLast()
    return !digits.isEmpty && digits.count <= 2 && digits.allSatisfy { (0x30..<0x3A).contains($0) }
  }
}

extension Key {
  /// The key of a byte below 0x80; ESC gives the Escape key.
  package init(ascii byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: self = .character(Character(Unicode.Scalar(byte)))
    }
  }

  /// The key of a printable character; nil for C1 controls.
  init?(printing scalar: Unicode.Scalar) {
    if (0x80..<0xA0).contains(scalar.value) { return nil }
    self = .character(Character(scalar))
  }

  /// The key of a Unicode number, as sent by kitty and by xterm's `modifyOtherKeys`; nil for keys without a use here.
  ///
  /// The numbers from 57344 are kitty's own (its keyboard protocol, "Functional key definitions").
  init?(number: Int, isControl: Bool) {
    switch number {
    case 57_376...57_398: self = .function(number - 57_363)
    case 57_399...57_408: self = Key(ascii: UInt8(number - 57_399 + 0x30))
    case 57_409...57_413: self = .character([".", "/", "*", "-", "+"][number - 57_409])
    case 57_414: self = .enter
    case 57_417...57_426:
      let pad: [Key] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
      self = pad[number - 57_417]
    case 57_344...63_743: return nil
    case 0x20 where isControl: self = .control(" ")
    case 0x40...0x7E where isControl: self = Key(ascii: UInt8(number) & 0x1F)
    case 1..<0x80: self = Key(ascii: UInt8(number))
    case ...0: return nil
    default:
      guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init), let key = Key(printing: scalar) else {
        return nil
      }
      self = key
    }
  }
}
