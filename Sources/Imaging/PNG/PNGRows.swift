/// A row of 8-bit RGB with one transparent color.
@unsafe
struct KeyedRow: @unsafe PixelRow {
  let row: RGBRow
  /// The transparent color.
  let key: SIMD3<UInt8>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> {
    let pixel = unsafe row.samples + 3 &* index
    return unsafe SIMD3(pixel[0], pixel[1], pixel[2]) == key ? .zero : row[index]
  }
}

/// A row of 16-bit samples of any color type, most significant byte first, alpha not premultiplied. Such pictures are
/// rare, so one loop serves all types.
@unsafe
struct WideRow: @unsafe PixelRow {
  /// Two bytes for each sample of each of the row's pixels.
  let samples: UnsafePointer<UInt8>
  let type: PNGHeader.ColorType
  /// The transparent color; nil if there is none.
  let key: SIMD3<UInt16>?
  /// `LightTables.wide`: the linear light of 65,536 sample values for each channel.
  let red: UnsafePointer<Float>, green: UnsafePointer<Float>, blue: UnsafePointer<Float>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> {
    switch unsafe type {
    case .gray, .indexed:
      let gray = unsafe sample(index)
      return unsafe pixel(SIMD3(repeating: gray), alpha: key?.x == gray ? 0 : .max)
    case .grayAlpha:
      return unsafe pixel(SIMD3(repeating: sample(2 &* index)), alpha: sample(2 &* index &+ 1))
    case .rgb:
      let color = unsafe SIMD3(sample(3 &* index), sample(3 &* index &+ 1), sample(3 &* index &+ 2))
      return unsafe pixel(color, alpha: key == color ? 0 : .max)
    case .rgba:
      let color = unsafe SIMD3(sample(4 &* index), sample(4 &* index &+ 1), sample(4 &* index &+ 2))
      return unsafe pixel(color, alpha: sample(4 &* index &+ 3))
    }
  }

  @inline(__always)
  private func sample(_ index: Int) -> UInt16 {
    unsafe UInt16(bigEndian: UnsafeRawPointer(samples + 2 &* index).loadUnaligned(as: UInt16.self))
  }

  @inline(__always)
  private func pixel(_ color: SIMD3<UInt16>, alpha: UInt16) -> SIMD4<Float> {
    let linear = unsafe SIMD4(red[Int(color.x)], green[Int(color.y)], blue[Int(color.z)], 65_535)
    return alpha == .max ? linear : linear * (Float(alpha) / 65_535)
  }
}

extension RowScaler {
  /// Scales the next row, of 16-bit samples, most significant byte first.
  ///
  /// - Parameters:
  ///   - row: Pixels of `type`, as many as the source is wide.
  ///   - key: The transparent color; nil if there is none.
  ///   - tables: Tables that include 16-bit samples.
  @unsafe
  mutating func push(
    wide row: UnsafePointer<UInt8>, type: PNGHeader.ColorType, key: SIMD3<UInt16>?, tables: LightTables
  ) {
    precondition(tables.wide.count == 3, "16-bit samples have tables of their own")
    // The tables have an entry for every value of a sample.
    unsafe tables.wide[0].withUnsafeBufferPointer { red in
      unsafe tables.wide[1].withUnsafeBufferPointer { green in
        unsafe tables.wide[2].withUnsafeBufferPointer { blue in
          guard let red = red.baseAddress, let green = green.baseAddress, let blue = blue.baseAddress else { return }
          unsafe push(WideRow(samples: row, type: type, key: key, red: red, green: green, blue: blue))
        }
      }
    }
  }
}
