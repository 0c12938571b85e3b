import Bitmaps

/// The decoded samples of an area of a JPEG, from which regions of the picture are scaled.
struct JPEGSamples: Sendable {
  /// The samples of the area, row by row: one byte for each channel of `layout`.
  let bytes: [UInt8]
  /// The area in the picture, at the size at which it was decoded.
  let area: PixelRect
  /// The size of the whole picture at that scale, and what it covers of it.
  private let extent: SourceExtent
  private let layout: SampleLayout
  private let channels: Int
  private let encodings: [ColorEncoding]

  /// Creates samples with their colors. Inks without a usable profile are converted to RGB.
  ///
  /// - Parameters:
  ///   - bytes: `channels` bytes for each pixel of the area.
  ///   - channels: 1 for gray, 3 for RGB, 4 for inks.
  ///   - profile: The ICC profile; nil if there is none.
  init(
    _ bytes: [UInt8], channels: Int, area: PixelRect, of extent: SourceExtent, profile: [UInt8]?
  ) {
    precondition(bytes.count == area.count * channels, "a sample for each pixel")
    self.area = area
    self.extent = extent
    let stored: SampleLayout = channels == 1 ? .gray : channels == 4 ? .cmyk : .rgb
    let encodings = profile.map { [ColorEncoding.icc($0)] } ?? []
    if stored.isCMYK, EncodedRows(encodings, layout: stored, size: extent.size) == nil {
      self.bytes = CMYK.rgb(bytes)
      (layout, self.channels, self.encodings) = (.rgb, 3, [])
    } else {
      self.bytes = bytes
      (layout, self.channels, self.encodings) = (stored, channels, encodings)
    }
  }

  /// Scales a region of the picture.
  ///
  /// - Precondition: The pixels that the region depends on lie within the area.
  func scaled(to region: ScaledRegion) -> Bitmap {
    guard let rows = EncodedRows(encodings, layout: layout, size: extent.size) else {
      preconditionFailure("inks without a usable profile were converted")
    }
    var scaler = rows.scaler(from: extent, to: region, isOpaque: true)
    let window = scaler.window
    let stride = area.width * channels
    precondition(bytes.count == stride * area.height, "a sample for each pixel")
    precondition(
      window.x >= area.x && window.y >= area.y && window.x + window.width <= area.x + area.width
        && window.y + window.height <= area.y + area.height, "the window lies within what was decoded")
    let first = (window.y - area.y) * stride + (window.x - area.x) * channels
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      // Each row of the window lies within the samples, whose number was checked above.
      for row in 0..<window.height { unsafe rows.push(start + first + row * stride, into: &scaler) }
    }
    return scaler.finish()
  }
}
