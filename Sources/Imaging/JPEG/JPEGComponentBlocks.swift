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
  ///   - means: The means of this component's blocks; moved behind them.
  ///   - parts: Their parts, if they have some; moved behind them.
  ///   - base: What is added to the means.
  ///   - samples: `across * wide` by `down * high` samples.
  @unsafe @inline(__always)
  func put(
    _ means: inout UnsafePointer<Int16>, _ parts: inout UnsafePointer<SIMD4<Float>>, base: Int16,
    into samples: UnsafeMutablePointer<UInt8>
  ) {
    for y in 0..<down {
      for x in 0..<across {
        let mean = unsafe base &+ means.pointee
        unsafe means += 1
        let pixel = unsafe samples + (y &* high &* across &+ x) &* wide
        if hasParts {
          unsafe put(parts.pointee + weight * Float(mean), at: pixel)
          unsafe parts += 1
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
    // Upper left, upper right, lower left, lower right.
    var levels = SIMD4<Float>(repeating: parts[0])
    levels += SIMD4(1, -1, 1, -1) * parts[1]
    levels += SIMD4(1, 1, -1, -1) * parts[2]
    levels += SIMD4(1, -1, -1, 1) * parts[3]
    // Rounded to the nearest level, and upwards from the middle between two.
    levels += 128
    levels.replace(with: 0, where: levels .< 0)
    levels.replace(with: 255, where: levels .> 255)
    levels += 0.5
    func sample(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: Int32(levels[index])) }
    unsafe pixel[0] = sample(0)
    if wide > 1 { unsafe pixel[1] = sample(1) }
    if high > 1 { unsafe pixel[across &* wide] = sample(2) }
    if wide > 1, high > 1 { unsafe pixel[across &* wide &+ 1] = sample(3) }
  }
}
