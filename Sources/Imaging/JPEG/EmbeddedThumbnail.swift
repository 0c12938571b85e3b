/// The small picture that cameras put beside a large one (Exif 2.32, 4.5.5 and 4.6.3: the first directory's thumbnail), to be
/// looked at until that has been read and decoded.
///
/// Nothing holds it to its picture: programs that crop or turn a photograph may leave the thumbnail as it was. So it is taken
/// only where its shape is the picture's, or becomes that without black bars, which pad it to the 160×120 pixels that cameras
/// write (DCF 2.0).
package struct EmbeddedThumbnail: Sendable {
  /// The size of the picture that it stands in for, in pixels, upright.
  package let pictureSize: PixelSize
  /// What the file says of the picture.
  package let metadata: ImageMetadata

  /// The thumbnail as it is stored: its pixels lie as those of the picture do.
  private let image: EncodedImage
  /// Pixels of the thumbnail that show the picture; the others are bars on two sides.
  private let visible: PixelSize
  /// Whether there must be bars for it to be of the picture's shape.
  private let hasBars: Bool

  /// Pixels that a thumbnail has at most; a JPEG in 64 KiB may claim anything.
  private static let maxPixels = 1 << 20
  /// Either side at least: of fewer pixels one cannot tell what they show.
  private static let minSide = 32
  /// Rows or columns by which the shapes may differ without bars, since sides are whole numbers of pixels.
  private static let slack = 3

  /// Finds the thumbnail of a JPEG; nil: there is none that will do, or this is no JPEG.
  ///
  /// - Parameter head: The file's first bytes, its headers at least. The rest is not needed.
  package init?(head: [UInt8], limits: DecodingLimits = DecodingLimits()) {
    var few = limits
    few.maxPixels = min(limits.maxPixels, EmbeddedThumbnail.maxPixels)
    guard let picture = try? EncodedImage(head, limits: limits), case .jpeg(let header) = picture.header,
      let exif = header.exif, let bytes = ExifReader.thumbnail(of: head[exif]),
      let image = try? EncodedImage(bytes, limits: few, isUpright: true), image.format == .jpeg,
      min(image.size.width, image.size.height) >= EmbeddedThumbnail.minSide
    else { return nil }
    var visible = EmbeddedThumbnail.largest(of: header.size, within: image.size)
    hasBars = (image.size.width - visible.width) + (image.size.height - visible.height) > EmbeddedThumbnail.slack
    // Where they end is known to the pixel only, and JPEG blurs it.
    if hasBars, visible.width < image.size.width { visible.width -= 2 }
    if hasBars, visible.height < image.size.height { visible.height -= 2 }
    // Where most of it is bars, it shows next to nothing, at the cost of all.
    guard visible.width * 2 >= image.size.width, visible.height * 2 >= image.size.height else { return nil }
    self.visible = visible
    pictureSize = picture.size
    metadata = picture.metadata
    self.image = image
  }

  /// Decodes it, without its bars, upright, and scaled to exactly `target`, which has the picture's shape; nil: it is
  /// not all there, or its shape is another and what would be cut off is not black.
  ///
  /// - Throws: As `EncodedImage.decode(scaledTo:)`.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap? {
    let stored = metadata.orientation.applied(to: target)
    let whole = wholeSize(stored)
    let picture = try image.picture(scaledTo: whole)
    // A part of a thumbnail stands for nothing.
    guard picture.defect == nil else { return nil }
    let bitmap = picture.bitmap
    let place = PixelRect(
      x: (whole.width - stored.width) / 2, y: (whole.height - stored.height) / 2, width: stored.width,
      height: stored.height)
    guard !hasBars || bitmap.isBlack(around: place) else { return nil }
    return bitmap.cropped(to: place).oriented(metadata.orientation)
  }

  /// An upper bound of the bytes that it holds and that `decode(scaledTo:)` takes.
  package func decodingBytes(scaledTo target: PixelSize) -> Int {
    let whole = wholeSize(metadata.orientation.applied(to: target))
    return image.heldBytes + image.decodingBytes(scaledTo: whole) + 2 * target.width * target.height * 8
  }

  /// The size of the whole thumbnail where its visible part has a size.
  private func wholeSize(_ stored: PixelSize) -> PixelSize {
    PixelSize(
      width: scaled(stored.width, image.size.width, visible.width),
      height: scaled(stored.height, image.size.height, visible.height))
  }

  /// The side of the whole thumbnail, given its visible part; at most a bitmap's maximum side.
  private func scaled(_ length: Int, _ whole: Int, _ visible: Int) -> Int {
    min(max(length, (length * whole + visible / 2) / visible), 65_535)
  }

  /// The largest size of a shape within another, to the nearest pixel.
  private static func largest(of shape: PixelSize, within size: PixelSize) -> PixelSize {
    // No overflow: sides are at most 65,535.
    let (across, down) = (size.width * shape.height, size.height * shape.width)
    return across > down
      ? PixelSize(width: max(1, (down + shape.height / 2) / shape.height), height: size.height)
      : PixelSize(width: size.width, height: max(1, (across + shape.width / 2) / shape.width))
  }
}

extension Bitmap {
  /// The part of it in a rectangle, which must lie within it.
  func cropped(to rect: PixelRect) -> Bitmap {
    var part: [SIMD4<UInt16>] = []
    part.reserveCapacity(rect.count)
    for row in rect.y..<rect.y + rect.height {
      let start = row * size.width + rect.x
      part += pixels[start..<start + rect.width]
    }
    return Bitmap(size: PixelSize(width: rect.width, height: rect.height), pixels: part, isOpaque: isOpaque)
  }

  /// Whether what lies beside a rectangle, above it or below it is black, but for its half nearest to it: edges are blurred,
  /// and JPEG makes waves beside them.
  fileprivate func isBlack(around rect: PixelRect) -> Bool {
    let (left, top) = (rect.x / 2, rect.y / 2)
    let (right, bottom) = (
      size.width - (size.width - rect.x - rect.width) / 2, size.height - (size.height - rect.y - rect.height) / 2
    )
    for row in 0..<size.height {
      let isBar = row < top || row >= bottom
      for column in 0..<size.width where isBar || column < left || column >= right {
        let pixel = pixels[row * size.width + column]
        // Encoded, 40 of 255: black as JPEG stores it, but no picture's shadow all along an edge.
        if pixel.x > 1400 || pixel.y > 1400 || pixel.z > 1400 { return false }
      }
    }
    return true
  }
}
