package import Bitmaps
package import Terminal

extension PixelPicture {
  /// A picture extended to whole cells, compressed, and the first cell that it touches; nil if memory is short.
  static func onWholeCells(
    _ bitmap: Bitmap, atX left: Int, y top: Int, of cell: CellPixels, over backdrop: Backdrop, _ serial: UInt64
  ) -> (image: PixelImage, column: Int, row: Int)? {
    let (samples, size, hasAlpha) = samplesOnWholeCells(
      of: bitmap, x: left % cell.width, y: top % cell.height, cell, over: backdrop)
    guard let deflated = Deflating.compressed(samples, level: 1) else { return nil }
    let image = PixelImage(serial: serial, size: size, hasAlpha: hasAlpha, deflated: deflated)
    return (image, left / cell.width, top / cell.height)
  }

  /// The samples of a picture, extended to all of the cells that it touches: placeholders represent whole cells, and
  /// terminals keep an image's aspect ratio when they fit it into them.
  ///
  /// - Parameters:
  ///   - x: Pixels to the left of the picture in its first cell.
  ///   - y: Pixels above the picture in that cell.
  package static func samplesOnWholeCells(
    of bitmap: Bitmap, x: Int, y: Int, _ cell: CellPixels, over backdrop: Backdrop
  ) -> (samples: [UInt8], size: PixelExtent, hasAlpha: Bool) {
    let width = (x + bitmap.size.width + cell.width - 1) / cell.width * cell.width
    let height = (y + bitmap.size.height + cell.height - 1) / cell.height * cell.height
    let (samples, hasAlpha) = samples(
      of: bitmap, atX: x, y: y, in: PixelSize(width: width, height: height), over: backdrop)
    return (samples, PixelExtent(width: width, height: height), hasAlpha)
  }

  /// The samples of a picture with the backdrop around it.
  ///
  /// - Parameters:
  ///   - x: Pixels to the left of the picture.
  ///   - y: Pixels above the picture.
  ///   - size: The size of the result.
  static func samples(
    of bitmap: Bitmap, atX x: Int, y: Int, in size: PixelSize, over backdrop: Backdrop
  ) -> (samples: [UInt8], hasAlpha: Bool) {
    let (width, height) = (size.width, size.height)
    let hasAlphaItself = keepsAlpha(of: bitmap, over: backdrop)
    let samples = samples(of: bitmap, hasAlpha: hasAlphaItself, over: backdrop)
    if width == bitmap.size.width, height == bitmap.size.height { return (samples, hasAlphaItself) }
    // The area around the picture has one color, or shows the terminal's own background.
    let surround = backdrop.surround.channels
    let hasAlpha = hasAlphaItself || surround == nil
    let (from, to) = (hasAlphaItself ? 4 : 3, hasAlpha ? 4 : 3)
    var pixel: [UInt8] = surround.map { [$0.red, $0.green, $0.blue] } ?? [0, 0, 0]
    if hasAlpha { pixel.append(surround == nil ? 0 : 255) }
    var whole: [UInt8] = []
    whole.reserveCapacity(width * height * to)
    for _ in 0..<width * height { whole += pixel }
    for row in 0..<bitmap.size.height {
      var (source, target) = (row * bitmap.size.width * from, ((y + row) * width + x) * to)
      for _ in 0..<bitmap.size.width {
        for channel in 0..<from { whole[target + channel] = samples[source + channel] }
        if to > from { whole[target + 3] = 255 }
        source += from
        target += to
      }
    }
    return (whole, hasAlpha)
  }
}
