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
  /// 0.0005 in SSIM. A color takes at most 19 bytes, so none is replaced by one that differs visibly.
  private static let bytesPerError: Float = 24

  /// A color, the length of its parameters, and its position in the space in which differences are measured.
  private struct MeasuredColor {
    var color: Color
    /// The length in bytes of `38;2;r;g;b` with the surrounding characters.
    var length: Float
    var position: SIMD4<Float>

    /// A color that is near none.
    static let unknown = MeasuredColor()

    private init() { (color, length, position) = (.terminalDefault, 0, SIMD4(repeating: 1e9)) }

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
    func squares(from other: MeasuredColor) -> SIMD4<Float> {
      let difference = position - other.position
      return difference * difference
    }
  }

  private let table: RateDistortionTable
  /// The colors in use.
  private var foreground = MeasuredColor.unknown
  private var background = MeasuredColor.unknown

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
    if drawn.glyph == .blank {
      let reused = 1 + Self.bytesPerError * background.squares(from: back).sum()
      if reused >= back.length { background = back }
      cell = Cell(.blank, background: background.color)
      return
    }
    guard let front = MeasuredColor(drawn.foreground, table) else { return forget() }
    // Each color is assumed to cover half of the cell. If it is replaced by the one in use, it costs the difference, otherwise its length.
    let costs =
      Self.sums(
        foreground.squares(from: front), background.squares(from: back), foreground.squares(from: back),
        background.squares(from: front)) * (Self.bytesPerError / 2)
    let lengths = SIMD4(front.length, back.length, back.length, front.length)
    let isReused = costs .< lengths
    let least = costs.replacing(with: lengths, where: .!isReused)
    let plain = 3 + least.x + least.y
    guard let complement = drawn.glyph.complement else {
      return draw(&cell, drawn.glyph, isReused[0] ? foreground : front, isReused[1] ? background : back)
    }
    let exchanged = 3 + least.z + least.w
    let best = min(plain, exchanged)
    // A blank in the mean of the colors: each is half as far from it as from the other one, so the squared error is a quarter.
    let merged = 1 + Self.bytesPerError / 4 * front.squares(from: back).sum()
    // A blank in the background in use.
    let reused = 1 + costs.y + costs.w
    if merged < best, let middle = MeasuredColor(front.color.middle(to: back.color), table),
      merged + middle.length < min(best, reused)
    {
      background = middle
      cell = Cell(.blank, background: middle.color)
    } else if reused < best {
      cell = Cell(.blank, background: background.color)
    } else if exchanged < plain {
      draw(&cell, complement, isReused[2] ? foreground : back, isReused[3] ? background : front)
    } else {
      draw(&cell, drawn.glyph, isReused[0] ? foreground : front, isReused[1] ? background : back)
    }
  }

  @inline(__always)
  private mutating func draw(_ cell: inout Cell, _ glyph: Glyph, _ front: MeasuredColor, _ back: MeasuredColor) {
    (foreground, background) = (front, back)
    cell = Cell(glyph, foreground: front.color, background: back.color)
  }

  /// Leaves a cell in default or palette colors as it is, and treats the pen's colors after it as unknown.
  private mutating func forget() { (foreground, background) = (.unknown, .unknown) }

  /// The sums of four vectors, two at a time.
  @inline(__always)
  private static func sums(
    _ one: SIMD4<Float>, _ two: SIMD4<Float>, _ three: SIMD4<Float>, _ four: SIMD4<Float>
  ) -> SIMD4<Float> {
    let (first, second) = (SIMD8(lowHalf: one, highHalf: two), SIMD8(lowHalf: three, highHalf: four))
    let pairs = SIMD8(lowHalf: first.evenHalf + first.oddHalf, highHalf: second.evenHalf + second.oddHalf)
    return pairs.evenHalf + pairs.oddHalf
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
