import Bitmaps

/// A WebP picture whose header has been read: a file, or a frame of an animation.
struct WebPPicture {
  private let bytes: [UInt8]
  /// The range of the chunks to pass to libwebp: a frame's, or the whole file.
  private let range: Range<Int>
  /// The bytes to pass to libwebp.
  var chunks: ArraySlice<UInt8> { bytes[range] }
  let features: LibWebP.Features

  init(_ bytes: [UInt8], _ range: Range<Int>, features: LibWebP.Features) {
    self.bytes = bytes
    self.range = range
    self.features = features
  }

  /// Decodes the whole picture in its own size. The samples are encoded, not premultiplied.
  ///
  /// - Parameter pixels: Overwritten. Their number matches the size unless this throws.
  /// - Throws: `ImageError` if the picture is damaged or truncated; and the errors of `deadline`.
  func decode(into pixels: inout [SIMD4<UInt8>], _ deadline: DecodeDeadline) throws(ImageError) {
    let count = try LibWebP.decode(self, LibWebP.Target(whole: features.size), into: &pixels, deadline)
    if count < features.size.height { throw .truncated(format: "WebP") }
    // A lossless picture may declare alpha unused that it has; libwebp returns it.
    if features.isLossless, !features.hasAlpha { for index in pixels.indices { pixels[index].w = 255 } }
  }
}
