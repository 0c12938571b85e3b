/// Decodes a JPEG whose header has been read.
struct JPEGDecoder {
  private let bytes: [UInt8]
  private let header: JPEGHeader
  private let limits: DecodingLimits

  /// A decoder of these bytes.
  init(_ bytes: [UInt8], header: JPEGHeader, limits: DecodingLimits) {
    self.bytes = bytes
    self.header = header
    self.limits = limits
  }

  /// Decodes at the smallest of libjpeg's scales that covers the target, and scales the rest of the way by area.
  ///
  /// - Throws: `ImageError` when there is not a row of a picture, or when it takes more memory than the limits allow; and what
  ///   `deadline` throws.
  func decode(scaledTo region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    let target = region.whole
    let size = decodedSize(for: target)
    let layout = self.layout
    try deadline.check()
    if let part = try part(region, size: size, layout: layout) { return part }
    if sampleBytes(size) > limits.maxWorkingBytes { throw .outOfMemory(format: "JPEG") }
    try deadline.check()
    let samples: [UInt8]
    var defect: PictureDefect?
    if let coarse = coarseSamples(scaledTo: target, size: size, layout: layout) {
      samples = coarse
    } else if let means = means(size: size) {
      samples = means
    } else {
      (samples, defect) = try allSamples(size: size, layout: layout, deadline)
    }
    try deadline.check()
    let encodings = header.profile(in: bytes).map { [ColorEncoding.icc($0)] } ?? []
    let whole = JPEGSamples(
      bytes: samples, layout: layout, area: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    return DecodedPicture(scale(whole, encodings: encodings, from: size, to: region), defect: defect)
  }

  /// The region, of which the rows above and the blocks beside are only passed over; nil where all of it is wanted, and of a
  /// damaged picture.
  private func part(
    _ region: ScaledRegion, size: PixelSize, layout: TurboJPEG.Layout
  ) throws(ImageError) -> DecodedPicture? {
    guard !region.isWhole else { return nil }
    let area = JPEGPart.area(around: region.window(of: size), of: size, frame: header.frame)
    let coefficients = header.hasManyScans ? header.frame.coefficientBytes : 0
    guard area.count * layout.stride + coefficients <= limits.maxWorkingBytes else {
      throw .outOfMemory(format: "JPEG")
    }
    let eighths = size == header.size ? 8 : DCTScale.covering(region.whole, from: header.size).eighths
    guard let samples = JPEGPart.decode(bytes, eighths: eighths, size: size, area: area, layout: layout) else {
      return nil
    }
    let encodings = header.profile(in: bytes).map { [ColorEncoding.icc($0)] } ?? []
    return DecodedPicture(scale(samples, encodings: encodings, from: size, to: region))
  }

  /// The size at which it is decoded: its own where that is at most twice the target, for libjpeg's scaling is one of encoded
  /// samples, block by block, which shows where little is scaled after it.
  private func decodedSize(for target: PixelSize) -> PixelSize {
    if header.size.width <= 2 * target.width, header.size.height <= 2 * target.height { return header.size }
    return DCTScale.covering(target, from: header.size).scaled(header.size)
  }

  private var layout: TurboJPEG.Layout {
    switch header.frame.components.count {
    case 1: .gray
    case 4: .cmyk
    default: .rgb
    }
  }

  /// The samples, and all coefficients where libjpeg holds them.
  private func sampleBytes(_ size: PixelSize) -> Int {
    size.width * size.height * layout.stride + (header.hasManyScans ? header.frame.coefficientBytes : 0)
  }

  /// An upper bound of what a decode takes, without what scaling takes.
  func workingBytes(scaledTo region: ScaledRegion) -> Int {
    let size = decodedSize(for: region.whole)
    // A damaged picture of which a part is wanted is decoded whole, if there is memory for it then.
    guard region.isWhole else {
      let area = JPEGPart.area(around: region.window(of: size), of: size, frame: header.frame)
      let coefficients = header.hasManyScans ? header.frame.coefficientBytes : 0
      return area.count * layout.stride * 2 + coefficients + header.size.width * header.frame.components.count * 128
    }
    // Blocks' means: whole groups' samples of each component, in two bytes at most.
    let means = header.frame.coefficientBytes / 64
    // Rows on their way through libjpeg: of a row of groups, at full width, and as many once more while colours are made finer.
    let rows = header.size.width * header.frame.components.count * 8 * header.frame.most.down * 2
    // A second attempt gets separate samples and a copy of the file.
    return sampleBytes(size) + size.width * size.height * layout.stride + means + rows + bytes.count
  }

  /// The samples of an eighth of a progressive JPEG, of its blocks' means alone, where the target is that small; else nil.
  ///
  /// Where its colours have half the resolution, as most have, theirs is then a sixteenth: half of that of the brightness, as
  /// in the picture itself.
  private func coarseSamples(scaledTo target: PixelSize, size: PixelSize, layout: TurboJPEG.Layout) -> [UInt8]? {
    guard header.frame.isProgressiveHuffman, target.width * 8 <= header.size.width,
      target.height * 8 <= header.size.height
    else { return nil }
    if let means = JPEGProgressiveDCDecoder(bytes, header: header)?.decode() { return means }
    guard let bytes = JPEGScans.withoutDetail(bytes, frame: header.frame)
    else { return nil }
    let (samples, outcome) = TurboJPEG.decode(bytes, size: size, layout: layout)
    return outcome == .complete ? samples : nil
  }

  /// The samples of an eighth of a large picture; nil where they are had in another way. For a small one, making the tables
  /// would take longer than decoding.
  private func means(size: PixelSize) -> [UInt8]? {
    guard size == DCTScale(eighths: 1).scaled(header.size), header.size.width * header.size.height >= 1 << 20 else {
      return nil
    }
    return JPEGDCDecoder(bytes, header: header)?.decode()
  }

  /// The samples at one of libjpeg's scales; missing ones are grey.
  private func allSamples(
    size: PixelSize, layout: TurboJPEG.Layout, _ deadline: DecodeDeadline
  ) throws(ImageError) -> ([UInt8], PictureDefect?) {
    let (samples, outcome) = TurboJPEG.decode(bytes, size: size, layout: layout)
    let hasEnd: Bool
    switch outcome {
    case .complete: return (samples, nil)
    case .warned(let message):
      hasEnd = header.hasEnd(in: bytes) && !message.contains(JPEGDecoder.prematureEnd)
      if hasEnd { return (samples, JPEGDecoder.hidesPixels(message) ? .damaged : nil) }
    case .failed: hasEnd = header.hasEnd(in: bytes)
    }
    try deadline.check()
    let repaired = JPEGRepair.repaired(bytes)
    // A second look would find the same.
    if case .failed(let message) = outcome, repaired == bytes { throw error(message) }
    let (shown, second) = TurboJPEG.decode(repaired, size: size, layout: layout)
    switch second {
    case .complete:
      // Some cameras leave out the end marker. With one added, only a picture that lacks more is complained of; but where
      // scans or arithmetic codes are missing, libjpeg says nothing.
      if hasEnd || (header.frame.isSequentialHuffman && !header.hasManyScans) { return (shown, nil) }
    case .warned(let message): if hasEnd { return (shown, JPEGDecoder.hidesPixels(message) ? .damaged : nil) }
    case .failed(let message):
      // The rows decoded before the error are valid.
      guard hasRow(repaired) else { throw error(message) }
      return (shown, hasEnd ? .damaged : .truncated)
    }
    guard hasRow(repaired) else { throw .truncated(format: "JPEG") }
    return (shown, .truncated)
  }

  /// How libjpeg names the end of a file in the middle of a picture.
  private static let prematureEnd = "Premature end of JPEG file"

  /// Whether a warning says that samples are missing or wrong; others are of bytes that do not matter.
  private static func hidesPixels(_ message: String) -> Bool {
    message.contains("premature end of data segment") || message.contains("bad Huffman code")
  }

  /// Whether there is a row of blocks that are not grey, as missing ones are: the first row to its end, or anything below its group.
  ///
  /// Determined from the picture at an eighth of its size, so that the result does not depend on the target's size.
  private func hasRow(_ bytes: [UInt8]) -> Bool {
    let size = DCTScale(eighths: 1).scaled(header.size)
    let (samples, _) = TurboJPEG.decode(bytes, size: size, layout: layout)
    let rowBytes = size.width * layout.stride
    // The blocks of one component alone are not grouped.
    let group = header.frame.components.count == 1 ? 1 : header.frame.most.down
    let isThere = { (sample: UInt8) in !(127...128 ~= sample) }
    return samples.prefix(rowBytes).suffix(layout.stride).contains(where: isThere)
      || samples.dropFirst(rowBytes * group).contains(where: isThere)
  }

  private func error(_ message: String) -> ImageError {
    if message.contains("Unsupported") || message.contains("not supported") || message.contains("not implemented") {
      return .unsupported(format: "JPEG", reason: message)
    }
    if message.contains("Insufficient memory") { return .outOfMemory(format: "JPEG") }
    return header.hasEnd(in: bytes) ? .corrupt(format: "JPEG", reason: message) : .truncated(format: "JPEG")
  }

  private func scale(
    _ samples: JPEGSamples, encodings: [ColorEncoding], from size: PixelSize, to region: ScaledRegion
  ) -> Bitmap {
    let layout: SampleLayout =
      switch samples.layout {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk: .cmyk(isInverted: header.hasAdobeMarker)
      }
    guard let rows = EncodedRows(encodings, layout: layout, size: size) else {
      let simple = CMYK.rgb(samples.bytes, isInverted: header.hasAdobeMarker)
      return scale(
        JPEGSamples(bytes: simple, layout: .rgb, area: samples.area), encodings: [], from: size, to: region)
    }
    var scaler = rows.scaler(to: region, isOpaque: true)
    let (window, area) = (scaler.window, samples.area)
    let stride = area.width * samples.layout.stride
    precondition(samples.bytes.count == stride * area.height, "a sample for each place")
    precondition(
      window.x >= area.x && window.y >= area.y && window.x + window.width <= area.x + area.width
        && window.y + window.height <= area.y + area.height, "the window lies within what was decoded")
    let first = (window.y - area.y) * stride + (window.x - area.x) * samples.layout.stride
    unsafe samples.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      // Each row of the window lies within the samples, whose number was checked above.
      for row in 0..<window.height { unsafe rows.push(start + first + row * stride, into: &scaler) }
    }
    return scaler.finish()
  }
}

/// Samples of a part of a JPEG, row by row.
struct JPEGSamples {
  /// The layout's stride for each place of the area.
  var bytes: [UInt8]
  var layout: TurboJPEG.Layout
  /// Where they lie in the picture, at the size at which it is decoded.
  var area: PixelRect
}
