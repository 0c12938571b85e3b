import Bitmaps

/// Decodes a still WebP, or a picture of an animated one, whose header has been read.
struct WebPDecoder {
  /// All of the file's bytes.
  private let bytes: [UInt8]
  private let picture: WebPPicture
  private let limits: DecodingLimits

  /// Creates a decoder of a file.
  init(_ bytes: [UInt8], header: WebPHeader, limits: DecodingLimits) {
    self.init(bytes, WebPPicture(bytes, bytes.indices, features: header.features), limits: limits)
  }

  /// Creates a decoder of a picture within these bytes.
  init(_ bytes: [UInt8], _ picture: WebPPicture, limits: DecodingLimits) {
    self.bytes = bytes
    self.picture = picture
    self.limits = limits
  }

  /// Decodes and scales. A lossy picture is decoded at a size that covers the target, then scaled by area averaging.
  ///
  /// - Throws: `ImageError` if the picture is damaged, or takes more memory than the limits allow; and the errors of
  ///   `deadline`.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try deadline.check()
    if let decoder = try picture.lossless(limits) {
      return try decode(decoder, encodedRows(of: picture.features.size), scaledTo: target, deadline)
    }
    let size = decodedSize(for: target)
    let rows = try encodedRows(of: size)
    var scaler = rows.scaler(to: target, isOpaque: !picture.features.hasAlpha)
    let window = scaler.window
    let (pixels, area, count) = try lossyPixels(of: target, size: size, deadline)
    for row in window.y..<max(window.y, min(window.y + window.height, count)) {
      if row % 64 == 0 { try deadline.check() }
      let start = (row - area.y) * area.width + window.x - area.x
      // The window lies within the area, whose pixels have four bytes each.
      unsafe pixels[start..<start + window.width].withUnsafeBytes { samples in
        guard let samples = samples.baseAddress else { return }
        unsafe rows.push(samples.assumingMemoryBound(to: UInt8.self), into: &scaler)
      }
    }
    guard count < window.y + window.height else { return DecodedPicture(scaler.finish()) }
    scaler.pushMissing(window.y + window.height - max(count, window.y))
    return DecodedPicture(scaler.finish(), defect: .truncated)
  }

  /// Decodes the pixels of a lossy picture that the target needs, at a given size. Returns the pixels, their area, and
  /// the number of available rows of the picture.
  private func lossyPixels(
    of target: ScaledRegion, size: PixelSize, _ deadline: DecodeDeadline
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
    let count = try picture.lossyRows(size: size, into: &pixels, deadline)
    return (pixels, PixelRect(x: 0, y: 0, width: size.width, height: size.height), count)
  }

  /// Decodes a lossless picture. If the file is truncated, the missing rows are gray.
  private func decode(
    _ decoder: VP8LDecoder, _ rows: EncodedRows, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> DecodedPicture {
    var scaler = rows.scaler(to: target, isOpaque: !picture.features.hasAlpha)
    let window = scaler.window
    var count = 0
    do throws(ImageError) {
      unsafe try decoder.rows(deadline, upTo: window.y + window.height) { row in
        // The window lies within the row, four bytes per pixel.
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
    // Only CMYK cannot be converted without a profile, and WebP does not have it.
    guard let rows = EncodedRows(WebPHeader.encodings(in: bytes), layout: .rgba, size: size) else {
      throw .unsupported(format: "WebP", reason: "its colors")
    }
    return rows
  }

  /// The size at which libwebp decodes a lossy picture: twice the target on either side, but at most the picture's own.
  ///
  /// libwebp's scaling takes no memory, but averages encoded samples, so the last halving, which is the most visible,
  /// is left to us. It also mixes in the colors of transparent pixels, so pictures with alpha are decoded at full size
  /// unless they are very large.
  private func decodedSize(for target: ScaledRegion) -> PixelSize {
    let whole = picture.features.size
    guard target.isWhole else { return whole }
    if picture.features.hasAlpha, whole.width * whole.height * 4 <= limits.maxInflatedBytes {
      return whole
    }
    return PixelSize(
      width: min(2 * target.whole.width, whole.width), height: min(2 * target.whole.height, whole.height))
  }

  /// The part of that size to decode. libwebp crops at even coordinates, because chroma has half the resolution.
  private func decodedArea(for target: ScaledRegion) -> PixelRect {
    let size = decodedSize(for: target)
    guard !target.isWhole else { return PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
    let window = target.window(of: size)
    // Two more pixels on each side, for interpolating chroma.
    let (left, top) = (max(0, window.x - 2) & ~1, max(0, window.y - 2) & ~1)
    return PixelRect(
      x: left, y: top, width: min(size.width, window.x + window.width + 2) - left,
      height: min(size.height, window.y + window.height + 2) - top)
  }

  /// The memory for the pixels and for libwebp's alpha, which is held for the whole picture, in bytes.
  private func pixelBytes(_ size: PixelSize) -> Int {
    let whole = picture.features.size.width * picture.features.size.height
    return size.width * size.height * 4 + (picture.features.hasAlpha ? 2 * whole : 0)
  }

  /// An upper bound of the memory for decoding, in bytes, without scaling.
  func workingBytes(scaledTo target: ScaledRegion) -> Int {
    let features = picture.features
    if features.isLossless {
      return WebPDecoder.losslessBytes(features.size, fileBytes: bytes.count, limits: limits)
    }
    let area = decodedArea(for: target)
    return WebPDecoder.lossyBytes(
      features.size, decoded: PixelSize(width: area.width, height: area.height), hasAlpha: features.hasAlpha)
  }

  /// An upper bound of the memory for decoding a lossy picture, in bytes, including its pixels at the decoded size.
  static func lossyBytes(_ size: PixelSize, decoded: PixelSize, hasAlpha: Bool) -> Int {
    // libwebp holds some rows of 16×16 blocks, twice if another thread filters them. Alpha is coded as a lossless
    // picture: it takes four bytes per pixel while it is decoded and one afterwards.
    decoded.width * decoded.height * 4 + (size.width + 64) * 160 + (hasAlpha ? 5 * size.width * size.height : 0)
      + VP8Decoder.bytes(size, scaledTo: decoded)
  }

  /// An upper bound of the memory for decoding a lossless picture row by row, in bytes.
  static func losslessBytes(_ size: PixelSize, fileBytes: Int, limits: DecodingLimits) -> Int {
    let count = size.width * size.height
    // The images of two transforms and of the tiles, which have at most a pixel for each 4×4 pixels of the picture; and
    // the ring in which one of them is decoded.
    let tiles = VP8LTiles.count(for: size.width, bits: 2) * VP8LTiles.count(for: size.height, bits: 2)
    let images = min(12 * tiles, limits.maxWorkingBytes / 2) + VP8LRing.bytes(pixels: tiles)
    let codes = VP8LPrefixCodes.bytes(inFileOf: fileBytes)
    return VP8LRing.bytes(pixels: count) + images + codes + size.width * 16
  }
}
