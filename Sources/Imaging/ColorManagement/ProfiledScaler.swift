package import Bitmaps

/// Converts the rows of a Netpbm picture to linear light by an ICC profile, and scales them. Used for pictures that an
/// external program has decoded.
package struct ProfiledScaler {
  private let samples: NetpbmRows
  private let rows: EncodedRows
  private let rowBytes: Int
  private var scaler: RowScaler

  /// Creates a scaler from a picture to a region of the scaled picture.
  ///
  /// - Parameter isGray: Whether red, green and blue are equal, and the profile is for grays.
  /// - Returns: nil if the profile is invalid or does not describe such samples.
  package init?(_ header: NetpbmHeader, profile: [UInt8], isGray: Bool, region: ScaledRegion) {
    let layout: SampleLayout = header.isCMYK ? .wideCMYK : isGray || header.channels < 3 ? .gray : .wideRGBA
    guard let profile = ICCProfile(profile),
      let conversion = ColorConversion(profile, layout: layout, size: header.size, isWide: true)
    else { return nil }
    samples = NetpbmRows(header)
    rowBytes = header.rowBytes
    rows = EncodedRows(conversion, layout: header.isCMYK ? .wideCMYK : .wideRGBA, size: header.size)
    scaler = rows.scaler(to: region, isOpaque: samples.isOpaque)
  }

  /// Converts and scales a row: those of the region's window, one after the other.
  ///
  /// - Parameter row: The whole row, as the header describes it.
  /// - Precondition: The row has the header's `rowBytes`.
  package mutating func push(_ row: [UInt8]) {
    precondition(row.count == rowBytes, "a row is as long as the header says")
    let window = scaler.window
    // A pixel has four samples of two bytes.
    let wide = Array(samples.wide(row)[8 * window.x..<8 * (window.x + window.width)])
    unsafe wide.withUnsafeBufferPointer { wide in
      guard let start = wide.baseAddress else { return }
      // The row is as wide as the scaler's window.
      unsafe rows.push(start, into: &scaler)
    }
  }

  /// The scaled picture, once all rows have been pushed.
  package consuming func finish() -> Bitmap { scaler.finish() }
}
