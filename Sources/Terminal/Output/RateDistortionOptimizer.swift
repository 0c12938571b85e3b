/// Reduces the bytes of a scaled still by reusing colors already set where the difference is invisible.
///
/// Two 24-bit colors cost 36 bytes per cell, the glyph 3. If a neighbor's color is close to the wanted one, or both
/// colors of a cell are close to each other, most of that can be saved. The cost of a difference is weighed against
/// the bytes that it saves, as in video encoders (rate-distortion optimization; Sullivan and Wiegand, 1998), so that
/// differences occur where they are smallest. Tracking several forms of a row instead of only the best one so far would
/// save 2 % more, but take several times as long.
package struct RateDistortionOptimizer {
  /// The cost of a squared difference in bytes. Differences combine luma in 8-bit steps with OKLab.
  ///
  /// With this value, a photograph of 80×40 cells in half blocks takes a half to nine tenths of its bytes, at a loss of
  /// 0.0005 in SSIM.
  private static let bytesPerError: Float = 24
  /// Maximum squared error of a color: about 0.02 in OKLab, just invisible side by side.
  private static let errorLimit: Float = 20

  /// A color, the length of its parameters, and its position in the space in which differences are measured.
  private struct MeasuredColor {
    var color: Color
    /// The length in bytes of `38;2;r;g;b` with the surrounding characters.
    var length: Float
    var position: SIMD4<Float>

    /// Nil for a color that is not 24-bit: there are no colors near it to reuse.
    @inline(__always)
    init?(_ color: Color, _ table: RateDistortionTable) {
      guard color.rawValue >> 24 == 1 else { return nil }
      self.color = color
      let (red, green, blue) = table.channels(of: color)
      length = 8 + red.digits + green.digits + blue.digits
      position = red.position + green.position + blue.position
    }

    @inline(__always)
    func error(of other: MeasuredColor) -> Float {
      let difference = position - other.position
      return (difference * difference).sum()
    }
  }

  /// A way to draw a cell, and its cost: bytes plus weighted error.
  private struct Form {
    var glyph: Glyph
    var foreground: MeasuredColor?
    var background: MeasuredColor
    var cost: Float
  }

  private let table: RateDistortionTable
  private var foreground: MeasuredColor?
  private var background: MeasuredColor?

  /// Replaces a row's cells by some that look like them and take fewer bytes when they are drawn from left to right.
  package static func optimize(_ buffer: inout CellBuffer, row: Int) {
    let columns = buffer.size.columns
    let start = row * columns
    var optimizer = RateDistortionOptimizer(table: RateDistortionTable.shared)
    for index in start..<start + columns {
      let following = index + 1 < start + columns ? buffer.cells[index + 1].glyph : .blank
      optimizer.draw(&buffer.cells[index], before: following)
    }
  }

  private init(table: RateDistortionTable) { self.table = table }

  @inline(__always)
  private mutating func draw(_ cell: inout Cell, before following: Glyph) {
    // The right half of a wide glyph is drawn with the glyph.
    if cell.glyph == .continuation { return }
    let drawn = cell.drawn(before: following).cell
    guard let back = MeasuredColor(drawn.background, table) else { return forget() }
    var best: Form
    if drawn.glyph == .blank {
      best = Form(glyph: .blank, foreground: nil, background: back, cost: back.length)
      tryCurrentBackground(back, back, &best)
    } else {
      guard let front = MeasuredColor(drawn.foreground, table) else { return forget() }
      best = glyph(drawn.glyph, front, back)
      if let complement = drawn.glyph.complement {
        let exchanged = glyph(complement, back, front)
        if exchanged.cost < best.cost { best = exchanged }
        tryMiddle(front, back, &best)
        tryCurrentBackground(front, back, &best)
      }
    }
    cell = Cell(
      best.glyph, foreground: best.foreground?.color ?? .terminalDefault, background: best.background.color)
    if best.foreground != nil { foreground = best.foreground }
    background = best.background
  }

  /// Leaves a cell in default or palette colors as it is, and treats the pen's colors after it as unknown.
  private mutating func forget() { (foreground, background) = (nil, nil) }

  /// Returns a glyph in two colors, each of which may be replaced by the one in use. Each is assumed to cover half of
  /// the cell.
  @inline(__always)
  private func glyph(_ glyph: Glyph, _ front: MeasuredColor, _ back: MeasuredColor) -> Form {
    let (chosenFront, frontCost) = cheaper(front, foreground)
    let (chosenBack, backCost) = cheaper(back, background)
    return Form(glyph: glyph, foreground: chosenFront, background: chosenBack, cost: 3 + frontCost + backCost)
  }

  @inline(__always)
  private func cheaper(_ wanted: MeasuredColor, _ used: MeasuredColor?) -> (MeasuredColor, Float) {
    guard let used else { return (wanted, wanted.length) }
    let error = used.error(of: wanted)
    let cost = error * Self.bytesPerError / 2
    return error <= Self.errorLimit && cost < wanted.length ? (used, cost) : (wanted, wanted.length)
  }

  /// Tries a blank in the mean of two colors.
  @inline(__always)
  private func tryMiddle(_ front: MeasuredColor, _ back: MeasuredColor, _ best: inout Form) {
    // Each color is half as far from the mean as from the other color, so the squared error is a quarter.
    let error = front.error(of: back) / 4
    guard error <= Self.errorLimit, 1 + error * Self.bytesPerError < best.cost,
      let middle = MeasuredColor(front.color.middle(to: back.color), table)
    else { return }
    let cost = 1 + middle.length + error * Self.bytesPerError
    if cost < best.cost { best = Form(glyph: .blank, foreground: nil, background: middle, cost: cost) }
  }

  /// Tries a blank in the background color in use.
  @inline(__always)
  private func tryCurrentBackground(_ front: MeasuredColor, _ back: MeasuredColor, _ best: inout Form) {
    guard let background else { return }
    let (one, other) = (background.error(of: front), background.error(of: back))
    guard max(one, other) <= Self.errorLimit else { return }
    let cost = 1 + (one + other) * Self.bytesPerError / 2
    if cost < best.cost { best = Form(glyph: .blank, foreground: nil, background: background, cost: cost) }
  }
}

/// The contribution of each channel value to a color's position, so that no roots are computed per color.
private struct RateDistortionTable {
  struct Entry {
    var position: SIMD4<Float>
    /// The number of its decimal digits.
    var digits: Float
  }

  static let shared = RateDistortionTable()

  /// 256 values each of red, green and blue.
  private let entries: [Entry]

  /// Combines luma, which SSIM measures, with OKLab, which matches perception: a position is luma in 8-bit steps and
  /// OKLab in 255ths, weighted by the square roots of three quarters and of a quarter.
  ///
  /// OKLab is approximated near grays, where it is linear in the cube roots of the channels' linear values: the
  /// products of its two matrices (Ottosson, 2020).
  private init() {
    let lab: [SIMD4<Float>] = [
      SIMD4(0, 0.2546, 0.340, 0.105), SIMD4(0, 0.652, -0.466, 0.319), SIMD4(0, 0.0935, 0.126, -0.424),
    ]
    let luma: [Float] = [0.2126, 0.7152, 0.0722]
    let roots = (0..<256).map { Oklab(red: UInt8($0), green: UInt8($0), blue: UInt8($0)).lightness }
    entries = (0..<3).flatMap { channel in
      (0..<256).map { value in
        var position = 127.5 * roots[value] * lab[channel]
        position.x = 0.866 * luma[channel] * Float(value)
        return Entry(position: position, digits: value > 99 ? 3 : value > 9 ? 2 : 1)
      }
    }
  }

  @inline(__always)
  func channels(of color: Color) -> (Entry, Entry, Entry) {
    let raw = Int(color.rawValue)
    return (entries[(raw >> 16) & 0xFF], entries[256 + ((raw >> 8) & 0xFF)], entries[512 + (raw & 0xFF)])
  }
}

extension Color {
  /// Returns the mean of two 24-bit colors, channel by channel.
  fileprivate func middle(to other: Color) -> Color {
    func channel(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: ((rawValue >> shift & 0xFF) + (other.rawValue >> shift & 0xFF) + 1) / 2)
    }
    return Color(red: channel(16), green: channel(8), blue: channel(0))
  }
}
