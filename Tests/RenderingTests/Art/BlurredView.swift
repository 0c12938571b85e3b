import Bitmaps
@testable import Rendering
import Terminal

/// Cells and canvases as seen from a short distance: each cell's light is averaged with its neighbors'.
struct BlurredView {
  let size: CellSize
  /// Linear light, row-major.
  let lights: [SIMD3<Float>]

  /// Creates the view of a canvas.
  init(_ canvas: Canvas) {
    let (across, down) = (canvas.samplesPerCell.width, canvas.samplesPerCell.height)
    self.init(canvas.cells) { column, row in
      var sum = SIMD3<Float>.zero
      for y in 0..<down {
        for x in 0..<across {
          sum += LinearColor(canvas.samples[(row * down + y) * canvas.width + column * across + x]).channels
        }
      }
      return sum / Float(across * down)
    }
  }

  /// Creates the view of drawn cells.
  init(
    _ cells: CellBuffer, foreground: LinearColor = .white, background: LinearColor = .black,
    shades: ShadeMixing = .fonts
  ) {
    self.init(cells.size) { column, row in
      let cell = cells[column, row]
      let ink = cell.glyph.scalars[0].value
      let letter = GlyphTable.letters.first { $0.glyph == cell.glyph }?.outline.coverage(columns: 1, rows: 1)[0]
      let coverage = ink == 0x20 ? 0 : letter ?? Float(GlyphTable.coverage[cell.glyph] ?? .nan)
      let (front, back) = (
        LinearColor(cell.foreground, assuming: foreground).channels,
        LinearColor(cell.background, assuming: background).channels
      )
      if let quarters = ShadeMixing.quarters(of: cell.glyph) {
        return shades.light(LinearColor(front), over: LinearColor(back), quarters: quarters).channels
      }
      return back + (front - back) * coverage
    }
  }

  /// Creates the view of cells drawn with some options, on a terminal that shows shades as they assume.
  init(_ cells: CellBuffer, drawnWith options: ArtOptions) {
    self.init(cells, shades: options.shades.assumed(at: options.depth))
  }

  private init(_ size: CellSize, _ light: (Int, Int) -> SIMD3<Float>) {
    self.size = size
    let sharp = (0..<size.count).map { light($0 % size.columns, $0 / size.columns) }
    lights = (0..<size.count).map { index in
      let (column, row) = (index % size.columns, index / size.columns)
      var (sum, count) = (SIMD3<Float>.zero, Float(0))
      for y in max(0, row - 1)...min(size.rows - 1, row + 1) {
        for x in max(0, column - 1)...min(size.columns - 1, column + 1) {
          sum += sharp[y * size.columns + x]
          count += 1
        }
      }
      return sum / count
    }
  }

  /// The mean difference in OKLab, times 100.
  func difference(from other: BlurredView) -> Float {
    let distances = zip(lights, other.lights).map { one, other -> Float in
      let difference = LMS.lab(LMS.responses(to: one)) - LMS.lab(LMS.responses(to: other))
      return (difference * difference).sum().squareRoot()
    }
    return 100 * distances.reduce(0, +) / Float(distances.count)
  }

  /// The lightness of each cell, 0…1.
  var tones: [Float] { lights.map { LMS.lab(LMS.responses(to: $0)).x } }

  /// The correlation of the tones with those of another view, −1…1 (Pearson).
  func correlation(with other: BlurredView) -> Float {
    let (one, two) = (tones, other.tones)
    let count = Float(one.count)
    let (mean, means) = (one.reduce(0, +) / count, two.reduce(0, +) / count)
    var (product, own, others): (Float, Float, Float) = (0, 0, 0)
    for (a, b) in zip(one, two) {
      product += (a - mean) * (b - means)
      own += (a - mean) * (a - mean)
      others += (b - means) * (b - means)
    }
    return product / (own * others).squareRoot()
  }
}

extension Canvas {
  /// Creates a canvas from a function of the position, 0…1 across and down, that returns encoded sRGB colors, 0…1.
  init(_ cells: CellSize, for art: ArtMode, _ color: (_ x: Float, _ y: Float) -> SIMD3<Float>) {
    self.init(cells: cells, samplesPerCell: art.samplesPerCell)
    for index in samples.indices {
      let (x, y) = ((Float(index % width) + 0.5) / Float(width), (Float(index / width) + 0.5) / Float(height))
      let channels = (color(x, y).clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrEven)
      samples[index] = LinearColor.pixel(
        LinearColor(Color(red: UInt8(channels.x), green: UInt8(channels.y), blue: UInt8(channels.z))))
    }
  }

  /// Gray from black on the left to white on the right.
  static func gradient(for art: ArtMode) -> Canvas {
    Canvas(CellSize(columns: 32, rows: 8), for: art) { x, _ in SIMD3(repeating: x) }
  }

  /// A sky that pales towards the horizon, a sun, and hills in muted colors, like much of a photograph.
  static func scene(for art: ArtMode) -> Canvas {
    Canvas(CellSize(columns: 32, rows: 16), for: art) { x, y in
      let fromSun = ((x - 0.7) * (x - 0.7) + (y - 0.25) * (y - 0.25)).squareRoot()
      if fromSun < 0.1 { return SIMD3(1, 0.9, 0.6) }
      let hill = 0.6 + 0.12 * (x - 0.4) * (x - 0.4) * 4
      if y < hill { return SIMD3(0.35, 0.5, 0.75) + SIMD3(0.4, 0.3, 0.1) * y }
      return SIMD3(0.25 + 0.35 * x, 0.4, 0.2) * (1.4 - 0.8 * y)
    }
  }
}

extension SIMD3<Float> {
  fileprivate static let one = SIMD3<Float>(repeating: 1)
}
