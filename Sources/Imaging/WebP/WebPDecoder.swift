/// Decodes a WebP that is no animation, or one of its pictures, whose header has been read.
struct WebPDecoder {
  /// All of the file's.
  private let bytes: [UInt8]
  private let picture: WebPPicture
  private let limits: DecodingLimits

  /// A decoder of these bytes.
  init(_ bytes: [UInt8], header: WebPHeader, limits: DecodingLimits) {
    self.init(bytes, WebPPicture(bytes, bytes.indices, features: header.features), limits: limits)
  }

  /// A decoder of a picture within these bytes.
  init(_ bytes: [UInt8], _ picture: WebPPicture, limits: DecodingLimits) {
    self.bytes = bytes
    self.picture = picture
    self.limits = limits
  }

  /// Decodes, a lossy picture at a size that covers the target, and scales the rest of the way by area.
  ///
  /// - Throws: `ImageError` when the picture is damaged, or takes more memory than the limits allow; and what `deadline` throws.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try deadline.check()
    if let decoder = try picture.lossless(limits) {
      return try decode(decoder, encodedRows(of: picture.features.size), scaledTo: target, deadline)
    }
    let size = decodedSize(for: target)
    let rows = try encodedRows(of: size)
    var scaler = rows.scaler(to: target, isOpaque: !picture.features.hasAlpha)
    let window = scaler.window
    let (pixels, area, count) = try lossyPixels(of: target, size: size)
    for row in window.y..<max(window.y, min(window.y + window.height, count)) {
      if row % 64 == 0 { try deadline.check() }
      let start = (row - area.y) * area.width + window.x - area.x
      // The window lies within the area, whose pixels these are, four bytes each.
      unsafe pixels[start..<start + window.width].withUnsafeBytes { samples in
        guard let samples = samples.baseAddress else { return }
        unsafe rows.push(samples.assumingMemoryBound(to: UInt8.self), into: &scaler)
      }
    }
    guard count < window.y + window.height else { return DecodedPicture(scaler.finish()) }
    scaler.pushMissing(window.y + window.height - max(count, window.y))
    return DecodedPicture(scaler.finish(), defect: .truncated)
  }

  /// The pixels of what is wanted of a lossy picture, decoded at some size: where they lie, and how many of the picture's rows
  /// are there.
  private func lossyPixels(
    of target: ScaledRegion, size: PixelSize
  ) throws(ImageError) -> (pixels: [SIMD4<UInt8>], area: PixelRect, rows: Int) {
    var pixels: [SIMD4<UInt8>] = []
    let area = decodedArea(for: target)
    guard pixelBytes(PixelSize(width: area.width, height: area.height)) <= limits.maxWorkingBytes else {
      throw .outOfMemory(format: "WebP")
    }
    if !target.isWhole {
      do throws(ImageError) {
        try picture.lossyPart(area, into: &pixels)
        return (pixels, area, size.height)
      } catch {
        guard case .truncated = error else { throw error }
      }
    }
    guard pixelBytes(size) <= limits.maxWorkingBytes else { throw .outOfMemory(format: "WebP") }
    let count = try picture.lossyRows(size: size, into: &pixels)
    return (pixels, PixelRect(x: 0, y: 0, width: size.width, height: size.height), count)
  }

  /// Decodes a lossless picture; where the file ends too soon, the rows that are missing are grey.
  private func decode(
    _ decoder: VP8LDecoder, _ rows: EncodedRows, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> DecodedPicture {
    var scaler = rows.scaler(to: target, isOpaque: !picture.features.hasAlpha)
    let window = scaler.window
    var count = 0
    do throws(ImageError) {
      unsafe try decoder.rows(deadline, upTo: window.y + window.height) { row in
        // The window lies within the row, four bytes a pixel.
        if count >= window.y { unsafe rows.push(row + 4 * window.x, into: &scaler) }
        count += 1
      }
      return DecodedPicture(scaler.finish())
    } catch {
      guard case .truncated = error, count > 0 else { throw error }
      scaler.pushMissing(min(window.height, window.y + window.height - count))
      return DecodedPicture(scaler.finish(), defect: .truncated)
    }
  }

  private func encodedRows(of size: PixelSize) throws(ImageError) -> EncodedRows {
    // Only CMYK, which WebP does not have, cannot be explained without a profile.
    guard let rows = EncodedRows(WebPHeader.encodings(in: bytes), layout: .rgba, size: size) else {
      throw .unsupported(format: "WebP", reason: "its colours")
    }
    return rows
  }

  /// The size at which libwebp is to decode a lossy picture: twice the target on either side, or the picture's own where that is less.
  ///
  /// libwebp's scaling costs no memory, but is one of encoded samples; the last halving, which matters most to the eye, is
  /// left to us. It also mixes in the colours of transparent pixels: pictures that have such are decoded whole as long as they
  /// are not very large.
  private func decodedSize(for target: ScaledRegion) -> PixelSize {
    let whole = picture.features.size
    guard target.isWhole else { return whole }
    if picture.features.hasAlpha, whole.width * whole.height * 4 <= limits.maxInflatedBytes {
      return whole
    }
    return PixelSize(
      width: min(2 * target.whole.width, whole.width), height: min(2 * target.whole.height, whole.height))
  }

  /// The part of that size which is decoded. libwebp cuts at even places: its colours have half the resolution.
  private func decodedArea(for target: ScaledRegion) -> PixelRect {
    let size = decodedSize(for: target)
    guard !target.isWhole else { return PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
    let window = target.window(of: size)
    // Two more on each side, for colours between pixels.
    let (left, top) = (max(0, window.x - 2) & ~1, max(0, window.y - 2) & ~1)
    return PixelRect(
      x: left, y: top, width: min(size.width, window.x + window.width + 2) - left,
      height: min(size.height, window.y + window.height + 2) - top)
  }

  /// What libwebp needs, and the pixels: alpha is held whole.
  private func pixelBytes(_ size: PixelSize) -> Int {
    let whole = picture.features.size.width * picture.features.size.height
    return size.width * size.height * 4 + (picture.features.hasAlpha ? 2 * whole : 0)
  }

  /// An upper bound of what a decode takes, without what scaling takes.
  func workingBytes(scaledTo target: ScaledRegion) -> Int {
    let features = picture.features
    if features.isLossless {
      return WebPDecoder.losslessBytes(features.size, fileBytes: bytes.count, limits: limits)
    }
    let area = decodedArea(for: target)
    return WebPDecoder.lossyBytes(
      features.size, decoded: PixelSize(width: area.width, height: area.height), hasAlpha: features.hasAlpha)
  }

  /// What decoding a lossy picture takes at most, its pixels at the size at which it is decoded included.
  static func lossyBytes(_ size: PixelSize, decoded: PixelSize, hasAlpha: Bool) -> Int {
    // libwebp holds some rows of blocks of 16×16, twice where they are smoothed in another thread; and of alpha, which is
    // coded as a lossless picture, four bytes a pixel while it is decoded and one afterwards.
    decoded.width * decoded.height * 4 + (size.width + 64) * 160 + (hasAlpha ? 5 * size.width * size.height : 0)
  }

  /// What decoding a lossless picture takes at most, row by row.
  static func losslessBytes(_ size: PixelSize, fileBytes: Int, limits: DecodingLimits) -> Int {
    let count = size.width * size.height
    // Two transforms' images and that of the tiles, which have a pixel for each 4×4 of the picture's at most; and the memory
    // that one of them is decoded in.
    let tiles = VP8LTiles.count(for: size.width, bits: 2) * VP8LTiles.count(for: size.height, bits: 2)
    let images = min(12 * tiles, limits.maxWorkingBytes / 2) + VP8LRing.bytes(pixels: tiles)
    let codes = VP8LPrefixCodes.bytes(inFileOf: fileBytes)
    return VP8LRing.bytes(pixels: count) + images + codes + size.width * 16
  }
}
