/// Fewer 24-bit colours, so that more neighbours are equal: each channel is rounded to `bits` bits.
struct ColorRounding: Hashable, Sendable {
  /// All colours.
  static let none = ColorRounding(bits: 8)

  /// What each value of a channel becomes; empty: itself.
  private let table: [UInt8]

  /// Rounding to 1…8 bits a channel; 0 and 255 stay what they are.
  init(bits: Int) {
    let levels = (1 << max(1, bits)) - 1
    table = bits >= 8 ? [] : (0..<256).map { UInt8((($0 * levels + 127) / 255 * 255 + levels / 2) / levels) }
  }

  /// Whether all colours stay.
  @inline(__always)
  var isNone: Bool { table.isEmpty }

  /// A cell as it is drawn, in rounded colours.
  @inline(__always)
  func rounded(_ cell: Cell) -> Cell {
    if isNone { return cell }
    let rounded = Cell(cell.glyph, foreground: rounded(cell.foreground), background: rounded(cell.background))
    // Halves that have become alike are a blank. A letter stays one.
    guard rounded.foreground == rounded.background, rounded.glyph.complement != nil else { return rounded }
    return Cell(.blank, background: rounded.background)
  }

  private func rounded(_ color: Color) -> Color {
    guard case .rgb(let red, let green, let blue) = color.kind else { return color }
    return Color(red: table[Int(red)], green: table[Int(green)], blue: table[Int(blue)])
  }
}
