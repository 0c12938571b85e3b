import Terminal

extension SixelPicture {
  /// Reduces encoded sRGB samples to at most `colors` colors, chosen for them; takes milliseconds.
  ///
  /// A part of each pixel's error is diffused to its neighbors with Floyd and Steinberg's weights, in encoded values:
  /// with many colors, the errors are so small that encoded values are nearly linear.
  ///
  /// - Parameters:
  ///   - samples: The red, green and blue of each pixel, and alpha if `hasAlpha`, row by row.
  ///   - hasAlpha: Whether there is alpha; a pixel that is less than half opaque is transparent.
  ///   - colors: 2…256; at most 255 are used if there are transparent pixels.
  init(samples: [UInt8], hasAlpha: Bool, size: PixelExtent, colors: Int) {
    let alpha = hasAlpha ? stride(from: 3, to: samples.count, by: 4).map { samples[$0] } : nil
    let samples = hasAlpha ? samples.indices.filter { $0 & 3 != 3 }.map { samples[$0] } : samples
    let isOpaque = alpha?.allSatisfy { $0 >= 128 } ?? true
    let colors = min(max(2, colors), isOpaque ? 256 : 255)
    let histogram = ColorHistogram(of: samples.span, alpha: isOpaque ? nil : alpha, width: size.width)
    let registers = histogram.palette(count: colors).map { color in
      Register(red: color.x, green: color.y, blue: color.z)
    }
    let indices = ErrorDiffusion.indices(
      of: samples.span, alpha: isOpaque ? nil : alpha, width: size.width, in: registers.map(\.shown))
    self.init(size: size, registers: registers, indices: indices, isOpaque: isOpaque)
  }
}

/// Reduces pixels to the colors of a palette with error diffusion.
private enum ErrorDiffusion {
  /// The share of an error that is diffused, in 16ths: all of it would cause noise, none banding.
  private static let share: Int32 = 6

  /// The palette index of each pixel's color.
  static func indices(
    of samples: Span<UInt8>, alpha: [UInt8]?, width: Int, in palette: [SIMD3<Int32>]
  ) -> [UInt8] {
    let count = samples.count / 3
    let search = NearestOfPalette(palette.map { SIMD3<Float>($0) })
    let colors = palette.map { SIMD4($0, 0) }
    // The errors received by the pixels of the next row, in 256ths, padded by one element on both sides.
    var receivedRow = [SIMD4<Int32>](repeating: .zero, count: width + 2)
    // The nearest color of each 4×2×4 box, or −1 if not determined yet. Eyes are most sensitive to green; smaller
    // boxes would not fit into a cache.
    var table = [Int16](repeating: -1, count: 1 << 19)
    let shown = colors.span
    var received = receivedRow.mutableSpan
    var nearest = table.mutableSpan
    let share = SIMD4<Int32>(repeating: share)
    var indices = [UInt8](repeating: 0, count: count)
    var output = indices.mutableSpan
    for start in stride(from: 0, to: count, by: width) {
      var carried = SIMD4<Int32>.zero
      // The errors received so far by the pixels below: to the left, and straight below.
      var (left, under) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
      for column in 0..<width {
        let pixel = start + column
        if let alpha, alpha[pixel] < 128 {
          output[pixel] = SixelPicture.transparent
          received[column] = left
          (left, under, carried) = (under, .zero, .zero)
          continue
        }
        let own = SIMD4(
          Int32(truncatingIfNeeded: samples[pixel * 3]), Int32(truncatingIfNeeded: samples[pixel * 3 + 1]),
          Int32(truncatingIfNeeded: samples[pixel * 3 + 2]), 0)
        var wanted = own &+ ((received[column + 1] &+ carried &+ 128) &>> 8)
        wanted.replace(with: 0, where: wanted .< 0)
        wanted.replace(with: 255, where: wanted .> 255)
        let index = Int(truncatingIfNeeded: (wanted.x >> 2) << 13 | (wanted.y >> 1) << 6 | wanted.z >> 2)
        var found = nearest[index]
        if found < 0 {
          found = Self.nearest(toBoxOf: wanted, in: search)
          nearest[index] = found
        }
        output[pixel] = UInt8(truncatingIfNeeded: found)
        let error = (wanted &- shown[Int(truncatingIfNeeded: found)]) &* share
        carried = error &* 7
        // The errors of this row up to here have been read, so their elements now hold the next row's.
        received[column] = left &+ error &* 3
        (left, under) = (under &+ error &* 5, error)
      }
      received[width] = left
    }
    return indices
  }

  /// The palette color nearest to the middle of a color's box.
  private static func nearest(toBoxOf color: SIMD4<Int32>, in search: NearestOfPalette) -> Int16 {
    let middle = SIMD3(Float(color.x & ~3) + 1.5, Float(color.y & ~1) + 0.5, Float(color.z & ~3) + 1.5)
    return Int16(search.index(of: middle))
  }
}
