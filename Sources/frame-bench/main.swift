import Terminal

// Times a whole frame at 200×50, every cell changed, filled and encoded: `make bench` compares it with ncurses. The median
// seconds of one frame go to standard output.

/// A frame of half blocks of which none has the colours that it had in the last frame.
func frame(_ number: Int) -> CellBuffer {
  let size = CellSize(columns: 200, rows: 50)
  var buffer = CellBuffer(size: size)
  for row in 0..<size.rows {
    for column in 0..<size.columns {
      let value = UInt32(number * 10_007 + row * 211 + column) &* 2_654_435_761
      buffer[column, row] = Cell(.upperHalf, foreground: color(value), background: color(value &* 40_503))
    }
  }
  return buffer
}

func color(_ value: UInt32) -> Color {
  let bits = value >> 8 & 0xFFFFFF
  return Color(
    red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
    blue: UInt8(truncatingIfNeeded: bits))
}

var encoder = FrameEncoder()
var output: [UInt8] = []
let samples = (0..<60).map { number in
  ContinuousClock().measure {
    output.removeAll(keepingCapacity: true)
    encoder.encode(frame(number), into: &output)
  }
}
// The first ones warm the caches.
print(samples.dropFirst(10).sorted()[25] / .seconds(1))
