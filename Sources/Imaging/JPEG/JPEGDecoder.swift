import Bitmaps
private import Glibc

/// Decodes a JPEG whose header has been parsed.
struct JPEGDecoder {
  private let bytes: [UInt8]
  private let header: JPEGHeader
  private let limits: DecodingLimits

  init(_ bytes: [UInt8], header: JPEGHeader, limits: DecodingLimits) {
    self.bytes = bytes
    self.header = header
    self.limits = limits
  }

  /// Decodes at the scale that the target needs, and scales the result to the region.
  ///
  /// - Throws: `ImageError` if not even one row can be decoded or the decode takes more memory than the limits allow,
  ///   or what `deadline` throws.
  func decode(scaledTo region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try deadline.check()
    if let part = try part(region, scale: scale(for: region.whole)) { return part }
    let (samples, defect) = try samples(scaledTo: region.whole, deadline)
    return DecodedPicture(samples.scaled(to: region), defect: defect)
  }

  /// Decodes the samples of the whole picture, at the scale that the target needs.
  ///
  /// - Throws: As `decode(scaledTo:_:)`.
  func samples(
    scaledTo target: PixelSize, _ deadline: DecodeDeadline
  ) throws(ImageError) -> (JPEGSamples, PictureDefect?) {
    let scale = scale(for: target)
    let size = scale.scaled(header.size)
    if sampleBytes(size) > limits.maxWorkingBytes { throw .outOfMemory(format: "JPEG") }
    try deadline.check()
    let samples: [UInt8]
    var defect: PictureDefect?
    if let coarse = coarseSamples(scale) {
      samples = coarse
    } else {
      (samples, defect) = try allSamples(scale, deadline)
    }
    try deadline.check()
    return (colored(samples, PixelRect(size), scale), defect)
  }

  /// Returns samples with the picture's profile.
  private func colored(_ samples: [UInt8], _ area: PixelRect, _ scale: DCTScale) -> JPEGSamples {
    JPEGSamples(
      samples, channels: channels, area: area, of: scale.extent(of: header.size), profile: header.profile(in: bytes))
  }

  /// Decodes only the region, skipping the rows above it and the blocks beside it; nil if the region is the whole
  /// picture, if the whole is decoded from its blocks' means, or if the picture is damaged.
  private func part(_ region: ScaledRegion, scale: DCTScale) throws(ImageError) -> DecodedPicture? {
    guard !region.isWhole, !hasMeansAlone(scale) else { return nil }
    let area = area(around: region, scale)
    let coefficients = header.hasManyScans ? header.frame.coefficientBytes : 0
    guard area.count * channels + coefficients <= limits.maxWorkingBytes else {
      throw .outOfMemory(format: "JPEG")
    }
    let (samples, outcome) = decode(bytes, scale, area)
    guard outcome == .complete else { return nil }
    return DecodedPicture(colored(samples, area, scale).scaled(to: region))
  }

  /// Returns the area to decode so that the region's window in it has the same pixels as in the whole picture. It is larger than
  /// the window because chroma at half resolution is interpolated from neighboring blocks.
  private func area(around region: ScaledRegion, _ scale: DCTScale) -> PixelRect {
    let extent = scale.extent(of: header.size)
    let (window, size) = (region.window(of: extent), extent.size)
    let (across, down) = (16 * header.frame.maximum.across, 16 * header.frame.maximum.down)
    let (left, top) = (max(0, window.x - across), max(0, window.y - down))
    return PixelRect(
      x: left, y: top, width: min(size.width, window.x + window.width + across) - left,
      height: min(size.height, window.y + window.height + down) - top)
  }

  /// Whether a scale needs only the means of a progressive picture's blocks.
  private func hasMeansAlone(_ scale: DCTScale) -> Bool { header.frame.isProgressiveHuffman && scale.eighths == 1 }

  private func scale(for target: PixelSize) -> DCTScale { JPEGDecoder.scale(of: header.size, for: target) }

  /// Returns the scale at which to decode: the full size if it is at most twice the target, because libjpeg scales
  /// encoded samples, block by block, which would be visible at such small reductions.
  static func scale(of size: PixelSize, for target: PixelSize) -> DCTScale {
    if size.width <= 2 * target.width, size.height <= 2 * target.height { return .full }
    return DCTScale.covering(target, from: size)
  }

  private func decode(
    _ bytes: [UInt8], _ scale: DCTScale, _ area: PixelRect? = nil
  ) -> (samples: [UInt8], outcome: LibJPEG.Outcome) {
    LibJPEG.decode(bytes, scale, of: header.size, area: area, channels: channels)
  }

  /// 1, 3 or 4: gray, RGB or inks.
  private var channels: Int { header.frame.components.count }

  /// Returns the bytes of the samples, and of all coefficients if libjpeg holds them.
  private func sampleBytes(_ size: PixelSize) -> Int {
    size.width * size.height * channels + (header.hasManyScans ? header.frame.coefficientBytes : 0)
  }

  /// Returns an upper bound of the bytes that a decode takes, without those for scaling.
  func workingBytes(scaledTo region: ScaledRegion) -> Int {
    // A damaged picture is decoded whole for a region of it, if there is enough memory for that.
    let scale = scale(for: region.whole)
    guard region.isWhole || hasMeansAlone(scale) else {
      let area = area(around: region, scale)
      let coefficients = header.hasManyScans ? header.frame.coefficientBytes : 0
      return area.count * channels * 2 + coefficients + header.size.width * header.frame.components.count * 128
    }
    return workingBytes(ofSamplesFor: region.whole)
  }

  /// Returns an upper bound of the bytes that `samples(scaledTo:_:)` takes.
  func workingBytes(ofSamplesFor target: PixelSize) -> Int {
    let size = scale(for: target).scaled(header.size)
    // libjpeg's row buffers: one row of groups at full width, and the same again for upsampling the chroma.
    let rows = header.size.width * header.frame.components.count * 8 * header.frame.maximum.down * 2
    // A second attempt takes separate samples and a copy of the file.
    return sampleBytes(size) + size.width * size.height * channels + rows + bytes.count
  }

  /// Returns the samples of a progressive JPEG at 1/8 scale, decoded from its blocks' means alone; nil at another scale, or if the JPEG is
  /// of another kind or damaged.
  ///
  /// Chroma at half resolution, as is common, is then at 1/16 scale: still half the resolution of the luma, as in the
  /// picture itself.
  private func coarseSamples(_ scale: DCTScale) -> [UInt8]? {
    guard hasMeansAlone(scale) else { return nil }
    guard let means = JPEGScans.withoutDetail(bytes, frame: header.frame) else { return nil }
    let (samples, outcome) = decode(means, scale)
    return outcome == .complete ? samples : nil
  }

  /// Returns the samples at one of libjpeg's scales; missing ones are gray.
  private func allSamples(_ scale: DCTScale, _ deadline: DecodeDeadline) throws(ImageError) -> ([UInt8], PictureDefect?)
  {
    let (samples, outcome) = decode(bytes, scale)
    let hasEnd: Bool
    switch outcome {
    case .complete: return (samples, nil)
    case .warned(let message):
      hasEnd = header.hasEnd(in: bytes) && !message.names(JPEGDecoder.prematureEnd)
      if hasEnd { return (samples, JPEGDecoder.hidesPixels(message) ? .damaged : nil) }
    case .failed: hasEnd = header.hasEnd(in: bytes)
    }
    try deadline.check()
    let repaired = JPEGRepair.repaired(bytes)
    // A second attempt would have the same result.
    if case .failed(let message) = outcome, repaired == bytes {
      let early = try earlyScans(of: repaired, scale, deadline, orFailing: message)
      return (early, hasEnd ? .damaged : .truncated)
    }
    let (shown, second) = decode(repaired, scale)
    switch second {
    case .complete:
      // Some cameras omit the end marker. Once one has been added, libjpeg warns only if more is missing, except that
      // it does not notice missing scans and missing arithmetic-coded data.
      if hasEnd || (header.frame.isSequentialHuffman && !header.hasManyScans) { return (shown, nil) }
    case .warned(let message): if hasEnd { return (shown, JPEGDecoder.hidesPixels(message) ? .damaged : nil) }
    case .failed(let message):
      // The rows decoded before the error are valid.
      if rows(in: repaired).hasFirst { return (shown, hasEnd ? .damaged : .truncated) }
      let early = try earlyScans(of: repaired, scale, deadline, orFailing: message)
      return (early, hasEnd ? .damaged : .truncated)
    }
    let rows = rows(in: repaired)
    guard rows.hasFirst else { throw .truncated(format: "JPEG") }
    return (shown, rows.hasLast && header.hasManyScans ? .unfinished : .truncated)
  }

  /// The samples of the scans before one that libjpeg rejects, with its tables: libjpeg decodes all scans before it
  /// returns a row.
  ///
  /// - Throws: The error of libjpeg's message if it rejects the first scan, too, and the deadline's.
  private func earlyScans(
    of bytes: [UInt8], _ scale: DCTScale, _ deadline: DecodeDeadline, orFailing message: String
  ) throws(ImageError) -> [UInt8] {
    for end in JPEGScans.starts(in: bytes).dropFirst().suffix(JPEGDecoder.maxAttempts).reversed() {
      // libjpeg cannot be interrupted, and each part may take as long as the whole.
      try deadline.check()
      let part = Array(bytes[..<end]) + [0xFF, 0xD9]
      let (samples, outcome) = decode(part, scale)
      if case .failed = outcome { continue }
      if rows(in: part).hasFirst { return samples }
      break
    }
    throw error(message)
  }

  /// The maximum number of scans that are left out one after another; progressive pictures have about ten.
  private static let maxAttempts = 12

  /// libjpeg's warning about a file that ends within the picture.
  private static let prematureEnd = "Premature end of JPEG file"

  /// Whether a warning is about missing or wrong samples, rather than bytes that do not matter.
  private static func hidesPixels(_ message: String) -> Bool {
    message.names("premature end of data segment", "bad Huffman code")
  }

  /// Whether the first and the last row of blocks have been decoded, that is, are not gray like missing blocks. For the first one,
  /// either its end or anything below its group counts.
  ///
  /// Tested at 1/8 scale, so that the result does not depend on the target's size.
  private func rows(in bytes: [UInt8]) -> (hasFirst: Bool, hasLast: Bool) {
    let coarse = DCTScale(eighths: 1)
    let (samples, _) = decode(bytes, coarse)
    let rowBytes = coarse.scaled(header.size).width * channels
    // The blocks of a single component are not grouped.
    let group = header.frame.components.count == 1 ? 1 : header.frame.maximum.down
    let isImageData = { (sample: UInt8) in !(127...128 ~= sample) }
    let hasFirst =
      samples.prefix(rowBytes).suffix(channels).contains(where: isImageData)
      || samples.dropFirst(rowBytes * group).contains(where: isImageData)
    return (hasFirst, samples.suffix(channels).contains(where: isImageData))
  }

  private func error(_ message: String) -> ImageError {
    if message.names("Unsupported", "not supported", "not implemented") {
      return .unsupported(format: "JPEG", reason: message)
    }
    if message.names("Insufficient memory") { return .outOfMemory(format: "JPEG") }
    return header.hasEnd(in: bytes) ? .corrupt(format: "JPEG", reason: message) : .truncated(format: "JPEG")
  }
}

extension String {
  /// Whether one of some texts occurs in this message of libjpeg.
  fileprivate func names(_ texts: String...) -> Bool { texts.contains { unsafe strstr(self, $0) != nil } }
}
