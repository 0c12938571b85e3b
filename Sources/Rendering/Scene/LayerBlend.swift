import Bitmaps
import Terminal

/// Darkens a layer's cells and blends them over others. The terminal's background around a picture stays as it is.
struct CellBlend {
  private let shade: Double
  private let opacity: Double
  private let style: SlideStyle
  /// Each encoded value after shading: a black scrim blended in encoded values, as scrims are.
  private let shaded: [UInt8]

  init(shade: Double, opacity: Double, style: SlideStyle) {
    // With few colors, the nearest one to a mixture may be unrelated.
    let shade = style.terminal.hasBlends ? min(max(0, shade), 1) : 0
    self.shade = shade
    self.opacity = min(max(0, opacity), 1)
    self.style = style
    shaded = shade == 0 ? [] : (0...255).map { UInt8((Double($0) * (1 - shade)).rounded()) }
  }

  /// A cell of the layer over another.
  @inline(__always)
  func blended(_ cell: Cell, over other: Cell) -> Cell {
    let cell = shade == 0 ? cell : shaded(cell)
    return opacity >= 1 ? cell : mixed(cell, over: other)
  }

  private func shaded(_ cell: Cell) -> Cell {
    var result = cell
    if let background = shaded(cell.background), let foreground = shaded(cell.foreground) {
      (result.background, result.foreground) = (background, foreground)
      return result
    }
    result = Underlay.covered(cell, by: .black, cover: shade, style: style)
    if cell.background == .terminalDefault { result.background = .terminalDefault }
    return result
  }

  private func shaded(_ color: Color) -> Color? {
    guard case .rgb(let red, let green, let blue) = color.kind else { return nil }
    return Color(red: shaded[Int(red)], green: shaded[Int(green)], blue: shaded[Int(blue)])
  }

  /// The glyph of the more visible cell, with its colors mixed with the other's.
  private func mixed(_ cell: Cell, over other: Cell) -> Cell {
    let isNearer = opacity >= 0.5
    guard style.terminal.hasBlends else { return isNearer ? cell : other }
    var result = isNearer ? cell : other
    let share = isNearer ? 1 - opacity : opacity
    let rest = isNearer ? other : cell
    if rest.glyph == result.glyph {
      result.foreground = mixed(result.foreground, rest.foreground, share, assuming: .text)
      result.background = mixed(
        result.background, rest.background, share, assuming: style.picture.backdrop.assumedLight)
    } else {
      let light = Underlay.light(of: rest, style: style).color
      result.foreground = mixed(result.foreground, light, share, assuming: .text)
      result.background = mixed(result.background, light, share, assuming: style.picture.backdrop.assumedLight)
    }
    return result
  }

  /// Two colors mixed in linear light.
  private func mixed(_ color: Color, _ other: Color, _ share: Double, assuming assumed: LinearColor) -> Color {
    if color == other { return color }
    let palette = style.terminal.palette
    return LinearColor(color, assuming: assumed, palette: palette)
      .mixed(with: LinearColor(other, assuming: assumed, palette: palette), share).color
  }
}

/// Darkens a layer's samples, but not empty ones, and blends them over others.
struct SampleBlend {
  private let opacity: UInt32
  /// Whether the samples beneath show through.
  var isTranslucent: Bool { opacity < 65_536 }
  private let behind: SIMD4<UInt16>
  /// The shaded light of each encoded value; nil if there is no shade.
  private let shaded: [UInt16]?

  init(shade: Double, opacity: Double, behind: LinearColor) {
    self.opacity = UInt32((min(max(0, opacity), 1) * 65_536).rounded())
    self.behind = LinearColor.pixel(behind)
    let shade = min(max(0, shade), 1)
    shaded = shade == 0 ? nil : (0...255).map { SRGB.linear16(UInt8((Double($0) * (1 - shade)).rounded())) }
  }

  /// A sample of the layer over another. Blending assumes `behind` for empty samples.
  @inline(__always)
  func blended(_ sample: SIMD4<UInt16>, over other: SIMD4<UInt16>) -> SIMD4<UInt16> {
    var sample = sample
    if let shaded, sample.w > 0 {
      sample = SIMD4(
        shaded[Int(SRGB.encoded(sample.x))], shaded[Int(SRGB.encoded(sample.y))], shaded[Int(SRGB.encoded(sample.z))],
        65_535)
    }
    if opacity == 65_536 || sample == other { return sample }
    let (a, b) = (sample.w == 0 ? behind : sample, other.w == 0 ? behind : other)
    let (own, rest) = (SIMD4<UInt32>(repeating: opacity), SIMD4<UInt32>(repeating: 65_536 - opacity))
    let sum =
      SIMD4<UInt32>(truncatingIfNeeded: a) &* own &+ SIMD4<UInt32>(truncatingIfNeeded: b) &* rest
      &+ SIMD4<UInt32>(repeating: 32_768)
    return SIMD4<UInt16>(truncatingIfNeeded: sum &>> 16)
  }
}
