import Bitmaps

/// Decodes the first image of a GIF whose header has been parsed, row by row.
struct GIFDecoder {
  private let source: any ByteSource
  private let header: GIFHeader
  private let limits: DecodingLimits

  init(_ source: any ByteSource, header: GIFHeader, limits: DecodingLimits) {
    self.source = source
    self.header = header
    self.limits = limits
  }

  /// Decodes and scales the first image. Holds one row, or one byte for each pixel of an interlaced image.
  ///
  /// If the file ends within the image, the rest of the image is gray.
  ///
  /// - Throws: `ImageError` if not even one row can be decoded or the image takes more memory than the limits allow, or
  ///   what `deadline` throws.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    let reader = try GIFReader(source)
    var control = GIFControl.none
    while let record = reader.next() {
      switch record {
      case .control(let next): control = next
      case .loopCount, .profile, .other: break
      case .image(let image) where image.area.isEmpty: reader.finishImage()
      case .image(let image):
        let placed = header.placed(image, isFirst: true)
        var output = Output(placed, control, header: header, target: target)
        var rows = try GIFRows(placed, reader, limits: limits, fileBytes: source.count)
        do throws(ImageError) {
          if image.isInterlaced {
            try decodeInterlaced(placed, &rows, into: &output, deadline)
          } else {
            while let row = try rows.next(until: output.end, deadline) { output.push(rows.indices[...], row: row) }
          }
          return DecodedPicture(output.finish())
        } catch {
          guard case .truncated = error, rows.count > 0 else { throw error }
          output.pushMissing()
          return DecodedPicture(output.finish(), defect: .truncated)
        }
      }
    }
    throw .truncated(format: "GIF")
  }

  /// Returns an upper bound of the bytes that a decode takes, without those for scaling.
  static func workingBytes(_ header: GIFHeader) -> Int {
    // A row of indices, a row of light and a transparent row; and giflib's state, which takes a tenth of 1 << 18.
    let rows = header.size.width * 33 + 1 << 18
    return rows + (header.isInterlaced ? (header.size.width + 1) * header.size.height : 0)
  }

  private func decodeInterlaced(
    _ image: GIFImage, _ rows: inout GIFRows, into output: inout Output, _ deadline: DecodeDeadline
  ) throws(ImageError) {
    let (width, height) = (image.area.width, image.area.height)
    guard width * height <= limits.maxWorkingBytes else { throw .outOfMemory(format: "GIF") }
    var indices = [UInt8](repeating: 0, count: width * height)
    var isDecoded = [Bool](repeating: false, count: height)
    var failure: ImageError?
    do throws(ImageError) {
      while let row = try rows.next(until: output.end, deadline) {
        indices.replaceSubrange(row * width..<(row + 1) * width, with: rows.indices)
        isDecoded[row] = true
      }
    } catch {
      guard case .truncated = error, rows.count > 0 else { throw error }
      failure = error
    }
    var last = 0
    for row in 0..<height {
      if row % 64 == 0 { try deadline.check() }
      if isDecoded[row] { last = row }
      // In a truncated file, a row also stands in for the rows below it that later passes would have filled.
      guard isDecoded[row] || (failure != nil && row - last < GIFRows.firstStep) else { continue }
      output.push(indices[last * width..<(last + 1) * width], row: row)
    }
    if let failure { throw failure }
  }

  /// Passes the rows of the logical screen, of which the image covers a part, to the scaler.
  private struct Output {
    private let image: GIFImage
    private let area: PixelRect
    /// The linear light of all 256 indices; zero for transparent ones.
    private let lights: [SIMD4<Float>]
    private var row: [SIMD4<Float>]
    private var scaler: RowScaler
    /// The number of the screen's rows so far, including those outside the scaler's window.
    private var count = 0

    init(_ image: GIFImage, _ control: GIFControl, header: GIFHeader, target: ScaledRegion) {
      self.image = image
      area = image.area.clipped(to: header.size)
      // The conversion is nil only for CMYK.
      let conversion =
        ColorConversion(header.encodings, layout: .rgb, size: PixelSize(width: 256, height: 1))
        ?? .tables(.sRGB(isWide: false), matrix: nil)
      let colors = image.colors(transparent: control.transparent)
      lights = zip(colors, conversion.unmixedLights(of: colors.map { SIMD3($0.x, $0.y, $0.z) })).map { color, light in
        color.w == 0 ? .zero : light
      }
      row = Array(repeating: .zero, count: header.size.width)
      scaler = RowScaler(SourceExtent(header.size), region: target, isOpaque: false, matrix: conversion.matrix)
    }

    /// The image's first row below the visible part of the screen.
    var end: Int { min(area.y + area.height, scaler.window.y + scaler.window.height) - image.area.y }

    /// Appends one of the image's rows. Each must lie below the last.
    mutating func push(_ indices: ArraySlice<UInt8>, row index: Int) {
      let canvasRow = image.area.y + index
      guard area.rows ~= canvasRow else { return }
      pushTransparent(until: canvasRow)
      let first = indices.startIndex + area.x - image.area.x
      for column in 0..<area.width { row[area.x + column] = lights[Int(indices[first + column])] }
      pushRow(row)
    }

    /// Passes the part of the screen's next row that lies in the scaler's window to the scaler.
    private mutating func pushRow(_ row: [SIMD4<Float>]) {
      if scaler.window.rows ~= count { scaler.push(whole: row) }
      count += 1
    }

    /// Fills the rest of the image with gray.
    mutating func pushMissing() {
      pushTransparent(until: area.y)
      let missing = SIMD4<Float>(DecodedPicture.missing)
      for column in 0..<area.width { row[area.x + column] = missing }
      while count < area.y + area.height { pushRow(row) }
    }

    private mutating func pushTransparent(until end: Int) {
      guard count < end else { return }
      let transparent = Array(repeating: SIMD4<Float>.zero, count: row.count)
      while count < end { pushRow(transparent) }
    }

    mutating func finish() -> Bitmap {
      pushTransparent(until: scaler.window.y + scaler.window.height)
      return scaler.finish()
    }
  }
}
