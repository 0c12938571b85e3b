import Bitmaps

/// Decodes a PNG whose header has been read.
struct PNGDecoder {
  private let bytes: [UInt8]
  private let file: PNGFile
  private let passes: [PNGPass]
  private let limits: DecodingLimits

  /// Creates a decoder; reads and checks all chunks except an animation's frames.
  ///
  /// - Throws: `ImageError` if there are no image data, or the chunks are not a valid PNG's.
  init(
    _ bytes: [UInt8], header: PNGHeader, isAnimated: Bool = false, limits: DecodingLimits
  ) throws(ImageError) {
    self.bytes = bytes
    self.limits = limits
    file = try PNGFile(bytes, header: header, isAnimated: isAnimated)
    passes = PNGPass.all(of: header)
  }

  /// Decodes and scales, row by row.
  ///
  /// - Throws: `ImageError` if the data are damaged, if they contain less than a row, or if they take more memory than
  ///   the limits allow; and the errors of `deadline`.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try inflated { data throws(ImageError) -> DecodedPicture in try decode(data, scaledTo: target, deadline) }
  }

  /// Decodes all pixels of an interlaced picture without scaling them. Wrong checksums of chunks are reported as a defect
  /// only.
  ///
  /// - Throws: As `decode(scaledTo:_:)`.
  func samples(_ deadline: DecodeDeadline) throws(ImageError) -> (PNGCanvas, PictureDefect?) {
    let encodings = file.colors.encodings(in: bytes)
    let canvas = try inflated { data throws(ImageError) -> PNGCanvas in
      try self.canvas(data, PNGPixels(file, encodings: encodings), encodings, deadline)
    }
    return (canvas, defect(isWhole: canvas.isWhole, coversPicture: canvas.coversPicture))
  }

  /// Passes the image data to `body`, decompressed: at once by libdeflate, or row by row by zlib if they are large or damaged.
  ///
  /// - Throws: What `body` throws, but data that are corrupt under a wrong checksum have a wrong checksum.
  private func inflated<Value>(
    _ body: (any Inflating) throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    do throws(ImageError) {
      if passes.bytes <= limits.maxInflatedBytes, let data = WholeInflate(bytes, file.data, count: passes.bytes) {
        return try body(data)
      }
      return try body(StreamingInflate(bytes, file.data, rowBytes: passes.rowBytes + 1))
    } catch {
      if case .corrupt = error, file.hasWrongChecksum { throw PNGDecoder.wrongChecksum }
      throw error
    }
  }

  /// An upper bound of the memory for decoding, in bytes, without scaling.
  ///
  /// - Parameter fileBytes: The size of the file, because multiple chunks of image data are joined; 0 if they are
  ///   contiguous.
  static func workingBytes(
    _ header: PNGHeader, fileBytes: Int, scaledTo target: ScaledRegion, limits: DecodingLimits
  ) -> Int {
    let inflating = inflatingBytes(header, fileBytes: fileBytes, limits: limits)
    guard header.isInterlaced else { return inflating }
    // All pixels are held until the last pass is decoded.
    return inflating + header.size.width * header.size.height * max(1, header.bitsPerPixel / 8)
  }

  /// The memory for decompression, in bytes: all of the data up to the limit, otherwise a few rows.
  static func inflatingBytes(_ header: PNGHeader, fileBytes: Int, limits: DecodingLimits) -> Int {
    let passes = PNGPass.all(of: header)
    // The row, those before and after it, the filtered one, and one unpacked or converted to four samples of two bytes.
    let rows = 4 * (passes.rowBytes + PNGFilter.slack) + 8 * header.size.width
    return rows + (passes.bytes <= limits.maxInflatedBytes ? passes.bytes + fileBytes : 1 << 16)
  }

  /// Decodes and scales, and reports defects.
  private func decode(
    _ data: some Inflating, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> DecodedPicture {
    var data = data
    let (bitmap, isWhole, coversPicture) = try bitmap(&data, scaledTo: target, deadline)
    // The zlib checksum overrides the chunks' checksums, but is known only once all of the data have been read.
    let isVerified = isWhole && target.isWhole ? try data.finish() : !target.isWhole
    if file.hasWrongChecksum, !isVerified { throw PNGDecoder.wrongChecksum }
    return DecodedPicture(bitmap, defect: defect(isWhole: isWhole, coversPicture: coversPicture))
  }

  private func defect(isWhole: Bool, coversPicture: Bool) -> PictureDefect? {
    if !isWhole, coversPicture { return .unfinished }
    return !isWhole || file.isTruncated ? .truncated : file.hasWrongChecksum ? .checksum : nil
  }

  private static let wrongChecksum = ImageError.corrupt(format: "PNG", reason: "it has a wrong checksum")

  /// Decodes and scales.
  ///
  /// - Returns: The picture, whether it is complete, and whether only details are missing. Missing pixels are copies of
  ///   nearby ones, or gray.
  /// - Throws: `ImageError.truncated` if the data contain less than a row; and as `decode`.
  private func bitmap(
    _ data: inout some Inflating, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> (Bitmap, isWhole: Bool, coversPicture: Bool) {
    let encodings = file.colors.encodings(in: bytes)
    let pixels = PNGPixels(file, encodings: encodings, exposure: target.exposure)
    if file.header.isInterlaced {
      let canvas = try canvas(data, pixels, encodings, deadline)
      return (try canvas.scaled(to: target, deadline), canvas.isWhole, canvas.coversPicture)
    }
    var scaler = pixels.scaler(of: file.header.size, to: target)
    let isWhole = try scale(&data, pixels, into: &scaler, deadline)
    return (scaler.finish(), isWhole, isWhole)
  }

  /// Passes rows to the scaler as they are decoded, and gray rows in place of missing ones.
  ///
  /// - Returns: Whether no row was missing.
  private func scale(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bool {
    let (size, window) = (file.header.size, scaler.window)
    let reader = PNGRowReader(rowBytes: passes.rowBytes)
    var unpacked = [UInt8](repeating: 0, count: pixels.isPacked ? size.width : 0)
    for row in 0..<window.y + window.height {
      if row % 64 == 0 { try deadline.check() }
      let bytes: UnsafePointer<UInt8>
      do throws(ImageError) {
        unsafe bytes = try reader.next(passes.rowBytes, stride: pixels.stride, from: &data)
      } catch {
        guard case .truncated = error, row > 0 else { throw error }
        scaler.pushMissing(min(window.height, window.y + window.height - row))
        return false
      }
      if row < window.y { continue }
      if pixels.isPacked {
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // There is a byte for each pixel of the row, and the window lies within the row.
          unsafe pixels.unpack(bytes, into: samples, width: size.width)
          unsafe pixels.push(samples + window.x, into: &scaler)
        }
      } else {
        // The window lies within the row.
        unsafe pixels.push(bytes + window.x * pixels.stride, into: &scaler)
      }
    }
    return true
  }

  /// Assembles the picture from the passes at the file's depth, of which at least one row must be there.
  private func canvas(
    _ data: some Inflating, _ pixels: PNGPixels, _ encodings: [ColorEncoding], _ deadline: DecodeDeadline
  ) throws(ImageError) -> PNGCanvas {
    var data = data
    let size = file.header.size
    let canvasRow = size.width * pixels.stride
    guard canvasRow * size.height <= limits.maxWorkingBytes else { throw .outOfMemory(format: "PNG") }
    var canvas = [UInt8](repeating: 0, count: canvasRow * size.height)
    var unpacked = [UInt8](repeating: 0, count: canvasRow)
    var extent = PNGPassExtent(passes, count: passes.count, rows: 0)
    let reader = PNGRowReader(rowBytes: passes.rowBytes)
    decoding: for (index, pass) in passes.enumerated() {
      reader.beginPass()
      for row in 0..<pass.height {
        if row % 64 == 0 { try deadline.check() }
        let bytes: UnsafePointer<UInt8>
        do throws(ImageError) {
          unsafe bytes = try reader.next(pass.rowBytes, stride: pixels.stride, from: &data)
        } catch {
          guard case .truncated = error, index > 0 || row > 0 else { throw error }
          extent = PNGPassExtent(passes, count: index, rows: row)
          break decoding
        }
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // A row of a pass is no wider than the picture.
          unsafe pixels.unpack(bytes, into: samples, width: pass.width)
        }
        var offset = (pass.firstRow + row * pass.rowStep) * canvasRow + pass.firstColumn * pixels.stride
        for column in 0..<pass.width {
          for byte in 0..<pixels.stride { canvas[offset + byte] = unpacked[column * pixels.stride + byte] }
          offset += pass.columnStep * pixels.stride
        }
      }
    }
    return PNGCanvas(canvas, of: file, encodings: encodings, stride: pixels.stride, extent: extent)
  }
}
