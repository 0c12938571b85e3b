import Bitmaps

/// Decodes a JPEG at 1/8 scale from the DC coefficients, the means of its 8×8 blocks. Chroma at half resolution also
/// uses the AC coefficients that the means of a block's halves or quarters depend on. Other AC coefficients, nearly all
/// of the bytes, are skipped, which makes this several times as fast as a full decode.
///
/// Supports the common case of cameras and programs: Huffman-coded, in one scan, gray or YCbCr. Everything else, and
/// anything damaged, is left to libjpeg.
struct JPEGDCDecoder {
  private let bytes: [UInt8]
  private let header: JPEGHeader
  /// The index of the scan's first byte of data.
  private let start: Int
  private let codes: JPEGScanCodes
  /// The number of samples of a component in a group of blocks, across and down.
  private let maximum: (across: Int, down: Int)

  /// Creates a decoder; nil if the JPEG is not of the supported kind.
  init?(_ bytes: [UInt8], header: JPEGHeader) {
    let frame = header.frame
    guard frame.isSequentialHuffman, !header.hasManyScans, frame.components.count != 4,
      let tables = JPEGTables(bytes), frame.components.count == 1 || tables.isYCbCr(frame),
      case let scan = bytes[tables.scan], scan.count == 4 + 2 * frame.components.count
    else { return nil }
    // A scan of one component is not interleaved, for any sampling factors (A.2.2).
    maximum = frame.components.count == 1 ? (1, 1) : frame.maximum
    var components: [JPEGScanComponent] = []
    for (index, component) in frame.components.enumerated() {
      let offset = scan.startIndex + 1 + 2 * index
      let selectors = bytes[offset + 1]
      guard bytes[offset] == component.identity, selectors >> 4 < 4, selectors & 15 < 4, component.quantization < 4,
        let dc = tables.dc[Int(selectors >> 4)], let ac = tables.ac[Int(selectors & 15)],
        let quantization = tables.quantization[Int(component.quantization)],
        let component = JPEGScanComponent(
          across: maximum.across == 1 ? 1 : component.across, down: maximum.down == 1 ? 1 : component.down,
          maximum: maximum,
          dc: (dc, selectors >> 4), ac: (ac, selectors & 15), quantization: quantization)
      else { return nil }
      components.append(component)
    }
    guard let codes = JPEGScanCodes(components, restartInterval: tables.restartInterval) else { return nil }
    (self.bytes, self.header, start, self.codes) = (bytes, header, tables.scan.upperBound, codes)
  }

  /// Returns the samples at an eighth of each side, rounded up: one byte a pixel for gray, three for color; nil if the
  /// scan is invalid. They do not depend on how the work is divided.
  func decode(_ division: JPEGScanWork.Division? = nil) -> [UInt8]? {
    let across = (header.size.width - 1) / (8 * maximum.across) + 1
    let down = (header.size.height - 1) / (8 * maximum.down) + 1
    let size = DCTScale(eighths: 1).scaled(header.size)
    let sampleCount = size.width * size.height * codes.blocks.count
    var isValid = false
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: sampleCount) { memory, count in
      // Written only while the work runs.
      let writer = unsafe JPEGGroupWriter(codes, groups: (across: across, down: down), size: size, in: memory)
      let work = JPEGScanWork(
        bytes, from: start, codes: codes, groupCount: across * down, writer: writer,
        division ?? .automatic(bytes: bytes.count - start))
      isValid = work.run()
      // The groups of a valid scan cover the picture.
      count = isValid ? sampleCount : 0
    }
    return isValid ? samples : nil
  }
}
