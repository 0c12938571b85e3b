/// Fewer bytes for a scaled still: colours already set are reused where the difference is invisible.
///
/// Two colours in 24 bits cost 36 bytes a cell, the glyph 3. Where a neighbour's colour is nearly the one that is wanted, or both
/// colours of a cell are nearly the same, most of that can be saved. What a difference costs is weighed against the bytes
/// that it saves, as video encoders do (rate against distortion; Sullivan and Wiegand, 1998), so that differences are made
/// where they are least. Following up several forms of a row instead of the best one so far saves 2 % more, and takes several
/// times as long.
struct RateDistortionOptimizer {
  /// What a squared difference costs in bytes; differences are in steps of 8 bits of luma and of OKLab, mixed.
  ///
  /// With this a photograph of 80×40 cells in half blocks takes a half to nine tenths of its bytes, for 0.0005 of its SSIM.
  private static let bytesPerError: Float = 24
  /// Maximum squared error of a colour: about 0.02 in OKLab, just invisible side by side.
  private static let errorLimit: Float = 20

  /// A colour, the bytes of its name, and where it is in the space that differences are measured in.
  private struct Place {
    var color: Color
    /// Bytes of `38;2;r;g;b` with what stands before or behind.
    var length: Float
    var position: SIMD4<Float>

    /// nil: not a colour of 24 bits, of which nothing near is known.
    @inline(__always)
    init?(_ color: Color, _ table: RateDistortionTable) {
      guard color.rawValue >> 24 == 1 else { return nil }
      self.color = color
      let (red, green, blue) = table.channels(of: color)
      length = 8 + red.digits + green.digits + blue.digits
      position = red.position + green.position + blue.position
    }

    @inline(__always)
    func error(of other: Place) -> Float {
      let difference = position - other.position
      return (difference * difference).sum()
    }
  }

  /// A way to draw a cell, and its cost: bytes and weighted error.
  private struct Form {
    var glyph: Glyph
    var foreground: Place?
    var background: Place
    var cost: Float
  }

  private let table: RateDistortionTable
  private var foreground: Place?
  private var background: Place?

  /// A buffer whose rows look like another's and take fewer bytes in `FrameEncoder.encodeStill`.
  static func thrifty(_ buffer: CellBuffer) -> CellBuffer {
    var result = buffer
    let columns = buffer.size.columns
    guard columns > 0 else { return buffer }
    let table = RateDistortionTable()
    for start in stride(from: 0, to: buffer.cells.count, by: columns) {
      var thrift = RateDistortionOptimizer(table: table)
      for place in start..<start + columns {
        thrift.draw(
          &result.cells[place], before: place + 1 < start + columns ? buffer.cells[place + 1].glyph : .blank)
      }
    }
    return result
  }

  private init(table: RateDistortionTable) { self.table = table }

  @inline(__always)
  private mutating func draw(_ cell: inout Cell, before following: Glyph) {
    let drawn = cell.drawn(before: following).cell
    guard let back = Place(drawn.background, table) else { return forget() }
    var best: Form
    if drawn.glyph == .blank {
      best = Form(glyph: .blank, foreground: nil, background: back, cost: back.length)
      tryKept(back, back, &best)
    } else {
      guard let front = Place(drawn.foreground, table) else { return forget() }
      best = glyph(drawn.glyph, front, back)
      if let complement = drawn.glyph.complement {
        let exchanged = glyph(complement, back, front)
        if exchanged.cost < best.cost { best = exchanged }
        tryMiddle(front, back, &best)
        tryKept(front, back, &best)
      }
    }
    cell = Cell(
      best.glyph, foreground: best.foreground?.color ?? .terminalDefault, background: best.background.color)
    if best.foreground != nil { foreground = best.foreground }
    background = best.background
  }

  /// The terminal's own colours, the palette's, or half a wide glyph: as it is, and with a pen of which nothing is known then.
  private mutating func forget() { (foreground, background) = (nil, nil) }

  /// A glyph in two colours, each of which may be the one that is in use. Half of the cell is taken to be of each.
  @inline(__always)
  private func glyph(_ glyph: Glyph, _ front: Place, _ back: Place) -> Form {
    let (chosenFront, frontCost) = cheaper(front, foreground)
    let (chosenBack, backCost) = cheaper(back, background)
    return Form(glyph: glyph, foreground: chosenFront, background: chosenBack, cost: 3 + frontCost + backCost)
  }

  @inline(__always)
  private func cheaper(_ wanted: Place, _ used: Place?) -> (Place, Float) {
    guard let used else { return (wanted, wanted.length) }
    let error = used.error(of: wanted)
    let cost = error * Self.bytesPerError / 2
    return error <= Self.errorLimit && cost < wanted.length ? (used, cost) : (wanted, wanted.length)
  }

  /// A blank in the middle between two colours.
  @inline(__always)
  private func tryMiddle(_ front: Place, _ back: Place, _ best: inout Form) {
    // Each is half as far from the middle as from the other, and so a quarter squared.
    let error = front.error(of: back) / 4
    guard error <= Self.errorLimit, 1 + error * Self.bytesPerError < best.cost,
      let middle = Place(front.color.middle(to: back.color), table)
    else { return }
    let cost = 1 + middle.length + error * Self.bytesPerError
    if cost < best.cost { best = Form(glyph: .blank, foreground: nil, background: middle, cost: cost) }
  }

  /// A blank in the colour that is in use.
  @inline(__always)
  private func tryKept(_ front: Place, _ back: Place, _ best: inout Form) {
    guard let background else { return }
    let (one, other) = (background.error(of: front), background.error(of: back))
    guard max(one, other) <= Self.errorLimit else { return }
    let cost = 1 + (one + other) * Self.bytesPerError / 2
    if cost < best.cost { best = Form(glyph: .blank, foreground: nil, background: background, cost: cost) }
  }
}

/// What each value of each channel adds to a colour's place, so that no roots are drawn for each.
private struct RateDistortionTable {
  struct Entry {
    var position: SIMD4<Float>
    /// Its decimal digits.
    var digits: Float
  }

  /// 256 values of red, of green, of blue.
  private let entries: [Entry]

  /// SSIM is of luma, eyes are of OKLab: places are luma in steps of 8 bits and OKLab in 255ths, by the square roots of
  /// three quarters and of a quarter.
  ///
  /// OKLab is that of near greys, where it is linear in the cube roots of the channels' light: the products of its two
  /// matrices (Ottosson, 2020).
  init() {
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
  /// The middle between two colours of 24 bits, channel by channel.
  fileprivate func middle(to other: Color) -> Color {
    func channel(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: ((rawValue >> shift & 0xFF) + (other.rawValue >> shift & 0xFF) + 1) / 2)
    }
    return Color(red: channel(16), green: channel(8), blue: channel(0))
  }
}
