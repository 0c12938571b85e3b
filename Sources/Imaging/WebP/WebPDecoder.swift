import Bitmaps

/// Decodes a still WebP, or a picture of an animated one, whose header has been read.
struct WebPDecoder {
  /// All of the file's bytes.
  private let bytes: [UInt8]
  private let picture: WebPPicture
  private let limits: DecodingLimits

  init(_ bytes: [UInt8], _ picture: WebPPicture, limits: DecodingLimits) {
    self.bytes = bytes
    self.picture = picture
    self.limits = limits
  }

  /// Decodes and scales: libwebp to a size that covers the target, the rest by area averaging. If the file is truncated, the missing
  /// rows are gray.
  ///
  /// - Throws: `ImageError` if the picture is damaged, or takes more memory than the limits allow; and the errors of
  ///   `deadline`.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    let part = decodedPart(for: target)
    let area = part.area
    guard pixelBytes(of: part) <= limits.maxWorkingBytes else { throw .outOfMemory(format: "WebP") }
    let rows = try encodedRows(of: part.size)
    var scaler = rows.scaler(to: target, isOpaque: !picture.features.hasAlpha)
    let window = scaler.window
    var pixels: [SIMD4<UInt8>] = []
    let count = try LibWebP.decode(picture, part, into: &pixels, deadline)
    if count == 0, part.isWhole { try checkFirstRow(deadline) }
    let available = max(window.y, min(window.y + window.height, area.y + count))
    for row in window.y..<available {
      if row % 64 == 0 { try deadline.check() }
      let start = (row - area.y) * area.width + window.x - area.x
      // The window lies within the area, whose pixels have four bytes each.
      unsafe pixels[start..<start + window.width].withUnsafeBytes { samples in
        guard let samples = samples.baseAddress else { return }
        unsafe rows.push(samples.assumingMemoryBound(to: UInt8.self), into: &scaler)
      }
    }
    let missing = window.y + window.height - available
    guard missing > 0 else { return DecodedPicture(scaler.finish()) }
    scaler.pushMissing(missing)
    return DecodedPicture(scaler.finish(), defect: .truncated)
  }

  /// Checks that there is a row of pixels, of which a smaller size may have none.
  ///
  /// - Throws: `ImageError.truncated` if there is none; and the errors of `decode`.
  private func checkFirstRow(_ deadline: DecodeDeadline) throws(ImageError) {
    let size = picture.features.size
    let rows = PixelRect(x: 0, y: 0, width: size.width, height: min(16, size.height))
    var pixels: [SIMD4<UInt8>] = []
    guard try LibWebP.decode(picture, LibWebP.Target(rows, of: size), into: &pixels, deadline) > 0 else {
      throw .truncated(format: "WebP")
    }
  }

  private func encodedRows(of size: PixelSize) throws(ImageError) -> EncodedRows {
    // Only CMYK cannot be converted without a profile, and WebP does not have it.
    let layout = picture.features.hasAlpha ? SampleLayout.rgba : .rgbx
    guard let rows = EncodedRows(WebPHeader.encodings(in: bytes), layout: layout, size: size) else {
      throw .unsupported(format: "WebP", reason: "its colors")
    }
    return rows
  }

  /// The part that libwebp decodes: the region's pixels in the picture's own size or, if that is much larger, the whole picture at twice the
  /// target on either side.
  ///
  /// libwebp's scaling averages encoded samples, so the last halving, which is the most visible, is left to us. It also mixes in the
  /// colors of transparent pixels, and shifts the chroma of odd sides by up to a pixel. So pictures that are exact, have alpha or odd sides, or
  /// are not reduced to less than a quarter, are decoded at full size unless they are large. A region has the scale of the whole picture.
  private func decodedPart(for target: ScaledRegion) -> LibWebP.Target {
    let (features, whole) = (picture.features, picture.features.size)
    let scaled = PixelSize(
      width: min(2 * target.whole.width, whole.width), height: min(2 * target.whole.height, whole.height))
    let isExact =
      features.hasAlpha || features.isLossless || whole.width % 2 + whole.height % 2 > 0
      || 2 * scaled.width >= whole.width || 2 * scaled.height >= whole.height
    let isLarge = whole.width * whole.height * 4 > limits.maxInflatedBytes
    if scaled != whole, isLarge || !isExact, scaled.width * scaled.height <= WebPDecoder.maxScaledPixels {
      return LibWebP.Target(whole: scaled)
    }
    let window = target.window(of: SourceExtent(whole))
    // Two more pixels on each side, for interpolating chroma. libwebp crops at even coordinates, because chroma has half the resolution.
    let (left, top) = (max(0, window.x - 2) & ~1, max(0, window.y - 2) & ~1)
    let (right, bottom) = (window.x + window.width + 2, window.y + window.height + 2)
    let area = PixelRect(
      x: left, y: top, width: min(whole.width, right) - left, height: min(whole.height, bottom) - top)
    return LibWebP.Target(area, of: whole)
  }

  /// The most pixels to which libwebp scales a picture: also for a region, all of them are held.
  private static let maxScaledPixels = 1 << 25

  /// An upper bound of the memory for decoding, in bytes, without scaling.
  func workingBytes(scaledTo target: ScaledRegion) -> Int { workingBytes(of: decodedPart(for: target)) }

  private func workingBytes(of part: LibWebP.Target) -> Int {
    let features = picture.features
    return part.area.count * 4
      + (features.isLossless
        ? WebPDecoder.losslessBytes(features.size)
        : WebPDecoder.lossyBytes(features.size, hasAlpha: features.hasAlpha))
  }

  /// The memory for the pixels, and for those that libwebp holds of the whole picture: alpha, or all of a lossless one. In bytes.
  private func pixelBytes(of part: LibWebP.Target) -> Int {
    let features = picture.features
    let whole = features.size.width * features.size.height
    return part.area.count * 4 + (features.isLossless ? 4 * whole : features.hasAlpha ? 2 * whole : 0)
  }

  /// An upper bound of the memory for decoding a lossy picture, in bytes, besides its pixels at the decoded size.
  static func lossyBytes(_ size: PixelSize, hasAlpha: Bool) -> Int {
    // libwebp holds some rows of 16×16 blocks, twice if another thread filters them. Alpha is coded as a lossless
    // picture: it takes four bytes per pixel while it is decoded and one afterwards.
    (size.width + 64) * 160 + (hasAlpha ? 5 * size.width * size.height : 0)
  }

  /// An upper bound of the memory for decoding a lossless picture, in bytes, besides its pixels at the decoded size.
  static func losslessBytes(_ size: PixelSize) -> Int {
    // libwebp holds all pixels, 17 more rows, and at most a pixel for each 4×4 in two transforms' images and in that of the codes. libwebp's
    // encoder uses at most 2,600 groups of codes, whose tables have up to 12 kB.
    let count = size.width * size.height
    return 4 * count + 3 * count / 4 + size.width * 17 * 4 + min(count, 2600) * 12_000
  }
}
