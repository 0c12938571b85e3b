/// Decodes mouse reports; remembers which button is held, since an X10 release does not name it.
struct MouseDecoder: Sendable {
  private var pressedButton = MouseButton.left
  /// Whether reports in decimal numbers are in pixels: the terminal has reported that mode 1016 is set.
  var reportsPixels = false

  /// The largest coordinate that is accepted.
  private static let largest = 65_535

  /// Decodes a report with decimal numbers: button code, column and row from 1 (xterm's mode 1006; in 1015 the code has
  /// an offset).
  mutating func decodeSGR(_ numbers: [Int], isRelease: Bool = false, offset: Int = 0) -> MouseEvent? {
    guard numbers.count == 3 else { return nil }
    let isInPixels = reportsPixels && offset == 0
    // Mode 1015 has no separate release: it reports one as X10 does. xterm counts pixels from 0, others from 1.
    var report = event(
      code: numbers[0] - offset, column: max(numbers[1] - 1, isInPixels ? 0 : -1),
      row: max(numbers[2] - 1, isInPixels ? 0 : -1), isRelease: isRelease, hasPlainRelease: offset > 0)
    report?.isInPixels = isInPixels
    return report
  }

  /// Decodes an X10 report: three bytes, each with 32 added.
  mutating func decodeX10(_ code: UInt8, _ column: UInt8, _ row: UInt8) -> MouseEvent? {
    event(
      code: Int(code) - 32, column: Int(column) - 33, row: Int(row) - 33, isRelease: false, hasPlainRelease: true)
  }

  private mutating func event(
    code: Int, column: Int, row: Int, isRelease: Bool, hasPlainRelease: Bool
  ) -> MouseEvent? {
    guard code >= 0, (0...Self.largest).contains(column), (0...Self.largest).contains(row) else { return nil }
    guard let kind = kind(code: code, isRelease: isRelease, hasPlainRelease: hasPlainRelease) else { return nil }
    // 4 is Shift, 8 Meta, 16 Control.
    return MouseEvent(kind, column: column, row: row, modifiers: KeyModifiers(rawValue: UInt8(code >> 2 & 7)))
  }

  /// Returns the event of a button code: 0…2 are buttons, 3 is none; the bits 4, 8 and 16 are modifiers, 32 is motion,
  /// 64 the wheel.
  private mutating func kind(code: Int, isRelease: Bool, hasPlainRelease: Bool) -> MouseEvent.Kind? {
    let isMotion = code & 32 != 0
    if code & 64 != 0 {
      if isRelease || isMotion || code > 127 { return nil }
      let directions: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      return directions[code & 3]
    }
    // Codes from 128 are buttons 8 to 11, which are ignored.
    guard code < 64 else { return nil }
    let buttons: [MouseButton?] = [.left, .middle, .right, nil]
    guard let button = buttons[code & 3] else {
      if isMotion { return .moved }
      return hasPlainRelease || isRelease ? .released(pressedButton) : nil
    }
    if isRelease { return .released(button) }
    pressedButton = button
    return isMotion ? .dragged(button) : .pressed(button)
  }
}
