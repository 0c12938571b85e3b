import Bitmaps

/// Reads a GIF's images in order.
final class GIFFrames: FrameReading {
  private let source: any ByteSource
  private let header: GIFHeader
  private let limits: DecodingLimits
  private var reader: GIFReader
  private var isFirst = true
  /// The pixels of the image being read, kept to reuse their memory.
  private var pixels: [SIMD4<UInt8>] = []

  /// Creates a reader of a file's images.
  ///
  /// - Throws: `ImageError` if the beginning of the file cannot be read.
  init(_ source: any ByteSource, header: GIFHeader, limits: DecodingLimits) throws(ImageError) {
    self.source = source
    self.header = header
    self.limits = limits
    reader = try GIFReader(source)
  }

  var colors: FrameColors { FrameColors(encodings: header.encodings) }

  func rewind() throws(ImageError) {
    reader = try GIFReader(source)
    isFirst = true
  }

  func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame? {
    var control = GIFControl.none
    while let record = reader.next() {
      try deadline.check()
      switch record {
      case .control(let next): control = next
      case .loopCount, .profile, .other: break
      case .image(let image) where image.area.isEmpty && isFirst: reader.finishImage()
      case .image(let image):
        let placed = header.placed(image, isFirst: isFirst)
        isFirst = false
        return try frame(placed, control, deadline)
      }
    }
    return nil
  }

  private func frame(
    _ image: GIFImage, _ control: GIFControl, _ deadline: DecodeDeadline
  ) throws(ImageError) -> StoredFrame {
    let area = image.area.clipped(to: header.size)
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(.zero, count: area.count))
    if !area.isEmpty {
      let colors = image.colors(transparent: control.transparent)
      let (left, top) = (area.x - image.area.x, area.y - image.area.y)
      var rows = try GIFRows(image, reader, limits: limits)
      while let row = try rows.next(until: top + area.height, deadline) {
        guard top..<top + area.height ~= row else { continue }
        paint(rows.indices[left..<left + area.width], in: colors, at: (row - top) * area.width)
      }
    }
    reader.finishImage()
    return StoredFrame(
      area: area, pixels: pixels, delay: control.delay, disposal: control.disposal, blending: .over)
  }

  /// Sets the pixels from an index on to the colors of a row.
  ///
  /// - Precondition: There is a color for each of the 256 indices, and a pixel for each of the row's.
  private func paint(_ row: ArraySlice<UInt8>, in colors: [SIMD4<UInt8>], at start: Int) {
    precondition(
      colors.count == 256 && start >= 0 && row.count <= pixels.count - start, "every index has a color and a place")
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe colors.withUnsafeBufferPointer { colors in
        unsafe row.withUnsafeBufferPointer { row in
          // The counts were checked above: three checks for each pixel would take longer than to set it.
          guard let from = row.baseAddress, let colors = colors.baseAddress, let to = pixels.baseAddress else { return }
          for column in 0..<row.count { unsafe to[start &+ column] = colors[Int(from[column])] }
        }
      }
    }
  }
}
