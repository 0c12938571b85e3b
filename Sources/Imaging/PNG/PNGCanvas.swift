import Bitmaps

/// All pixels of an interlaced PNG at the file's depth, from which regions of the picture are scaled.
struct PNGCanvas: Sendable {
  /// Rows of `stride` bytes for each pixel; pixels that the file did not contain are zeros.
  let bytes: [UInt8]
  private let extent: PNGPassExtent
  private let file: PNGFile
  private let encodings: [ColorEncoding]
  private let stride: Int

  /// Creates a canvas.
  ///
  /// - Parameters:
  ///   - bytes: As many as the picture's pixels have.
  ///   - encodings: The candidate encodings of the colors.
  ///   - stride: The number of bytes per pixel, as in `PNGPixels`.
  ///   - extent: The pixels that the file contained.
  init(_ bytes: [UInt8], of file: PNGFile, encodings: [ColorEncoding], stride: Int, extent: PNGPassExtent) {
    precondition(bytes.count == file.header.size.width * file.header.size.height * stride, "each pixel has its bytes")
    self.bytes = bytes
    self.file = file
    self.encodings = encodings
    self.stride = stride
    self.extent = extent
  }

  /// Whether the file contained every pixel. Otherwise, missing pixels are shown as copies of nearby ones, or gray.
  var isWhole: Bool { extent.isWhole }

  /// Whether only details are missing, if anything is.
  var coversPicture: Bool { extent.coversPicture }

  /// Scales a region of the picture.
  ///
  /// - Throws: The errors of `deadline`.
  func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
    let size = file.header.size
    let pixels = PNGPixels(file, encodings: encodings, exposure: region.exposure)
    var scaler = pixels.scaler(of: size, to: region)
    let window = scaler.window
    for row in window.rows {
      if row % 64 == 0 { try deadline.check() }
      if isWhole {
        unsafe bytes.withUnsafeBufferPointer { canvas in
          guard let start = canvas.baseAddress else { return }
          // The canvas holds every row at its full length.
          unsafe pixels.push(start + (row * size.width + window.x) * stride, into: &scaler)
        }
      } else if let filled = extent.filled(row, window.columns, of: bytes, width: size.width, stride: stride) {
        // A filled row has `stride` bytes for each column.
        unsafe filled.withUnsafeBufferPointer { row in
          guard let start = row.baseAddress else { return }
          unsafe pixels.push(start, into: &scaler)
        }
      } else {
        scaler.pushMissing(1)
      }
    }
    return scaler.finish()
  }
}
