import Bitmaps
import Terminal

/// Draws layers that are scaled or turned while they move: each half of a cell is sampled from the slide.
///
/// A glyph fitted to one position is wrong at any other. Halves can be sampled at any position, so edges and motion
/// have twice the vertical resolution of cells, and no fit is needed.
struct HalfBlockPainter {
  private let clip: CellRect
  private let style: SlideStyle
  /// The upper and lower halves of each cell of `clip`, as rows of halves.
  private var halves: [SIMD4<UInt16>]
  private var isUntouched = true

  /// Marks a half that no layer covers. No canvas contains this value: there, alpha is 0 or 65535.
  private static let untouched = SIMD4<UInt16>(0, 0, 0, 1)

  init(in clip: CellRect, style: SlideStyle) {
    self.clip = clip
    self.style = style
    halves = []
  }

  /// Paints a slide over the layers painted so far.
  ///
  /// - Parameters:
  ///   - slide: The slide in half cells.
  ///   - buffer: The cells beneath everything painted so far.
  mutating func paint(_ slide: Canvas, _ projection: LayerProjection, _ blend: SampleBlend, over buffer: CellBuffer) {
    if isUntouched {
      isUntouched = false
      halves = Array(repeating: Self.untouched, count: 2 * clip.size.count)
    }
    let columns = clip.size.columns
    let gather = BilinearGather(slide)
    projection.forEachPoint(
      columns: clip.columnRange, rows: 2 * clip.row..<2 * clip.rowRange.upperBound, perColumn: 1, perRow: 2
    ) { column, row, x, y in
      let index = (row - 2 * clip.row) * columns + column - clip.column
      var beneath = halves[index]
      if beneath == Self.untouched, blend.isTranslucent {
        beneath = light(of: buffer[column, row / 2], isUpper: row % 2 == 0) ?? SIMD4(repeating: 0)
      }
      halves[index] = blend.blended(gather.sample(atX: x, y: y), over: beneath)
    }
  }

  /// Writes the painted halves to the window and starts over.
  mutating func finish(on buffer: inout CellBuffer) {
    guard !isUntouched else { return }
    isUntouched = true
    for row in 0..<clip.size.rows {
      for column in 0..<clip.size.columns {
        let index = 2 * row * clip.size.columns + column
        let pair = (halves[index], halves[index + clip.size.columns])
        if pair.0 == Self.untouched, pair.1 == Self.untouched { continue }
        let cell = buffer[clip.column + column, clip.row + row]
        let upper = pair.0 == Self.untouched ? light(of: cell, isUpper: true) : pair.0
        let lower = pair.1 == Self.untouched ? light(of: cell, isUpper: false) : pair.1
        buffer[clip.column + column, clip.row + row] = Cell(
          upper: upper.flatMap(Color.init(sample:)), lower: lower.flatMap(Color.init(sample:)))
      }
    }
  }

  /// The light of one half of a drawn cell; nil for the terminal's own background.
  private func light(of cell: Cell, isUpper: Bool) -> SIMD4<UInt16>? {
    if cell.glyph != .upperHalf, cell.glyph != .lowerHalf, cell.glyph != .blank {
      return LinearColor.pixel(Underlay.light(of: cell, style: style))
    }
    let isMarked = cell.glyph != .blank && (cell.glyph == .upperHalf) == isUpper
    let color = isMarked ? cell.foreground : cell.background
    if color == .terminalDefault, !isMarked { return nil }
    return LinearColor.pixel(LinearColor(color, assuming: .text, palette: style.terminal.palette))
  }
}

/// Samples a canvas at any position, by bilinear interpolation in linear light.
private struct BilinearGather {
  private let canvas: Canvas
  private let last: SIMD2<Int>

  init(_ canvas: Canvas) {
    self.canvas = canvas
    last = SIMD2(canvas.width - 1, canvas.height - 1)
  }

  /// The light at a position, in samples from the top left corner. If any of the four samples around it is empty, the
  /// nearest sample is returned unchanged.
  @inline(__always)
  func sample(atX x: Double, y: Double) -> SIMD4<UInt16> {
    let point = SIMD2(x - 0.5, y - 0.5)
    let corner = point.rounded(.down)
    let first = SIMD2(min(max(0, Int(corner.x)), last.x), min(max(0, Int(corner.y)), last.y))
    let second = SIMD2(min(first.x + 1, last.x), min(first.y + 1, last.y))
    let share =
      (point - SIMD2(Double(first.x), Double(first.y)))
      .clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 1)) * 256
    let weights = SIMD2<UInt32>(UInt32(share.x), UInt32(share.y))
    let (upper, lower) = (first.y * canvas.width, second.y * canvas.width)
    let corners = (
      canvas.samples[upper + first.x], canvas.samples[upper + second.x], canvas.samples[lower + first.x],
      canvas.samples[lower + second.x]
    )
    if corners.0.w & corners.1.w & corners.2.w & corners.3.w == 0 {
      return weights.y < 128
        ? weights.x < 128 ? corners.0 : corners.1 : weights.x < 128 ? corners.2 : corners.3
    }
    return .bilinear((corners.0, corners.1), (corners.2, corners.3), across: weights.x, down: weights.y)
  }
}

extension Canvas {
  /// The canvas with one sample per half cell: the mean of the half's opaque samples, or empty unless most are opaque.
  func halves() -> Canvas {
    var result = Canvas(cells: cells, samplesPerCell: PixelSize(width: 1, height: 2))
    let (across, down) = (samplesPerCell.width, samplesPerCell.height / 2)
    guard across * down > 1 else { return self }
    for row in 0..<2 * cells.rows {
      for column in 0..<cells.columns {
        var (sum, count) = (SIMD4<UInt32>.zero, UInt32(0))
        for y in 0..<down {
          let start = (row * down + y) * width + column * across
          for sample in samples[start..<start + across] where sample.w != 0 {
            sum &+= SIMD4<UInt32>(truncatingIfNeeded: sample)
            count += 1
          }
        }
        guard 2 * count > across * down else { continue }
        var mean = (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
        mean.w = 65_535
        result.samples[row * cells.columns + column] = SIMD4<UInt16>(truncatingIfNeeded: mean)
      }
    }
    return result
  }
}
