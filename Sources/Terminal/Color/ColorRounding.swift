/// Reduces 24-bit colors so that more neighboring cells are equal: each channel is rounded to `bits` bits.
struct ColorRounding: Hashable, Sendable {
  /// No rounding.
  static let none = ColorRounding(bits: 8)

  /// The rounded value of each channel value; empty if nothing is rounded.
  private let table: [UInt8]

  /// Rounding to 1…8 bits per channel; 0 and 255 stay unchanged.
  init(bits: Int) {
    let levels = (1 << max(1, bits)) - 1
    guard bits < 8 else {
      table = []
      return
    }
    table = (0..<256).map { (value: Int) -> UInt8 in
      let level = (value * levels + 127) / 255
      return UInt8((level * 255 + levels / 2) / levels)
    }
  }

  /// Whether all colors stay unchanged.
  @inline(__always)
  var isNone: Bool { table.isEmpty }

  /// Rounds the colors of a cell that is in drawn form (`Cell.drawn`).
  @inline(__always)
  func rounded(_ cell: Cell) -> Cell {
    if isNone { return cell }
    let rounded = Cell(cell.glyph, foreground: rounded(cell.foreground), background: rounded(cell.background))
    // A block element whose two colors have become equal turns into a blank. Text stays text.
    guard rounded.foreground == rounded.background, rounded.glyph.complement != nil else { return rounded }
    return Cell(.blank, background: rounded.background)
  }

  private func rounded(_ color: Color) -> Color {
    guard case .rgb(let red, let green, let blue) = color.kind else { return color }
    return Color(red: table[Int(red)], green: table[Int(green)], blue: table[Int(blue)])
  }
}
