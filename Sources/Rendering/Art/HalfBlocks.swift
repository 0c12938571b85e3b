import Bitmaps
import Terminal

extension ArtMode {
  /// Two colors per cell, split into top and bottom or left and right, whichever is nearer to the picture.
  package static let half = ArtMode(
    name: "half", samplesPerHalfCell: PixelSize(width: 4, height: 2), needsUnicode: true, fitsCellsAlone: true,
    drawing: { canvas, options in
      HalfBlocks.drawFewColors(canvas, options) ?? options.reduced(HalfBlocks.draw(canvas))
    },
    mixing: { canvas, _, _, options in
      HalfBlocks.drawFewColors(canvas, options.steady) ?? options.reduced(HalfBlocks.draw(canvas))
    })
}

/// Half blocks from 4×4 samples per cell: the fit of `GlyphFit`, computed from the sums of the four quarters alone.
enum HalfBlocks {
  private static let leftHalf: Glyph = "▌"
  private static let columns = 4
  private static let rows = 4
  /// Like `CellColors.liveliness`; with only two shapes, less scores higher.
  private static let liveliness: Float = 0.3
  /// With fewer cells, starting a thread takes as long as drawing them.
  private static let sharedCells = 4096

  static let fewColors = FewColors(GlyphBank(sets: .half), isASCII: false, hasShades: true, workers: .shared)

  /// The cells, or nil if each of them can have any two colors: the glyphs are then not even prepared.
  static func drawFewColors(_ canvas: Canvas, _ options: ArtOptions) -> [Cell]? {
    options.depth == .truecolor && options.usesBackgrounds ? nil : fewColors.draw(canvas, options)
  }

  static func draw(_ canvas: Canvas, workers: RowWorkers = .shared) -> [Cell] {
    let (columns, width) = (canvas.cells.columns, canvas.width)
    return unsafe [Cell](unsafeUninitializedCapacity: canvas.cells.count) { cells, count in
      unsafe canvas.samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          guard let samples = samples.baseAddress, let encoded = encoded.baseAddress, let cells = cells.baseAddress
          else { return }
          nonisolated(unsafe) let memory = unsafe (samples: samples, encoded: encoded, cells: cells)
          // `canvas.samples` has 4×4 samples for each cell, and the table has a value for each sample.
          (canvas.cells.count < sharedCells ? .alone : workers).run(rows: canvas.cells.rows) { row in
            for column in 0..<columns {
              let corner = unsafe memory.samples + row * Self.rows * width + column * Self.columns
              let cell = unsafe cell(corner, width: width, encoded: memory.encoded)
              unsafe (memory.cells + row * columns + column).initialize(to: cell)
            }
          }
        }
      }
      count = canvas.cells.count
    }
  }

  /// The cell nearest to 4 rows of 4 samples, each row `width` after the previous one.
  @inline(__always)
  @unsafe
  private static func cell(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, encoded: UnsafePointer<UInt8>
  ) -> Cell {
    var alphas: UInt16 = 65_535
    // Upper left and right, lower left and right: sums of four samples.
    var quarters = (SIMD4<Int32>.zero, SIMD4<Int32>.zero, SIMD4<Int32>.zero, SIMD4<Int32>.zero)
    var squares: Float = 0
    for row in 0..<rows {
      var halves = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
      for column in 0..<columns {
        let sample = unsafe samples[row &* width &+ column]
        alphas &= sample.w
        let red = unsafe Int32(encoded[Int(sample.x)])
        let green = unsafe Int32(encoded[Int(sample.y)])
        let blue = unsafe Int32(encoded[Int(sample.z)])
        // The luma weights in 256ths.
        let luma = 54 &* red &+ 183 &* green &+ 19 &* blue
        squares += Float(luma) * Float(luma)
        let channels = SIMD4(red, green, blue, luma)
        if column < 2 { halves.0 &+= channels } else { halves.1 &+= channels }
      }
      if row < 2 {
        quarters.0 &+= halves.0
        quarters.1 &+= halves.1
      } else {
        quarters.2 &+= halves.0
        quarters.3 &+= halves.1
      }
    }
    if alphas != 65_535 { return unsafe edgeCell(samples, width: width) }
    let down = (quarters.0 &+ quarters.1, quarters.2 &+ quarters.3)
    let across = (quarters.0 &+ quarters.2, quarters.1 &+ quarters.3)
    // The split whose halves differ most has the least error.
    return contrast(across.0 &- across.1) > contrast(down.0 &- down.1)
      ? cell(leftHalf, across.0, across.1, squares: squares) : cell(.upperHalf, down.0, down.1, squares: squares)
  }

  /// The squared distance of two halves in the planes of `ColorPlanes`.
  @inline(__always)
  private static func contrast(_ difference: SIMD4<Int32>) -> Float {
    let (red, green, blue) = (Float(difference.x), Float(difference.y), Float(difference.z))
    let luma = Float(difference.w) / 256
    let (first, second) = (ColorPlanes.chroma * (red - green), ColorPlanes.chroma * (blue - green))
    return luma * luma + first * first + second * second
  }

  /// A cell of two halves, each the sum of eight samples; `squares` is the sum of the squared luma of all sixteen.
  @inline(__always)
  private static func cell(_ glyph: Glyph, _ first: SIMD4<Int32>, _ second: SIMD4<Int32>, squares: Float) -> Cell {
    let sums = (SIMD4<Float>(first), SIMD4<Float>(second))
    let mean = (sums.0 + sums.1) / 16
    var half = (sums.0 - sums.1) / 16
    let (energy, shown) = (squares - 16 * mean.w * mean.w, 16 * half.w * half.w)
    if shown > 65_536, energy > shown {
      half *= min(1 + liveliness * ((energy / shown).squareRoot() - 1), CellColors.maximumLiveliness)
    }
    let colors = (color(mean + half), color(mean - half))
    return colors.0 == colors.1
      ? Cell(.blank, background: colors.0) : Cell(glyph, foreground: colors.0, background: colors.1)
  }

  @inline(__always)
  private static func color(_ channels: SIMD4<Float>) -> Color {
    CellColors.color(SIMD3(channels.x, channels.y, channels.z))
  }

  /// A cell at a picture's edge: a half without opaque samples shows the terminal's own background.
  @unsafe
  private static func edgeCell(_ samples: UnsafePointer<SIMD4<UInt16>>, width: Int) -> Cell {
    func color(_ rows: Range<Int>) -> Color? {
      var (sum, count) = (SIMD3<Float>.zero, Float(0))
      for row in rows {
        for column in 0..<columns {
          let sample = unsafe samples[row * width + column]
          guard sample.w != 0 else { continue }
          sum += SIMD3(
            Float(SRGB.encoded(sample.x)), Float(SRGB.encoded(sample.y)), Float(SRGB.encoded(sample.z)))
          count += 1
        }
      }
      return count == 0 ? nil : CellColors.color(sum / count)
    }
    return Cell(upper: color(0..<2), lower: color(2..<4))
  }
}

extension Cell {
  /// A cell of two halves; the terminal's own background shows where a half is nil.
  @inline(__always)
  init(upper: Color?, lower: Color?) {
    self =
      switch (upper, lower) {
      case (nil, nil): .blank
      case (let upper?, nil): Cell(.upperHalf, foreground: upper)
      case (nil, let lower?): Cell(.lowerHalf, foreground: lower)
      case (let upper?, let lower?):
        upper == lower ? Cell(.blank, background: upper) : Cell(.upperHalf, foreground: upper, background: lower)
      }
  }
}

extension Color {
  /// The 24-bit color of a sample in linear light, ignoring its alpha.
  @inline(__always)
  init(light: SIMD4<UInt16>) {
    self.init(red: SRGB.encoded(light.x), green: SRGB.encoded(light.y), blue: SRGB.encoded(light.z))
  }
}
