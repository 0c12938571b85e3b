package import Bitmaps

/// The thumbnail that cameras embed in a photograph (Exif 2.32, 4.5.5 and 4.6.3: the thumbnail of the 1st IFD), shown
/// until the photograph has been read and decoded.
///
/// Programs that crop or turn a photograph may leave its thumbnail unchanged. It is therefore used only if it has the
/// picture's shape, if necessary without the black bars that pad it to the 160×120 pixels that cameras write (DCF 2.0).
package struct EmbeddedThumbnail: Sendable {
  /// The size in pixels of the upright picture that the thumbnail stands in for.
  package let pictureSize: PixelSize
  /// The file's metadata about the picture.
  package let metadata: ImageMetadata

  /// The thumbnail in its stored orientation, which is that of the stored picture.
  private let image: EncodedImage
  /// The size of the part that shows the picture; the rest is bars on two sides.
  private let visible: PixelSize
  /// Whether the shapes differ, so that the thumbnail must have bars.
  private let hasBars: Bool

  /// The most pixels of a thumbnail; a JPEG in 64 KiB may declare any size.
  private static let maxPixels = 1 << 20
  /// The minimum of both sides; a smaller thumbnail is unrecognizable.
  private static let minSide = 32
  /// The rows or columns by which the shapes may differ without bars, because sides are whole numbers of pixels.
  private static let slack = 3

  /// Finds the thumbnail of a JPEG; nil if there is none that can be used, or if the file is not a JPEG.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file, at least its headers. The rest is not needed.
  ///   - fileBytes: The size of the file; nil if these are all of its bytes.
  package init?(head: [UInt8], fileBytes: Int? = nil, limits: DecodingLimits = DecodingLimits()) {
    var few = limits
    few.maxPixels = min(limits.pixelLimit(), EmbeddedThumbnail.maxPixels)
    guard let picture = try? EncodedImage(head, limits: limits, fileBytes: fileBytes),
      let header = (picture.codec as? JPEGCodec)?.header, let exif = header.exif,
      let bytes = TIFFTags.thumbnail(inExif: head[exif]),
      let image = try? EncodedImage(bytes, limits: few, isUpright: true), image.format == .jpeg,
      min(image.size.width, image.size.height) >= EmbeddedThumbnail.minSide
    else { return nil }
    var visible = EmbeddedThumbnail.largest(of: header.size, within: image.size)
    hasBars = (image.size.width - visible.width) + (image.size.height - visible.height) > EmbeddedThumbnail.slack
    // The bars' edges are known only to the pixel, and JPEG blurs them.
    if hasBars, visible.width < image.size.width { visible.width -= 2 }
    if hasBars, visible.height < image.size.height { visible.height -= 2 }
    // A thumbnail that is mostly bars shows too little to be worth decoding.
    guard visible.width * 2 >= image.size.width, visible.height * 2 >= image.size.height else { return nil }
    self.visible = visible
    pictureSize = picture.size
    metadata = picture.metadata
    self.image = image
  }

  /// Takes a picture's preview; nil if there is none.
  package init?(in picture: EncodedImage) {
    guard let preview = picture.codec.preview else { return nil }
    (pictureSize, metadata, image, visible, hasBars) = (
      picture.size, picture.metadata, preview, preview.size, false
    )
  }

  /// Decodes the thumbnail upright, without bars, and scaled to exactly `target`, which has the picture's shape; nil if
  /// the thumbnail is damaged, or if its shape differs and the parts to be cut off are not black.
  ///
  /// - Throws: As `EncodedImage.decode(scaledTo:)`.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap? {
    let stored = metadata.orientation.applied(to: target)
    let whole = wholeSize(stored)
    let picture = try image.picture(scaledTo: whole)
    // A damaged thumbnail is not worth showing.
    guard picture.defect == nil else { return nil }
    let bitmap = picture.bitmap
    let area = PixelRect(
      x: (whole.width - stored.width) / 2, y: (whole.height - stored.height) / 2, width: stored.width,
      height: stored.height)
    guard !hasBars || bitmap.isBlack(around: area) else { return nil }
    return bitmap.cropped(to: area).oriented(metadata.orientation)
  }

  /// Returns an upper bound of the bytes that the thumbnail holds and that `decode(scaledTo:)` takes.
  package func decodingBytes(of region: ScaledRegion) -> Int {
    let target = region.size
    let whole = wholeSize(metadata.orientation.applied(to: target))
    return image.heldBytes + image.decodingBytes(scaledTo: whole) + 2 * target.width * target.height * 8
  }

  /// Returns the size of the whole thumbnail when its visible part is scaled to a size.
  private func wholeSize(_ stored: PixelSize) -> PixelSize {
    PixelSize(
      width: scaled(stored.width, image.size.width, visible.width),
      height: scaled(stored.height, image.size.height, visible.height))
  }

  /// Returns the side of the whole thumbnail for a side of its visible part; at most a bitmap's maximum side.
  private func scaled(_ length: Int, _ whole: Int, _ visible: Int) -> Int {
    min(max(length, (length * whole + visible / 2) / visible), 65_535)
  }

  /// Returns the largest size with the proportions of `shape` within another size, to the nearest pixel.
  private static func largest(of shape: PixelSize, within size: PixelSize) -> PixelSize {
    // This cannot overflow: sides are at most 65,535.
    let (across, down) = (size.width * shape.height, size.height * shape.width)
    return across > down
      ? PixelSize(width: max(1, (down + shape.height / 2) / shape.height), height: size.height)
      : PixelSize(width: size.width, height: max(1, (across + shape.width / 2) / shape.width))
  }
}

extension Bitmap {
  /// Returns the part in a rectangle, which must lie within the bitmap.
  func cropped(to rect: PixelRect) -> Bitmap {
    var part: [SIMD4<UInt16>] = []
    part.reserveCapacity(rect.count)
    for row in rect.rows {
      let start = row * size.width + rect.x
      part += pixels[start..<start + rect.width]
    }
    return Bitmap(size: rect.size, pixels: part, isOpaque: isOpaque)
  }

  /// Whether everything beside, above and below a rectangle is black. The half nearest to the rectangle is ignored,
  /// because edges are blurred and JPEG produces ringing next to them.
  fileprivate func isBlack(around rect: PixelRect) -> Bool {
    let (left, top) = (rect.x / 2, rect.y / 2)
    let (right, bottom) = (
      size.width - (size.width - rect.x - rect.width) / 2, size.height - (size.height - rect.y - rect.height) / 2
    )
    for row in 0..<size.height {
      let isBar = row < top || row >= bottom
      for column in 0..<size.width where isBar || column < left || column >= right {
        let pixel = pixels[row * size.width + column]
        // 1400 is 40 of 255 when encoded: JPEG's black stays below that, but a picture's shadow does not along a whole
        // edge.
        if pixel.x > 1400 || pixel.y > 1400 || pixel.z > 1400 { return false }
      }
    }
    return true
  }
}
