/// Gives a decoder's rows of 8-bit samples to the scaler, as light.
struct EncodedRows {
  private let layout: SampleLayout
  private let size: PixelSize
  private let conversion: ColorConversion
  /// The tables for samples converted to sRGB.
  private let converted: LightTables?

  /// The rows of a picture of that size, encoded in the first of the ways that can be made sense of, or else as sRGB; nil for CMYK,
  /// which sRGB does not explain.
  init?(_ encodings: [ColorEncoding], layout: SampleLayout, size: PixelSize) {
    guard let conversion = ColorConversion(encodings, layout: layout, size: size) else { return nil }
    self.init(conversion, layout: layout, size: size)
  }

  /// The rows of an animation's canvas of that size: red, green, blue and alpha not premultiplied.
  init(_ colors: FrameColors, canvas size: PixelSize) {
    let layout = colors.isGray ? SampleLayout.grayRGBA : .rgba
    // There is always a conversion unless it is CMYK.
    let conversion = ColorConversion(colors.encodings, layout: layout, size: size)
    self.init(conversion ?? .tables(.sRGB(isWide: false), matrix: nil), layout: layout, size: size)
  }

  private init(_ conversion: ColorConversion, layout: SampleLayout, size: PixelSize) {
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
  func scaler(to region: ScaledRegion, isOpaque: Bool) -> RowScaler {
    RowScaler(source: size, region: region, isOpaque: isOpaque, matrix: conversion.matrix)
  }

  /// Gives a row to the scaler.
  ///
  /// - Parameter samples: As many pixels as the scaler's window is wide, in the layout that was said.
  @unsafe
  func push(_ samples: UnsafePointer<UInt8>, into scaler: inout RowScaler) {
    switch conversion {
    case .tables(let tables, _): unsafe push(samples, by: tables, into: &scaler)
    case .transform(let transform):
      guard let converted else { return }
      let row = unsafe transform.convert(samples, count: scaler.source.width)
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
          case .rgba, .grayRGBA: unsafe scaler.push(RGBARow(samples: samples, tables: colors, alphas: alphas))
          case .cmyk, .wideRGBA, .wideCMYK: preconditionFailure("these are converted")
          }
        }
      }
    }
  }
}
