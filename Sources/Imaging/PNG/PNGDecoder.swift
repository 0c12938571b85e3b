/// Decodes a PNG whose header has been read.
struct PNGDecoder {
  private let bytes: [UInt8]
  private let file: PNGFile
  private let passes: [PNGPass]
  private let limits: DecodingLimits
  /// The source of the image data, and its ranges.
  private let data: (bytes: [UInt8], ranges: [Range<Int>])
  /// The image data, where they are not held.
  private let pieces: PNGDataPieces?

  /// A decoder of these bytes; reads and checks all their chunks, but for an animation's frames.
  ///
  /// - Throws: `ImageError` when there is no image data, or they are not a PNG's.
  init(
    _ bytes: [UInt8], header: PNGHeader, isAnimated: Bool = false, limits: DecodingLimits
  ) throws(ImageError) {
    self.bytes = bytes
    self.limits = limits
    file = try PNGFile(bytes, header: header, isAnimated: isAnimated)
    passes = PNGPass.all(of: header)
    data = (bytes, file.data)
    pieces = nil
  }

  /// A decoder for a parsed outline.
  ///
  /// - Throws: As the other.
  init(_ streamed: StreamedPNG, limits: DecodingLimits) throws(ImageError) {
    bytes = streamed.outline.bytes
    self.limits = limits
    file = try PNGFile(bytes, header: streamed.header, isAnimated: streamed.animation != nil)
    passes = PNGPass.all(of: streamed.header)
    data = (streamed.outline.imageData, [streamed.outline.imageData.indices])
    pieces = streamed.pieces
  }

  /// Decodes and scales, row by row.
  ///
  /// - Throws: `ImageError` when the data are damaged, when there is not a row of them, or when they take more memory than the
  ///   limits allow; and what `deadline` throws.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    if let pieces { return try decode(StreamingInflate(pieces, rowBytes: rowBytes + 1), scaledTo: target, deadline) }
    let count = passes.reduce(0) { $0 + $1.bytes(file.header) }
    if count <= limits.maxInflatedBytes, let data = WholeInflate(data.bytes, data.ranges, count: count) {
      return try decode(data, scaledTo: target, deadline)
    }
    return try decode(StreamingInflate(data.bytes, data.ranges, rowBytes: rowBytes + 1), scaledTo: target, deadline)
  }

  /// An upper bound of what a decode takes, without what scaling takes.
  ///
  /// - Parameter fileBytes: The file's, which are joined where they are many chunks; 0: they are one piece already.
  static func workingBytes(
    _ header: PNGHeader, fileBytes: Int, scaledTo target: ScaledRegion, limits: DecodingLimits
  ) -> Int {
    let inflating = inflatingBytes(header, fileBytes: fileBytes, limits: limits)
    guard header.isInterlaced else { return inflating }
    // Sums or pixels are held until all passes have come: whichever takes less, but only pictures that shrink have sums. Where
    // the data end too soon, there are sums twice.
    let canvas = header.size.width * header.size.height * max(1, header.bitsPerPixel / 8)
    let sums = ScatteredRows.bytes(for: target.whole)
    let shrinks =
      target.isWhole && target.whole.width <= header.size.width && target.whole.height <= header.size.height
    return inflating + (shrinks && sums < canvas ? 2 * sums : canvas)
  }

  /// What decompressing takes: all of the data, where they are not many, or some rows.
  static func inflatingBytes(_ header: PNGHeader, fileBytes: Int, limits: DecodingLimits) -> Int {
    let passes = PNGPass.all(of: header)
    let count = passes.reduce(0) { $0 + $1.bytes(header) }
    let rowBytes = passes.reduce(0) { max($0, $1.rowBytes(header)) }
    // The row, the one before it, the filtered one, and one unpacked or converted to four samples of two bytes.
    let rows = 3 * (rowBytes + PNGFilter.slack) + 8 * header.size.width
    return rows + (count <= limits.maxInflatedBytes ? count + fileBytes : 1 << 16)
  }

  /// The bytes of the longest row, without its filter's.
  private var rowBytes: Int { passes.reduce(0) { max($0, $1.rowBytes(file.header)) } }

  /// Decodes, and reports defects.
  private func decode(
    _ data: some Inflating, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> DecodedPicture {
    var data = data
    do throws(ImageError) {
      let (bitmap, isWhole) = try bitmap(&data, scaledTo: target, deadline)
      // The data's own checksum makes up for a chunk's, but for a part of them there is none.
      let isVerified = isWhole && target.isWhole ? try data.finish() : !target.isWhole
      if file.hasWrongChecksum, !isVerified { throw PNGDecoder.wrongChecksum }
      return DecodedPicture(
        bitmap, defect: !isWhole || file.isCut ? .truncated : file.hasWrongChecksum ? .checksum : nil)
    } catch {
      if case .corrupt = error, file.hasWrongChecksum { throw PNGDecoder.wrongChecksum }
      throw error
    }
  }

  private static let wrongChecksum = ImageError.corrupt(format: "PNG", reason: "IDAT has a wrong checksum")

  /// Decodes and scales.
  ///
  /// - Returns: The picture, in which pixels that did not come are grey, or as those around them; and whether all came.
  /// - Throws: `ImageError.truncated` when there is not a row; and as `decode`.
  private func bitmap(
    _ data: inout some Inflating, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> (Bitmap, isWhole: Bool) {
    let pixels = PNGPixels(file, encodings: file.colors.encodings(in: bytes))
    let size = file.header.size
    // Sums that take less than the pixels spare these.
    if file.header.isInterlaced, target.isWhole, target.whole.width <= size.width, target.whole.height <= size.height,
      ScatteredRows.bytes(for: target.whole) < min(size.width * size.height * pixels.stride, limits.maxWorkingBytes)
    {
      var scaler = RowScaler(scattered: size, target: target.whole, isOpaque: pixels.isOpaque, matrix: pixels.matrix)
      let extent = try scalePasses(&data, pixels, into: &scaler, deadline)
      let bitmap = scaler.finish()
      return extent.isWhole ? (bitmap, true) : (extent.completing(bitmap, of: size), false)
    }
    var scaler = RowScaler(source: size, region: target, isOpaque: pixels.isOpaque, matrix: pixels.matrix)
    let isWhole =
      file.header.isInterlaced
      ? try scaleInterlaced(&data, pixels, into: &scaler, deadline) : try scale(&data, pixels, into: &scaler, deadline)
    return (scaler.finish(), isWhole)
  }

  /// Gives rows to the scaler as they come, and grey ones for those that do not.
  ///
  /// - Returns: Whether all came.
  private func scale(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bool {
    let (size, window) = (file.header.size, scaler.window)
    let reader = PNGRowReader(rowBytes: rowBytes)
    var unpacked = [UInt8](repeating: 0, count: pixels.isPacked ? size.width : 0)
    for row in 0..<window.y + window.height {
      if row % 64 == 0 { try deadline.check() }
      let bytes: UnsafePointer<UInt8>
      do throws(ImageError) {
        unsafe bytes = try reader.next(rowBytes, stride: pixels.stride, from: &data)
      } catch {
        guard case .truncated = error, row > 0 else { throw error }
        scaler.pushMissing(min(window.height, window.y + window.height - row))
        return false
      }
      if row < window.y { continue }
      if pixels.isPacked {
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // There is a byte for each of the row's pixels, of which the window's are some.
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

  /// Gives the passes' rows to the scaler as they come.
  private func scalePasses(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ deadline: DecodeDeadline
  ) throws(ImageError) -> PNGPassExtent {
    try unsafe eachPassRow(&data, pixels, deadline) { pass in
      scaler.beginPass(
        column: pass.firstColumn, columnStep: pass.columnStep, row: pass.firstRow, rowStep: pass.rowStep)
    } _: { _, _, samples in
      unsafe pixels.push(samples, into: &scaler)
    }
  }

  /// Reads the passes' rows, unpacked: a byte or more for each of a pass' pixels, and behind them leftovers of other passes,
  /// so that a row has the picture's whole width.
  ///
  /// - Returns: How many came, at least one.
  private func eachPassRow(
    _ data: inout some Inflating, _ pixels: PNGPixels, _ deadline: DecodeDeadline, begin: (PNGPass) -> Void = { _ in },
    _ body: (_ pass: PNGPass, _ row: Int, _ samples: UnsafePointer<UInt8>) -> Void
  ) throws(ImageError) -> PNGPassExtent {
    var unpacked = [UInt8](repeating: 0, count: file.header.size.width * pixels.stride)
    let reader = PNGRowReader(rowBytes: rowBytes)
    for (index, pass) in passes.enumerated() {
      reader.beginPass()
      begin(pass)
      for row in 0..<pass.height {
        if row % 64 == 0 { try deadline.check() }
        let bytes: UnsafePointer<UInt8>
        do throws(ImageError) {
          unsafe bytes = try reader.next(pass.rowBytes(file.header), stride: pixels.stride, from: &data)
        } catch {
          guard case .truncated = error, index > 0 || row > 0 else { throw error }
          return PNGPassExtent(passes, count: index, rows: row)
        }
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // A pass' row is no wider than the whole's.
          unsafe pixels.unpack(bytes, into: samples, width: pass.width)
          unsafe body(pass, row, samples)
        }
      }
    }
    return PNGPassExtent(passes, count: passes.count, rows: 0)
  }

  /// Puts the passes' pixels into their places, at the file's own depth, and gives the scaler the rows after that.
  ///
  /// - Returns: Whether all came; those that did not are as those around them, or grey.
  private func scaleInterlaced(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bool {
    let size = file.header.size
    let canvasRow = size.width * pixels.stride
    guard canvasRow * size.height <= limits.maxWorkingBytes else { throw .outOfMemory(format: "PNG") }
    var canvas = [UInt8](repeating: 0, count: canvasRow * size.height)
    let extent = try unsafe eachPassRow(&data, pixels, deadline) { pass, row, samples in
      var place = (pass.firstRow + row * pass.rowStep) * canvasRow + pass.firstColumn * pixels.stride
      for column in 0..<pass.width {
        for byte in 0..<pixels.stride { canvas[place + byte] = unsafe samples[column * pixels.stride + byte] }
        place += pass.columnStep * pixels.stride
      }
    }
    let window = scaler.window
    for row in window.y..<window.y + window.height {
      if row % 64 == 0 { try deadline.check() }
      guard extent.isWhole || extent.spread(&canvas, row: row, width: size.width, stride: pixels.stride) else {
        scaler.pushMissing(1)
        continue
      }
      unsafe canvas.withUnsafeBufferPointer { canvas in
        guard let start = canvas.baseAddress else { return }
        // The canvas holds every row at its full length.
        unsafe pixels.push(start + row * canvasRow + window.x * pixels.stride, into: &scaler)
      }
    }
    return extent.isWhole
  }
}
