import Bitmaps

/// Converts a PNG's unfiltered rows to pixels: the tables for its color type, depth, palette and transparency.
///
/// Samples of less than a byte are first unpacked to one byte each (`unpack`), so that a row has `stride` bytes per
/// pixel.
struct PNGPixels {
  private enum Layout {
    /// One byte per pixel, looked up in a table: gray or a palette, with transparency.
    case indexed([SIMD4<Float>])
    case rgb
    /// RGB with one transparent color.
    case keyedRGB(SIMD3<UInt8>)
    case rgba
    case grayAlpha
    /// 16-bit samples, and the transparent color, if any.
    case wide(PNGHeader.ColorType, key: SIMD3<UInt16>?)
    /// Colors that are converted to sRGB first.
    case converted(PNGConvertedRows)
  }

  /// Bytes per pixel when unpacked.
  let stride: Int
  /// Whether no pixel can be transparent.
  let isOpaque: Bool
  /// Whether a byte holds several pixels, so that rows must be unpacked.
  var isPacked: Bool { depth < 8 }
  let matrix: ColorMatrix?
  private let layout: Layout
  private let tables: LightTables
  private let depth: Int

  /// Creates the tables for a file. The first usable of `encodings` counts, or else sRGB.
  ///
  /// - Parameter exposure: That of the regions to which the rows are scaled.
  init(_ file: PNGFile, encodings: [ColorEncoding], exposure: Exposure = .none) {
    let header = file.header
    depth = header.depth
    stride = max(1, header.bitsPerPixel / 8)
    let key = file.key
    isOpaque =
      file.alphas.isEmpty && key == nil && header.colorType != .grayAlpha && header.colorType != .rgba
    let conversion = PNGPixels.conversion(of: header, encodings, exposure)
    switch conversion {
    case .tables(let tables, let matrix):
      self.tables = tables
      // A palette has few colors, which are converted one by one.
      self.matrix = header.colorType == .indexed ? nil : matrix
    case .transform(let transform):
      tables = .sRGB(isWide: true)
      matrix = nil
      if header.colorType != .indexed {
        layout = .converted(PNGConvertedRows(transform, header: header, key: key))
        return
      }
    }
    if depth == 16 {
      layout = .wide(header.colorType, key: key)
      return
    }
    switch header.colorType {
    case .gray: layout = .indexed(PNGPixels.grays(depth: depth, key: key, tables: tables))
    case .indexed: layout = .indexed(PNGPixels.colors(file, conversion))
    case .rgb: layout = key.map { .keyedRGB(SIMD3<UInt8>(truncatingIfNeeded: $0)) } ?? .rgb
    case .grayAlpha: layout = .grayAlpha
    case .rgba: layout = .rgba
    }
  }

  /// Returns a scaler for the file's rows.
  func scaler(of size: PixelSize, to region: ScaledRegion) -> RowScaler {
    RowScaler(
      SourceExtent(size), region: ColorConversion.tables(tables, matrix: nil).scalerRegion(region), isOpaque: isOpaque,
      matrix: matrix)
  }

  private static func conversion(
    of header: PNGHeader, _ encodings: [ColorEncoding], _ exposure: Exposure
  ) -> ColorConversion {
    let layout: SampleLayout =
      switch header.colorType {
      case .gray, .grayAlpha: .gray
      case .indexed: .rgb
      case .rgb, .rgba: .wideRGBA
      }
    let conversion = ColorConversion(
      encodings, layout: layout, size: header.colorType == .indexed ? PixelSize(width: 256, height: 1) : header.size,
      isWide: header.depth == 16, exposure: exposure)
    // There is always a conversion except for CMYK.
    return conversion ?? .tables(.sRGB(isWide: header.depth == 16), matrix: nil)
  }

  /// Returns a gray for every sample value, scaled to the range from black to white.
  private static func grays(depth: Int, key: SIMD3<UInt16>?, tables: LightTables) -> [SIMD4<Float>] {
    let largest = 1 << depth - 1
    var table = (0...255).map { tables.gray[min($0, largest) * 255 / largest] }
    if let key { table[Int(key.x)] = .zero }
    return table
  }

  /// Returns the palette, premultiplied. The specification leaves an index beyond it to the decoder: it is black here.
  private static func colors(_ file: PNGFile, _ conversion: ColorConversion) -> [SIMD4<Float>] {
    var table = Array(repeating: SIMD4<Float>(0, 0, 0, 65_535), count: 256)
    for (index, light) in conversion.lights(of: file.palette).enumerated() {
      table[index] = light * (index < file.alphas.count ? SampleTables.alpha[Int(file.alphas[index])] : 1)
    }
    return table
  }

  /// Unpacks samples of 1, 2 or 4 bits to a byte each; copies whole bytes.
  ///
  /// - Parameters:
  ///   - packed: `(width * bits + 7) / 8` bytes.
  ///   - samples: Room for `width * stride` bytes.
  @unsafe
  func unpack(_ packed: UnsafePointer<UInt8>, into samples: UnsafeMutablePointer<UInt8>, width: Int) {
    guard depth < 8 else {
      unsafe samples.update(from: packed, count: width * stride)
      return
    }
    let perByte = 8 / depth
    let mask = UInt8(1 << depth - 1)
    for index in 0..<width {
      let shift = 8 - depth * (index % perByte + 1)
      unsafe samples[index] = packed[index / perByte] >> UInt8(shift) & mask
    }
  }

  /// Passes a row to the scaler.
  ///
  /// - Parameter row: `stride` bytes for each of `scaler.source.width` pixels.
  @unsafe
  func push(_ row: UnsafePointer<UInt8>, into scaler: inout RowScaler) {
    // The tables have an entry for every value of a sample: 256, or 65,536 for the wide ones.
    unsafe tables.rgb.withUnsafeBufferPointer { colors in
      unsafe SampleTables.alpha.withUnsafeBufferPointer { alphas in
        guard let colors = colors.baseAddress, let alphas = alphas.baseAddress else { return }
        switch layout {
        case .indexed(let table):
          unsafe table.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            unsafe scaler.push(IndexedRow(samples: row, table: table))
          }
        case .rgb: unsafe scaler.push(RGBRow(samples: row, tables: colors))
        case .keyedRGB(let key): unsafe scaler.push(KeyedRow(row: RGBRow(samples: row, tables: colors), key: key))
        case .rgba: unsafe scaler.push(RGBARow(samples: row, tables: colors, alphas: alphas))
        case .grayAlpha:
          unsafe tables.gray.withUnsafeBufferPointer { grays in
            guard let grays = grays.baseAddress else { return }
            unsafe scaler.push(GrayAlphaRow(samples: row, table: grays, alphas: alphas))
          }
        case .wide(let type, let key): unsafe scaler.push(wide: row, type: type, key: key, tables: tables)
        case .converted(let rows):
          let row = unsafe rows.convert(row, count: scaler.source.width)
          unsafe scaler.push(wide: row, type: .rgba, key: nil, tables: tables)
        }
      }
    }
  }
}
