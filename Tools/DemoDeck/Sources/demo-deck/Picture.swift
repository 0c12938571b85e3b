/// One picture of the deck: how it is painted and what is said about it.
struct Picture: Sendable {
  enum Format: Sendable {
    /// With libjpeg's quality, 1…100.
    case jpeg(quality: Int32)
    /// With the strength of its dither, 0…1: none keeps flat colours flat, and the file small.
    case png(dither: Float)
  }

  let name: String
  let caption: String
  var link: String?
  let format: Format
  let paint: @Sendable () -> Canvas

  var file: String {
    switch format {
    case .jpeg: "\(name).jpg"
    case .png: "\(name).png"
    }
  }

  /// The finished file's bytes.
  ///
  /// - Throws: `EncodingError` when the codec refuses.
  func encoded() throws -> [UInt8] {
    let canvas = paint()
    switch format {
    case .jpeg(let quality):
      return try JPEG.encoded(
        canvas.bytes(dither: 1), width: canvas.width, height: canvas.height, quality: quality)
    case .png(let dither):
      return PNG.encoded(canvas.bytes(dither: dither), width: canvas.width, height: canvas.height)
    }
  }
}
