package import Bitmaps

/// Converts rows of 16-bit samples to linear light by an ICC profile and passes them to the scaler. Used for pictures
/// that an external program has decoded.
package struct ProfiledRows {
  private let size: PixelSize
  private let conversion: ColorConversion
  private let tables: LightTables

  /// The kind of a picture's samples.
  package enum Colors: Sendable {
    /// Red, green, blue and alpha, not premultiplied.
    case rgb
    /// As `rgb`, with red, green and blue equal.
    case gray
    /// Cyan, magenta, yellow and black. The maximum is full ink.
    case ink
  }

  /// Creates the conversion for a picture's rows.
  ///
  /// - Returns: nil if the profile is invalid or does not describe such samples.
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

  /// Returns a scaler for these rows.
  ///
  /// - Parameter isOpaque: Whether every pixel's alpha is 65535.
  package func scaler(to region: ScaledRegion, isOpaque: Bool) -> RowScaler {
    RowScaler(source: size, region: region, isOpaque: isOpaque, matrix: conversion.matrix)
  }

  /// Passes a row to the scaler.
  ///
  /// - Parameter samples: Four samples for each pixel, each of two bytes, most significant byte first.
  /// - Precondition: The row has as many pixels as the scaler's window is wide.
  package func push(_ samples: [UInt8], into scaler: inout RowScaler) {
    precondition(samples.count == scaler.source.width * 8, "a row is as wide as the window")
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      // A pixel has eight bytes, and the number of bytes was checked above.
      switch conversion {
      case .tables: unsafe scaler.push(wide: start, type: .rgba, key: nil, tables: tables)
      case .transform(let transform):
        let row = unsafe transform.convert(start, count: scaler.source.width)
        unsafe scaler.push(wide: row, type: transform.hasAlpha ? .rgba : .rgb, key: nil, tables: tables)
      }
    }
  }
}
