/// The blocks of one of a JPEG's components in a group, and the samples that they yield at 1/8 scale.
struct JPEGComponentBlocks: Sendable {
  /// The number of blocks in a group, across and down.
  let across: Int, down: Int
  /// The number of samples for each block, across and down: two where the component has half the resolution, otherwise
  /// one.
  let wide: Int, high: Int
  /// What the mean is multiplied with; eight times as much as in sample levels.
  let quantum: Int32
  /// The same in sample levels, in the first element.
  let weight: SIMD4<Float>

  /// The number of blocks in a group.
  var count: Int { across &* down }
  /// Whether a block yields several samples, for which it is more than its mean.
  var hasParts: Bool { wide > 1 || high > 1 }

  /// Writes the samples of a group, row-major.
  ///
  /// - Parameters:
  ///   - cursor: The position of this component's blocks; it is moved behind them.
  ///   - base: What is added to their means.
  ///   - samples: `across * wide` by `down * high` samples.
  @unsafe @inline(__always)
  func put(
    _ blocks: JPEGBlocks, at cursor: inout JPEGBlocks.Cursor, base: Int16, into samples: UnsafeMutablePointer<UInt8>
  ) {
    for y in 0..<down {
      for x in 0..<across {
        let mean = base &+ blocks.mean(at: &cursor)
        let pixel = unsafe samples + (y &* high &* across &+ x) &* wide
        if hasParts {
          unsafe put(blocks.parts(at: &cursor) + weight * Float(mean), at: pixel)
        } else {
          // Rounded as in libjpeg.
          let level = (Int32(mean) &* quantum &+ 4) >> 3 &+ 128
          unsafe pixel.pointee = UInt8(truncatingIfNeeded: max(0, min(255, level)))
        }
      }
    }
  }

  /// Writes a block's two or four samples.
  @unsafe @inline(__always)
  private func put(_ parts: SIMD4<Float>, at pixel: UnsafeMutablePointer<UInt8>) {
    for y in 0..<high {
      for x in 0..<wide {
        let signs = SIMD4<Float>(1, x == 0 ? 1 : -1, y == 0 ? 1 : -1, x == y ? 1 : -1)
        // Rounded to the nearest level, and upwards from the middle between two.
        let level = max(0, min(255, (parts * signs).sum() + 128)) + 0.5
        unsafe pixel[y &* (across &* wide) &+ x] = UInt8(truncatingIfNeeded: Int32(level))
      }
    }
  }
}
