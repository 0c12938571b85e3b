/// Decodes a PNG whose header has been read.
struct PNGDecoder {
  private let bytes: [UInt8]
  private let file: PNGFile
  private let passes: [PNGPass]
  private let limits: DecodingLimits
  /// What has the image data, and where.
  private let data: (bytes: [UInt8], ranges: [Range<Int>])
  /// The image data, where they are not held.
  private let pieces: PNGDataPieces?

  /// A decoder of these bytes; reads and checks all their chunks, but for an animation's frames.
  ///
  /// - Throws: `ImageError` when they are not a whole PNG.
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

  /// A decoder of what has been walked through.
  ///
  /// - Throws: `ImageError` when it is not a whole PNG.
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
  /// - Throws: `ImageError` when the data are damaged or take more memory than the limits allow; and what
  ///   `watch` throws.
  func decode(scaledTo target: PixelSize, _ watch: DecodingWatch) throws(ImageError) -> Bitmap {
    if let pieces { return try decode(StreamingInflate(pieces, rowBytes: rowBytes + 1), scaledTo: target, watch) }
    let count = passes.reduce(0) { $0 + $1.bytes(file.header) }
    if count <= limits.maxInflatedBytes, let data = WholeInflate(data.bytes, data.ranges, count: count) {
      return try decode(data, scaledTo: target, watch)
    }
    return try decode(StreamingInflate(data.bytes, data.ranges, rowBytes: rowBytes + 1), scaledTo: target, watch)
  }

  /// An upper bound of what a decode takes, without what scaling takes.
  ///
  /// - Parameter fileBytes: The file's, which are joined where they are many chunks; 0: they are one piece already.
  static func workingBytes(
    _ header: PNGHeader, fileBytes: Int, scaledTo target: PixelSize, limits: DecodingLimits
  ) -> Int {
    let inflating = inflatingBytes(header, fileBytes: fileBytes, limits: limits)
    guard header.isInterlaced else { return inflating }
    // Sums or pixels are held until all passes have come: whichever takes less, but only stills that shrink have sums.
    let canvas = header.size.width * header.size.height * max(1, header.bitsPerPixel / 8)
    let shrinks = target.width <= header.size.width && target.height <= header.size.height
    return inflating + (shrinks ? min(canvas, ScatteredRows.bytes(for: target)) : canvas)
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

  private func decode(
    _ data: some Inflating, scaledTo target: PixelSize, _ watch: DecodingWatch
  ) throws(ImageError) -> Bitmap {
    let pixels = PNGPixels(file, encodings: file.colors.encodings(in: bytes))
    var data = data
    let size = file.header.size
    // Sums that take less than the pixels spare these.
    if file.header.isInterlaced, target.width <= size.width, target.height <= size.height,
      ScatteredRows.bytes(for: target) < min(size.width * size.height * pixels.stride, limits.maxWorkingBytes)
    {
      var scaler = RowScaler(scattered: size, target: target, isOpaque: pixels.isOpaque, matrix: pixels.matrix)
      try scalePasses(&data, pixels, into: &scaler, watch)
      try data.finish()
      return scaler.finish()
    }
    var scaler = RowScaler(source: size, target: target, isOpaque: pixels.isOpaque, matrix: pixels.matrix)
    if file.header.isInterlaced {
      try scaleInterlaced(&data, pixels, into: &scaler, watch)
    } else {
      try scale(&data, pixels, into: &scaler, watch)
    }
    try data.finish()
    return scaler.finish()
  }

  /// Gives rows to the scaler as they come.
  private func scale(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ watch: DecodingWatch
  ) throws(ImageError) {
    let size = file.header.size
    let reader = PNGRowReader(rowBytes: rowBytes)
    var unpacked = [UInt8](repeating: 0, count: pixels.isPacked ? size.width : 0)
    for row in 0..<size.height {
      if row % 64 == 0 { try watch.check() }
      let bytes = try unsafe reader.next(rowBytes, stride: pixels.stride, from: &data)
      if pixels.isPacked {
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // There is a byte for each of the row's pixels.
          unsafe pixels.unpack(bytes, into: samples, width: size.width)
          unsafe pixels.push(samples, into: &scaler)
        }
      } else {
        unsafe pixels.push(bytes, into: &scaler)
      }
    }
  }

  /// Gives the passes' rows to the scaler as they come.
  private func scalePasses(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ watch: DecodingWatch
  ) throws(ImageError) {
    try unsafe eachPassRow(&data, pixels, watch) { pass in
      scaler.beginPass(
        column: pass.firstColumn, columnStep: pass.columnStep, row: pass.firstRow, rowStep: pass.rowStep)
    } _: { _, _, samples in
      unsafe pixels.push(samples, into: &scaler)
    }
  }

  /// Reads the passes' rows, unpacked: a byte or more for each of a pass' pixels, and behind them what is left from others,
  /// so that a row has the picture's whole width.
  private func eachPassRow(
    _ data: inout some Inflating, _ pixels: PNGPixels, _ watch: DecodingWatch, begin: (PNGPass) -> Void = { _ in },
    _ body: (_ pass: PNGPass, _ row: Int, _ samples: UnsafePointer<UInt8>) -> Void
  ) throws(ImageError) {
    var unpacked = [UInt8](repeating: 0, count: file.header.size.width * pixels.stride)
    let reader = PNGRowReader(rowBytes: rowBytes)
    for pass in passes {
      reader.beginPass()
      begin(pass)
      for row in 0..<pass.height {
        if row % 64 == 0 { try watch.check() }
        let bytes = try unsafe reader.next(pass.rowBytes(file.header), stride: pixels.stride, from: &data)
        unsafe unpacked.withUnsafeMutableBufferPointer { samples in
          guard let samples = samples.baseAddress else { return }
          // A pass' row is no wider than the whole's.
          unsafe pixels.unpack(bytes, into: samples, width: pass.width)
          unsafe body(pass, row, samples)
        }
      }
    }
  }

  /// Puts the passes' pixels into their places, at the file's own depth, and gives the scaler the rows after that.
  private func scaleInterlaced(
    _ data: inout some Inflating, _ pixels: PNGPixels, into scaler: inout RowScaler, _ watch: DecodingWatch
  ) throws(ImageError) {
    let size = file.header.size
    let canvasRow = size.width * pixels.stride
    guard canvasRow * size.height <= limits.maxWorkingBytes else { throw .outOfMemory(format: "PNG") }
    var canvas = [UInt8](repeating: 0, count: canvasRow * size.height)
    try unsafe eachPassRow(&data, pixels, watch) { pass, row, samples in
      var place = (pass.firstRow + row * pass.rowStep) * canvasRow + pass.firstColumn * pixels.stride
      for column in 0..<pass.width {
        for byte in 0..<pixels.stride { canvas[place + byte] = unsafe samples[column * pixels.stride + byte] }
        place += pass.columnStep * pixels.stride
      }
    }
    unsafe canvas.withUnsafeBufferPointer { canvas in
      guard let start = canvas.baseAddress else { return }
      // The canvas holds every row at its full length.
      for row in 0..<size.height { unsafe pixels.push(start + row * canvasRow, into: &scaler) }
    }
  }
}
