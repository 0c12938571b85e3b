import Imaging
import Terminal

extension ArtMode {
  /// Two colours a cell, split across or down, whichever is nearer to the picture.
  package static let half = ArtMode(
    name: "half", samplesPerHalfCell: PixelSize(width: 2, height: 1), needsUnicode: true,
    drawing: { canvas, options in
      options.depth == .mono ? HalfBlocks.drawMono(canvas) : HalfBlocks.draw(canvas)
    })
}

/// Half blocks from 2×2 samples a cell.
enum HalfBlocks {
  private static let leftHalf: Glyph = "▌"

  static func draw(_ canvas: Canvas) -> [Cell] {
    let columns = canvas.cells.columns
    return unsafe [Cell](unsafeUninitializedCapacity: canvas.cells.count) { cells, count in
      unsafe canvas.samples.withUnsafeBufferPointer { samples in
        // Two sample rows of two samples a cell: `canvas.samples` has rows × 2 × columns × 2 of them.
        for row in 0..<canvas.cells.rows {
          for column in 0..<columns {
            let upper = row * 2 * columns * 2 + column * 2
            let lower = upper + columns * 2
            let cell = unsafe cell(samples[upper], samples[upper + 1], samples[lower], samples[lower + 1])
            unsafe cells.initializeElement(at: count, to: cell)
            count += 1
          }
        }
      }
    }
  }

  /// The cell nearest to four samples: upper left and right, lower left and right.
  static func cell(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, _ c: SIMD4<UInt16>, _ d: SIMD4<UInt16>) -> Cell {
    if a.w & b.w & c.w & d.w != 65_535 { return edgeCell(a, b, c, d) }
    let (upperLeft, upperRight, lowerLeft, lowerRight) = (Encoded(a), Encoded(b), Encoded(c), Encoded(d))
    // Within each half of a split the error is what its two samples differ by.
    let across = upperLeft.distance(to: upperRight) + lowerLeft.distance(to: lowerRight)
    let down = upperLeft.distance(to: lowerLeft) + upperRight.distance(to: lowerRight)
    if down < across {
      return cell(leftHalf, average(a, c), average(b, d))
    }
    return cell(.upperHalf, average(a, b), average(c, d))
  }

  private static func cell(_ glyph: Glyph, _ first: Color, _ second: Color) -> Cell {
    first == second ? Cell(.blank, background: first) : Cell(glyph, foreground: first, background: second)
  }

  /// A cell at a picture's edge: a half that has no light shows the terminal's own background.
  private static func edgeCell(
    _ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, _ c: SIMD4<UInt16>, _ d: SIMD4<UInt16>
  ) -> Cell {
    switch (light(a, b), light(c, d)) {
    case (nil, nil): .blank
    case (let upper?, nil): Cell(.upperHalf, foreground: upper)
    case (nil, let lower?): Cell(.lowerHalf, foreground: lower)
    case (let upper?, let lower?): cell(.upperHalf, upper, lower)
    }
  }

  private static func light(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Color? {
    switch (a.w, b.w) {
    case (0, 0): nil
    case (_, 0): average(a, a)
    case (0, _): average(b, b)
    default: average(a, b)
    }
  }

  private static func average(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Color {
    // Rounded up at a half: two equal samples come back as they were.
    let sum = (SIMD4<UInt32>(truncatingIfNeeded: a) &+ SIMD4<UInt32>(truncatingIfNeeded: b) &+ 1) &>> 1
    return Color(
      red: SRGB.encoded(UInt16(truncatingIfNeeded: sum.x)), green: SRGB.encoded(UInt16(truncatingIfNeeded: sum.y)),
      blue: SRGB.encoded(UInt16(truncatingIfNeeded: sum.z)))
  }

  /// Without colours: each half is lit or not, by ordered dithering anchored to the canvas.
  static func drawMono(_ canvas: Canvas) -> [Cell] {
    let columns = canvas.cells.columns
    return (0..<canvas.cells.count).map { position in
      let (row, column) = position.quotientAndRemainder(dividingBy: columns)
      let upper = row * 2 * columns * 2 + column * 2
      let lower = upper + columns * 2
      let isUpperLit = isLit(canvas.samples[upper], canvas.samples[upper + 1], column: column, row: row * 2)
      let isLowerLit = isLit(canvas.samples[lower], canvas.samples[lower + 1], column: column, row: row * 2 + 1)
      return switch (isUpperLit, isLowerLit) {
      case (false, false): .blank
      case (true, false): Cell(.upperHalf)
      case (false, true): Cell(.lowerHalf)
      case (true, true): Cell(.fullBlock)
      }
    }
  }

  private static func isLit(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, column: Int, row: Int) -> Bool {
    let luminance = (Light(a).luminance + Light(b).luminance) / 2
    return luminance > BayerMatrix.threshold(column: column, row: row)
  }
}

/// A sample as the eye weighs it: encoded sRGB.
private struct Encoded {
  let channels: SIMD4<Int32>

  init(_ sample: SIMD4<UInt16>) {
    channels = SIMD4(
      Int32(SRGB.encoded(sample.x)), Int32(SRGB.encoded(sample.y)), Int32(SRGB.encoded(sample.z)), 0)
  }

  func distance(to other: Encoded) -> Int32 {
    let difference = channels &- other.channels
    let weighted = difference &* difference &* SIMD4(2, 4, 1, 0)
    return weighted.wrappedSum()
  }
}
