/// A picture of the deck: how it is painted, and its caption and link.
struct Picture: Sendable {
  enum Format: Sendable {
    /// With libjpeg's quality, 1…100.
    case jpeg(quality: Int32)
    /// With the strength of its dither, 0…1; 0 keeps flat colors flat and the file small.
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

  /// The bytes of the finished file.
  ///
  /// - Throws: `EncodingError` if the encoder fails.
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
