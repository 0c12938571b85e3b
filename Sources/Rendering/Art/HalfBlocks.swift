import Bitmaps
import CGlyphs
import Parallelism
import Terminal

extension ArtMode {
  /// Two colors per cell, split into top and bottom or left and right, whichever is nearer to the picture.
  package static let half = ArtMode(
    name: "half", samplesPerHalfCell: PixelSize(width: 4, height: 2), needsUnicode: true, fitsCellsAlone: true,
    drawing: { canvas, options in HalfBlocks.draw(canvas, options) },
    mixing: { canvas, _, _, options in HalfBlocks.draw(canvas, options.steady) })
}

/// Half blocks from 4×4 samples per cell: the fit of `GlyphFit`, computed from the sums of the four quarters alone.
enum HalfBlocks {
  private static let leftHalf: Glyph = "▌"
  private static let columns = 4
  private static let rows = 4
  /// Like `CellColors.contrastBoost`; with only two shapes, less scores higher.
  private static let contrastBoost: Float = 0.3
  /// With fewer cells, starting a thread takes as long as drawing them.
  private static let sharedCells = 4096

  static let fewColors = FewColors(GlyphBank(sets: .half), isASCII: false, hasShades: true, workers: .shared)

  /// The cells. Where each of them can have any two colors, the glyphs for few are not even prepared.
  static func draw(_ canvas: consuming Canvas, _ options: ArtOptions) -> [Cell] {
    if FewColors.areNeeded(for: options) { return fewColors.draw(canvas, options) }
    return options.reduced(draw(canvas))
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
            unsafe draw(
              memory.samples + row * Self.rows * width, width: width, encoded: memory.encoded,
              to: memory.cells + row * columns, count: columns)
          }
        }
      }
      count = canvas.cells.count
    }
  }

  private static let how = tui_halves(
    chroma: ColorPlanes.chroma, contrast_boost: contrastBoost, maximum_boost: CellColors.maximumBoost)

  /// Draws a row of cells, each the nearest to 4 rows of 4 samples; `CGlyphs` computes eight at a time.
  ///
  /// - Parameters:
  ///   - width: The number of samples from one row to the next.
  ///   - isWide: Whether vectors of eight numbers are used; without, all results are the same.
  @unsafe
  static func draw(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, encoded: UnsafePointer<UInt8>,
    to cells: UnsafeMutablePointer<Cell>, count: Int, isWide: Bool = Vectors.areWide
  ) {
    var (first, second, isAcross) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for start in stride(from: 0, to: count, by: 8) {
      let corner = unsafe samples + start * columns
      let rest = min(8, count - start)
      let whole = unsafe tui_half_cells(isWide, corner, width, rest, encoded, how, &first, &second, &isAcross)
      for lane in 0..<rest {
        let drawn =
          if whole >> UInt32(lane) & 1 == 1 {
            cell(first[lane], second[lane], isAcross: isAcross[lane] != 0)
          } else {
            unsafe edgeCell(corner + lane * columns, width: width)
          }
        unsafe (cells + start + lane).initialize(to: drawn)
      }
    }
  }

  @inline(__always)
  private static func cell(_ first: Int32, _ second: Int32, isAcross: Bool) -> Cell {
    let colors = (Color(hex: UInt32(bitPattern: first)), Color(hex: UInt32(bitPattern: second)))
    return colors.0 == colors.1
      ? Cell(.blank, background: colors.0)
      : Cell(isAcross ? leftHalf : .upperHalf, foreground: colors.0, background: colors.1)
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

  /// The color of a sample; nil if it is empty.
  init?(sample: SIMD4<UInt16>) {
    if sample.w == 0 { return nil }
    self.init(light: sample)
  }
}
