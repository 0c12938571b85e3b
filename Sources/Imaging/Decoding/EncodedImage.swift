/// A picture file's bytes with its header read: what it is and how large, before anything is decoded.
package struct EncodedImage: Sendable {
  /// The formats decoded here, by their content, never by a file's name.
  package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }

  package let format: Format
  /// The picture's size in pixels, as declared, and within the limits.
  package let size: PixelSize

  /// Sniffs the bytes and reads the header.
  ///
  /// - Throws: `ImageError` when this is no picture, damaged, or declared larger than `limits` allow.
  package init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ImageError) {
    throw .notAPicture
  }

  /// Decodes and scales to exactly `target` (each side 1…65535), in linear light; the cheapest decode that covers it is used.
  ///
  /// - Throws: `ImageError` when the bytes are damaged beyond showing.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap { throw .notAPicture }
}
