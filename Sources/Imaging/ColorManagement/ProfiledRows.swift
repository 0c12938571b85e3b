/// Gives rows of 16-bit samples that an ICC profile explains to the scaler, as light: for pictures that were decoded
/// elsewhere.
package struct ProfiledRows {
  private let size: PixelSize
  private let conversion: ColorConversion
  private let tables: LightTables

  /// What a picture's samples are.
  package enum Colors: Sendable {
    /// Red, green, blue and alpha, not premultiplied.
    case rgb
    /// The same, of which red, green and blue are the same.
    case gray
    /// Cyan, magenta, yellow and black; a full sample is full ink.
    case ink
  }

  /// The rows of a picture of that size.
  ///
  /// - Returns: nil where the profile cannot be made sense of, or is none of such samples.
  package init?(profile: [UInt8], colors: Colors, size: PixelSize) {
    let layout: SampleLayout =
      switch colors {
      case .rgb: .wideRGBA
      case .gray: .gray
      case .ink: .wideCMYK
      }
    guard let profile = ICCProfile(profile),
      let conversion = ColorConversion(profile, layout: layout, size: size, isWide: true)
    else { return nil }
    self.size = size
    self.conversion = conversion
    tables =
      switch conversion {
      case .tables(let tables, _): tables
      case .transform: .sRGB(isWide: true)
      }
  }

  /// A scaler for these rows.
  ///
  /// - Parameter isOpaque: that every pixel's alpha is 65535.
  package func scaler(to region: ScaledRegion, isOpaque: Bool) -> RowScaler {
    RowScaler(source: size, region: region, isOpaque: isOpaque, matrix: conversion.matrix)
  }

  /// Gives a row to the scaler.
  ///
  /// - Parameter samples: The four of each pixel, each of two bytes, the most significant first.
  /// - Precondition: there are as many as the scaler's window is wide.
  package func push(_ samples: [UInt8], into scaler: inout RowScaler) {
    precondition(samples.count == scaler.source.width * 8, "a row is as wide as the window")
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      // Eight bytes a pixel, as counted above.
      switch conversion {
      case .tables: unsafe scaler.push(wide: start, type: .rgba, key: nil, tables: tables)
      case .transform(let transform):
        let row = unsafe transform.convert(start, count: scaler.source.width)
        unsafe scaler.push(wide: row, type: transform.hasAlpha ? .rgba : .rgb, key: nil, tables: tables)
      }
    }
  }
}
