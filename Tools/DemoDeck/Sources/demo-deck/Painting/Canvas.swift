import Dispatch

/// A picture being painted, in linear light and premultiplied by its alpha.
///
/// Coordinates are in units of the shorter side, from the top left: a 1280×800 canvas extends from (0, 0) to (1.6, 1).
struct Canvas: Sendable {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Float>]

  /// Pixels per unit.
  var scale: Float { Float(min(width, height)) }

  init(width: Int, height: Int, filledWith pixel: SIMD4<Float> = .zero) {
    self.width = width
    self.height = height
    pixels = Array(repeating: pixel, count: width * height)
  }

  /// Paints every pixel as the mean of `samples`² points within it; `pixel` may be called on several threads.
  init(width: Int, height: Int, samples: Int, pixel: @Sendable (SIMD2<Float>) -> SIMD4<Float>) {
    self.init(width: width, height: height)
    let step = 1 / Float(samples)
    let scale = scale
    forEachRow { y, row in
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for sample in 0..<samples * samples {
          let within = SIMD2(Float(sample % samples), Float(sample / samples)) * step + step / 2
          sum += pixel((SIMD2(Float(x), Float(y)) + within) / scale)
        }
        row[x] = sum * step * step
      }
    }
  }

  /// Changes every row with `change`, concurrently on all cores.
  mutating func forEachRow(_ change: @Sendable (_ y: Int, _ row: inout MutableSpan<SIMD4<Float>>) -> Void) {
    let (width, height) = (width, height)
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      // The rows do not overlap, and each belongs to one call only.
      nonisolated(unsafe) let rows = unsafe buffer
      DispatchQueue.concurrentPerform(iterations: height) { y in
        var row = unsafe MutableSpan(_unsafeElements: rows.extracting(y * width..<(y + 1) * width))
        change(y, &row)
      }
    }
  }

  /// Changes every pixel with `change`, which receives the pixel's position.
  mutating func forEachPixel(_ change: @Sendable (_ at: SIMD2<Float>, _ pixel: inout SIMD4<Float>) -> Void) {
    let scale = scale
    forEachRow { y, row in
      for x in 0..<row.count {
        change((SIMD2(Float(x), Float(y)) + 0.5) / scale, &row[x])
      }
    }
  }

  /// Applies the exposure and the filmic tone curve.
  mutating func develop(exposure: Float = 1) {
    forEachPixel { _, pixel in
      let light = SIMD3(pixel.x, pixel.y, pixel.z) * exposure
      pixel = SIMD4(light.toneMapped, pixel.w)
    }
  }
}
