/// Gives a decoder's rows of 8-bit samples to the scaler, as light.
struct EncodedRows {
  private let layout: SampleLayout
  private let size: PixelSize
  private let conversion: ColorConversion
  /// The tables for what was converted to sRGB.
  private let converted: LightTables?

  /// The rows of a picture of that size, encoded in the first of the ways that can be made sense of, or else as sRGB; nil for CMYK,
  /// which sRGB does not explain.
  init?(_ encodings: [ColorEncoding], layout: SampleLayout, size: PixelSize) {
    guard let conversion = ColorConversion(encodings, layout: layout, size: size) else { return nil }
    self.layout = layout
    self.size = size
    self.conversion = conversion
    converted =
      switch conversion {
      case .tables: nil
      case .transform: .sRGB(isWide: true)
      }
  }

  /// A scaler for these rows.
  ///
  /// - Parameter isOpaque: that every pixel's alpha is 255.
  func scaler(to target: PixelSize, isOpaque: Bool) -> RowScaler {
    RowScaler(source: size, target: target, isOpaque: isOpaque, matrix: conversion.matrix)
  }

  /// Gives a row to the scaler.
  ///
  /// - Parameter samples: As many pixels as the rows are wide, in the layout that was said.
  @unsafe
  func push(_ samples: UnsafePointer<UInt8>, into scaler: inout RowScaler) {
    switch conversion {
    case .tables(let tables, _): unsafe push(samples, by: tables, into: &scaler)
    case .transform(let transform):
      guard let converted else { return }
      let row = unsafe transform.convert(samples, count: size.width)
      unsafe scaler.push(wide: row, type: transform.hasAlpha ? .rgba : .rgb, key: nil, tables: converted)
    }
  }

  @unsafe
  private func push(_ samples: UnsafePointer<UInt8>, by tables: LightTables, into scaler: inout RowScaler) {
    // The tables have an entry for every value of a sample.
    unsafe tables.rgb.withUnsafeBufferPointer { colors in
      unsafe tables.gray.withUnsafeBufferPointer { grays in
        unsafe SampleTables.alpha.withUnsafeBufferPointer { alphas in
          guard let colors = colors.baseAddress, let grays = grays.baseAddress, let alphas = alphas.baseAddress else {
            return
          }
          switch layout {
          case .gray: unsafe scaler.push(IndexedRow(samples: samples, table: grays))
          case .rgb: unsafe scaler.push(RGBRow(samples: samples, tables: colors))
          case .rgba: unsafe scaler.push(RGBARow(samples: samples, tables: colors, alphas: alphas))
          case .cmyk, .wideRGBA: preconditionFailure("these are converted")
          }
        }
      }
    }
  }
}

extension ColorConversion {
  /// The scaler's.
  var matrix: ColorMatrix? {
    switch self {
    case .tables(_, let matrix): matrix
    case .transform: nil
    }
  }

  /// The linear light of colours of 8-bit samples, opaque: all of the conversion, the matrix included.
  func lights(of colors: [SIMD3<UInt8>]) -> [SIMD4<Float>] {
    switch self {
    case .tables(let tables, let matrix):
      return colors.map { color in
        let light = SIMD3(
          tables.rgb[Int(color.x)].x, tables.rgb[256 + Int(color.y)].y, tables.rgb[512 + Int(color.z)].z)
        guard let matrix else { return SIMD4(light, 65_535) }
        let shown = (matrix * SIMD3<Double>(light)).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65_535))
        return SIMD4(SIMD3<Float>(shown), 65_535)
      }
    case .transform(let transform):
      return transform.converted(colors).map { color in
        SIMD4(SIMD3(color.indices.map { SRGB.linearOfEncoded16[Int(color[$0])] }), 65_535)
      }
    }
  }
}

extension RowScaler {
  /// Takes the next row, of 16-bit samples, most significant byte first.
  ///
  /// - Parameters:
  ///   - row: As many pixels of the type as the source is wide.
  ///   - key: The colour that is transparent, if one is.
  ///   - tables: With tables for 16-bit samples.
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
