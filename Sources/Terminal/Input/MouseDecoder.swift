/// Mouse reports → events; remembers which button is held, since an X10 release does not say.
struct MouseDecoder: Sendable {
  private var held = MouseButton.left

  /// The largest coordinate that is believed.
  private static let largest = 65_535

  /// A report with its numbers written out: buttons, column and row from 1 (xterm's mode 1006; 1015 with an offset).
  mutating func decodeSGR(_ numbers: [Int], isRelease: Bool = false, offset: Int = 0) -> MouseEvent? {
    guard numbers.count == 3 else { return nil }
    // Mode 1015 has no separate release: it sends X10's.
    return event(
      code: numbers[0] - offset, column: numbers[1] - 1, row: numbers[2] - 1, isRelease: isRelease,
      hasPlainRelease: offset > 0)
  }

  /// A report in three bytes, each 32 more than it says.
  mutating func decodeX10(_ code: UInt8, _ column: UInt8, _ row: UInt8) -> MouseEvent? {
    event(
      code: Int(code) - 32, column: Int(column) - 33, row: Int(row) - 33, isRelease: false, hasPlainRelease: true)
  }

  private mutating func event(
    code: Int, column: Int, row: Int, isRelease: Bool, hasPlainRelease: Bool
  ) -> MouseEvent? {
    guard code >= 0, (0...Self.largest).contains(column), (0...Self.largest).contains(row) else { return nil }
    guard let kind = kind(code: code, isRelease: isRelease, hasPlainRelease: hasPlainRelease) else { return nil }
    return MouseEvent(kind, column: column, row: row, hasControl: code & 16 != 0)
  }

  /// What a code says: 0…2 are the buttons, 3 is none, 4, 8 and 16 are modifiers, 32 is motion, 64 the wheel.
  private mutating func kind(code: Int, isRelease: Bool, hasPlainRelease: Bool) -> MouseEvent.Kind? {
    let isMotion = code & 32 != 0
    if code & 64 != 0 {
      if isRelease || isMotion || code > 127 { return nil }
      let directions: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      return directions[code & 3]
    }
    // From 128: buttons 8 to 11.
    guard code < 64 else { return nil }
    let buttons: [MouseButton?] = [.left, .middle, .right, nil]
    guard let button = buttons[code & 3] else {
      if isMotion { return .moved }
      return hasPlainRelease || isRelease ? .released(held) : nil
    }
    if isRelease { return .released(button) }
    held = button
    return isMotion ? .dragged(button) : .pressed(button)
  }
}
