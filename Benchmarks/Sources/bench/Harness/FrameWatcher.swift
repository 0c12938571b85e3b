/// Detects where frames begin in a program's output, however it is divided into pieces.
///
/// A frame is drawn from the top down, and the cursor is moved to each of its rows once (CUP: `ESC [ row ; column H`).
/// Therefore a frame begins wherever the cursor is moved to a row that is not below the last one.
struct FrameWatcher {
  private enum State {
    case text
    case escape
    /// In the parameters of a sequence: the first number, and whether it is complete.
    case parameters(row: Int, isComplete: Bool)
  }

  private var state = State.text
  private var lastRow = Int.max

  /// The number of frames that begin in these bytes, which continue the last ones.
  mutating func beginnings(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      switch state {
      case .text:
        if byte == 0x1B { state = .escape }
      case .escape:
        state = byte == UInt8(ascii: "[") ? .parameters(row: 0, isComplete: false) : .text
      case .parameters(let row, let isComplete):
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          if !isComplete { state = .parameters(row: row * 10 + Int(byte - 0x30), isComplete: false) }
        case UInt8(ascii: ";"): state = .parameters(row: row, isComplete: true)
        case UInt8(ascii: "H"):
          let place = max(1, row)
          if place <= lastRow { count += 1 }
          lastRow = place
          state = .text
        default: state = .text
        }
      }
    }
    return count
  }
}
