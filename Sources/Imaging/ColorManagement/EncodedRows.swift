package import Bitmaps

/// Converts a decoder's rows of samples to linear light and passes them to the scaler.
package struct EncodedRows {
  private let layout: SampleLayout
  private let size: PixelSize
  private let conversion: ColorConversion
  /// The tables for samples that have been converted to sRGB.
  private let converted: LightTables?

  /// Creates the conversion for a picture's rows, by the first usable encoding or else sRGB; nil for CMYK without a
  /// usable profile, because sRGB does not define ink.
  ///
  /// - Parameter exposure: That of the regions to which the rows are scaled.
  package init?(_ encodings: [ColorEncoding], layout: SampleLayout, size: PixelSize, exposure: Exposure = .none) {
    guard
      let conversion = ColorConversion(
        encodings, layout: layout, size: size, isWide: layout == .wideRGBA, exposure: exposure)
    else { return nil }
    self.init(conversion, layout: layout, size: size)
  }

  /// Creates the conversion for the rows of an animation's canvas: red, green, blue and alpha, not premultiplied.
  init(_ colors: FrameColors, canvas size: PixelSize, exposure: Exposure) {
    let layout = colors.isGray ? SampleLayout.grayRGBA : .rgba
    // The conversion is nil only for CMYK.
    let conversion = ColorConversion(colors.encodings, layout: layout, size: size, exposure: exposure)
    self.init(conversion ?? .tables(.sRGB(isWide: false), matrix: nil), layout: layout, size: size)
  }

  /// Creates rows with a conversion.
  init(_ conversion: ColorConversion, layout: SampleLayout, size: PixelSize) {
    self.layout = layout
    self.size = size
    self.conversion = conversion
    converted =
      switch conversion {
      case .tables: nil
      case .transform: .sRGB(isWide: true)
      }
  }

  /// Returns a scaler for these rows.
  ///
  /// - Parameters:
  ///   - extent: What the picture covers of the rows.
  ///   - isOpaque: Whether every pixel's alpha is 255.
  func scaler(from extent: SourceExtent, to region: ScaledRegion, isOpaque: Bool) -> RowScaler {
    RowScaler(
      extent, region: conversion.scalerRegion(region), isOpaque: isOpaque,
      matrix: conversion.matrix)
  }

  /// Returns a scaler for these rows, of which all are part of the picture.
  ///
  /// - Parameter isOpaque: Whether every pixel is opaque.
  package func scaler(to region: ScaledRegion, isOpaque: Bool) -> RowScaler {
    scaler(from: SourceExtent(size), to: region, isOpaque: isOpaque)
  }

  /// Passes a row to the scaler.
  ///
  /// - Parameter samples: As many pixels as the scaler's window is wide, in the layout given to `init`.
  @unsafe
  package func push(_ samples: UnsafePointer<UInt8>, into scaler: inout RowScaler) {
    switch conversion {
    case .tables(let tables, _) where layout == .wideRGBA:
      unsafe scaler.push(wide: samples, type: .rgba, key: nil, tables: tables)
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
          case .rgbx: unsafe scaler.push(RGBXRow(samples: samples, tables: colors))
          case .rgba, .grayRGBA: unsafe scaler.push(RGBARow(samples: samples, tables: colors, alphas: alphas))
          case .cmyk, .wideRGBA, .wideCMYK: preconditionFailure("these are converted")
          }
        }
      }
    }
  }
}
