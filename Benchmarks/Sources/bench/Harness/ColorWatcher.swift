/// Detects a 24-bit color in a program's output, which shows that a picture has been drawn.
struct ColorWatcher {
  private let color: [Int]
  private var sequence: [UInt8] = []
  private var isInSequence = false

  /// Watches for a color, within the tolerance that JPEG requires.
  init(red: Int, green: Int, blue: Int) { color = [red, green, blue] }

  /// Whether these bytes, which continue the last ones, contain the color.
  mutating func sees(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isSeen = false
    for byte in bytes {
      if byte == 0x1B {
        isInSequence = true
        sequence.removeAll(keepingCapacity: true)
      } else if isInSequence, byte == UInt8(ascii: "m") {
        isInSequence = false
        if isNamed() { isSeen = true }
      } else if isInSequence {
        sequence.append(byte)
        isInSequence = sequence.count < 64
      }
    }
    return isSeen
  }

  /// Whether `…8;2;R;G;B` in the sequence is the color.
  private func isNamed() -> Bool {
    let numbers = sequence.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    return numbers.indices.contains { start in
      guard start + 4 < numbers.count, numbers[start] == 38 || numbers[start] == 48, numbers[start + 1] == 2 else {
        return false
      }
      return zip(numbers[(start + 2)...], color).allSatisfy { abs($0 - $1) <= 6 }
    }
  }
}
