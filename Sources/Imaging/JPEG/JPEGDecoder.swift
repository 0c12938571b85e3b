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
  /// - Throws: `ImageError` when there is no picture, or not all of one, or when it takes more memory than the limits allow;
  ///   and what `watch` throws.
  func decode(scaledTo target: PixelSize, _ watch: DecodingWatch) throws(ImageError) -> Bitmap {
    let size = decodedSize(for: target)
    let layout = self.layout
    if sampleBytes(size) > limits.maxWorkingBytes { throw .outOfMemory(format: "JPEG") }
    try watch.check()
    let samples: [UInt8]
    if let coarse = coarseSamples(scaledTo: target, size: size, layout: layout) {
      samples = coarse
    } else if let means = means(size: size) {
      samples = means
    } else {
      samples = try allSamples(size: size, layout: layout)
    }
    try watch.check()
    let encodings = header.profile(in: bytes).map { [ColorEncoding.icc($0)] } ?? []
    return scale(samples, layout: layout, encodings: encodings, from: size, to: target)
  }

  /// The size at which it is decoded.
  private func decodedSize(for target: PixelSize) -> PixelSize {
    DCTScale.covering(target, from: header.size).scaled(header.size)
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
  func workingBytes(scaledTo target: PixelSize) -> Int {
    let size = decodedSize(for: target)
    // Blocks' means: whole groups' samples of each component, in two bytes at most.
    let means = header.frame.coefficientBytes / 64
    // Rows on their way through libjpeg: of a row of groups, at full width, and as many once more while colours are made finer.
    let rows = header.size.width * header.frame.components.count * 8 * header.frame.most.down * 2
    // Some of the file is copied where scans are left out.
    return sampleBytes(size) + size.width * size.height * 3 + means + rows + bytes.count
  }

  /// The samples of an eighth of a progressive JPEG, of its blocks' means alone, where the target is that small; else nil.
  ///
  /// Where its colours have half the resolution, as most have, theirs is then a sixteenth: half of that of the brightness, as
  /// in the picture itself.
  private func coarseSamples(scaledTo target: PixelSize, size: PixelSize, layout: TurboJPEG.Layout) -> [UInt8]? {
    guard header.frame.isProgressiveHuffman, target.width * 8 <= header.size.width,
      target.height * 8 <= header.size.height
    else { return nil }
    if let means = JPEGProgressiveMeans(bytes, header: header)?.decode() { return means }
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
    return JPEGMeans(bytes, header: header)?.decode()
  }

  /// The samples at one of libjpeg's scales; what it warns of is shown all the same, unless part of the picture is missing.
  private func allSamples(
    size: PixelSize, layout: TurboJPEG.Layout
  ) throws(ImageError) -> [UInt8] {
    let (samples, outcome) = TurboJPEG.decode(bytes, size: size, layout: layout)
    switch outcome {
    case .complete: return samples
    case .warned(let message):
      if header.hasEnd(in: bytes), !message.contains(JPEGDecoder.prematureEnd) { return samples }
      // Some cameras leave out the end marker. With one added, only a picture that lacks more is complained of; but
      // where scans or arithmetic codes are missing, libjpeg says nothing.
      guard header.frame.isSequentialHuffman, !header.hasManyScans else { throw .truncated(format: "JPEG") }
      let (samples, outcome) = TurboJPEG.decode(bytes + [0xFF, 0xD9], size: size, layout: layout)
      guard outcome == .complete else { throw .truncated(format: "JPEG") }
      return samples
    case .failed(let message): throw error(message)
    }
  }

  /// How libjpeg names the end of a file in the middle of a picture.
  private static let prematureEnd = "Premature end of JPEG file"

  private func error(_ message: String) -> ImageError {
    if message.contains("Unsupported") || message.contains("not supported") || message.contains("not implemented") {
      return .unsupported(format: "JPEG", reason: message)
    }
    if message.contains("Insufficient memory") { return .outOfMemory(format: "JPEG") }
    return header.hasEnd(in: bytes) ? .corrupt(format: "JPEG", reason: message) : .truncated(format: "JPEG")
  }

  private func scale(
    _ samples: [UInt8], layout: TurboJPEG.Layout, encodings: [ColorEncoding], from size: PixelSize,
    to target: PixelSize
  ) -> Bitmap {
    let samplesLayout: SampleLayout =
      switch layout {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk: .cmyk(isInverted: header.hasAdobeMarker)
      }
    guard let rows = EncodedRows(encodings, layout: samplesLayout, size: size) else {
      let simple = CMYK.rgb(samples, isInverted: header.hasAdobeMarker)
      return scale(simple, layout: .rgb, encodings: [], from: size, to: target)
    }
    var scaler = rows.scaler(to: target, isOpaque: true)
    let stride = size.width * layout.stride
    precondition(samples.count == stride * size.height, "a sample for each place")
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      // Each row lies within the samples, whose number was checked above.
      for row in 0..<size.height { unsafe rows.push(start + row * stride, into: &scaler) }
    }
    return scaler.finish()
  }
}
