package import Bitmaps

/// Scales a picture row by row to an exact size, in linear light. It holds one row of the source, and at most four more
/// of the target's width.
///
/// A side that shrinks or stays is averaged by exact area, so that scaling 1:1 changes nothing; a side that grows is
/// interpolated by `CubicAxis`.
package struct RowScaler {
  /// The rectangle of source pixels to be pushed: all of them, unless only a part of the target is wanted.
  package let window: PixelRect
  /// The size of the result.
  package let target: PixelSize

  /// The size of the input: rows as wide as the window, as many as it is high.
  package var source: PixelSize { window.size }

  private var horizontal: Horizontal
  private var vertical: Vertical
  /// A whole source row, if the width grows.
  private var unscaledRow: [SIMD4<Float>]
  /// A source row after horizontal scaling.
  private var scaledRow: [SIMD4<Float>]
  private var output: BitmapWriter

  private enum Horizontal {
    case area(AreaAxis)
    case cubic(CubicColumns)
  }

  private enum Vertical {
    case area(AreaRows)
    case cubic(CubicRows)
  }

  /// Creates a scaler from a source (every side at least 1) to a region of the scaled picture.
  ///
  /// - Parameters:
  ///   - isOpaque: Whether every pixel's alpha is 65535; alpha is then not computed.
  ///   - matrix: Converts the rows' linear light to sRGB's, if it differs; colors out of gamut are clipped.
  init(_ source: SourceExtent, region: ScaledRegion, isOpaque: Bool, matrix: ColorMatrix? = nil) {
    precondition(min(source.size.width, source.size.height) >= 1, "a picture has pixels")
    window = region.window(of: source)
    target = region.size
    var scale: Float = 1
    let across = source.columns(region)
    if across.isReduced {
      let axis = AreaAxis(across)
      horizontal = .area(axis)
      scale *= axis.scale
      unscaledRow = []
    } else {
      horizontal = .cubic(CubicColumns(axis: CubicAxis(across), width: window.width))
      unscaledRow = Array(repeating: .zero, count: window.width)
    }
    let down = source.rows(region)
    if down.isReduced {
      let axis = AreaAxis(down)
      vertical = .area(AreaRows(axis: axis, width: target.width))
      scale *= axis.scale
    } else {
      vertical = .cubic(CubicRows(axis: CubicAxis(down), width: target.width))
    }
    scaledRow = Array(repeating: .zero, count: target.width)
    output = BitmapWriter(
      size: target, scale: scale, gain: Float(region.exposure.gain), isOpaque: isOpaque, matrix: matrix)
  }

  /// Creates a scaler of linear sRGB to a region of the scaled picture.
  ///
  /// - Parameter isOpaque: Whether every pixel's alpha is 65535; alpha is then not computed.
  package init(source: PixelSize, region: ScaledRegion, isOpaque: Bool) {
    self.init(SourceExtent(source), region: region, isOpaque: isOpaque)
  }

  /// Writes the result to the memory of another bitmap, if it has the right size; before the first row.
  mutating func reuse(_ memory: consuming [SIMD4<UInt16>]) { output.reuse(consume memory) }

  /// Scales the next row, from top to bottom. Rows beyond the source's height are ignored.
  ///
  /// - Precondition: The row is as wide as the source.
  @inline(__always)
  mutating func push(_ row: some PixelRow) {
    switch horizontal {
    case .area(let axis):
      unsafe axis.sum(row, into: &scaledRow)
    case .cubic(let columns):
      unsafe copy(row)
      columns.interpolate(unscaledRow, into: &scaledRow)
    }
    pushScaledRow()
  }

  /// Copies a row to `unscaledRow`.
  @inline(__always)
  private mutating func copy(_ row: some PixelRow) {
    var pixels = unscaledRow.mutableSpan
    for index in pixels.indices { pixels[index] = unsafe row[index] }
  }

  /// Scales the next row of linear-light, premultiplied pixels in 0…65535.
  package mutating func push(_ row: [SIMD4<Float>]) {
    precondition(row.count == source.width, "a row is as wide as the source")
    unsafe row.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      // The row's length was checked above.
      unsafe push(LinearRow(pixels: start))
    }
  }

  /// Scales the part of a whole row of the picture that lies in the window.
  package mutating func push(whole row: [SIMD4<Float>]) {
    push(window.width == row.count ? row : Array(row[window.columns]))
  }

  private mutating func pushScaledRow() {
    switch vertical {
    case .area(var rows):
      // Moved out and back, so that the sums are not copied.
      vertical = .area(.empty)
      rows.push(scaledRow, into: &output)
      vertical = .area(rows)
    case .cubic(var rows):
      vertical = .area(.empty)
      rows.push(&scaledRow, into: &output)
      vertical = .cubic(rows)
    }
  }

  /// Returns the scaled picture. Missing rows are transparent, or black if the picture is opaque.
  package consuming func finish() -> Bitmap { output.finish() }
}
