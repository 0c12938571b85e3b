import Bitmaps

/// How many pixels a file can hold at most, for formats that are decoded row by row, in memory that does not grow with
/// the picture's height. Such a picture may be as large as its file; all others have a fixed limit.
extension EncodedImage.Header {
  /// The most pixels that a file of this many bytes can hold; 0 if the picture is not decoded row by row.
  func streamedPixels(inFileOf fileBytes: Int) -> Int {
    switch self {
    case .jpeg(let header): header.hasManyScans ? 0 : fileBytes.clampedProduct(StreamedPixels.perJPEGByte)
    case .png(let header, _): StreamedPixels.ofPNG(header, fileBytes: fileBytes)
    case .streamedPNG(let file): StreamedPixels.ofPNG(file.header, fileBytes: fileBytes)
    case .webp(let header): StreamedPixels.ofWebP(header)
    case .gif(_, let header):
      StreamedPixels.ofGIF(isInterlaced: header.isInterlaced, fileBytes: fileBytes)
    }
  }
}

/// The densest possible coding of each format.
package enum StreamedPixels {
  /// A block of 64 pixels takes at least two bits: one each for its mean and for the end of the block.
  static let perJPEGByte = 256
  /// Deflate's greatest ratio: 258 bytes for a length of one bit and a distance of one bit.
  package static let perDeflatedByte = 1032
  /// A code of twelve bits stands for at most 3,840 pixels, one more than the code before it.
  private static let perGIFByte = 2560
  /// The longest side of a WebP picture.
  private static let maxWebPSide = 16_383

  static func ofPNG(_ header: PNGHeader, fileBytes: Int) -> Int {
    header.isInterlaced ? 0 : fileBytes.clampedProduct(perDeflatedByte * 8) / header.bitsPerPixel
  }

  static func ofGIF(isInterlaced: Bool, fileBytes: Int) -> Int {
    isInterlaced ? 0 : fileBytes.clampedProduct(perGIFByte)
  }

  /// A lossy WebP has no bound by bytes, since codes may have no bits, but sides are short. A lossless one is held whole.
  static func ofWebP(_ header: WebPHeader) -> Int {
    let size = header.features.size
    let isStreamed =
      !header.features.isAnimated && !header.features.isLossless
      && max(size.width, size.height) <= maxWebPSide
    return isStreamed ? maxWebPSide * maxWebPSide : 0
  }
}

extension Int {
  /// The product of two numbers from 0 up; `Int.max` if it is larger than that.
  package func clampedProduct(_ factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
