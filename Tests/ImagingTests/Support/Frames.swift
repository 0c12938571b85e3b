import Bitmaps
import Foundation
import Imaging
import Testing

/// One play-through, at the picture's own size unless `target` is given.
func play(_ image: EncodedImage, scaledTo target: PixelSize? = nil) throws -> [AnimationFrame] {
  try rest(of: try image.makeFrameSource(scaledTo: target ?? image.size))
}

/// The frames from the source's position to the end of the play-through.
func rest(of source: any FrameSource) throws -> [AnimationFrame] {
  var frames: [AnimationFrame] = []
  while let frame = try source.next() { frames.append(frame) }
  return frames
}

extension Reference {
  /// All pictures in a program's output of 16-bit sRGB samples: red, green, blue, and alpha that is not premultiplied,
  /// most significant byte first.
  static func all(size: PixelSize, straight16 bytes: [UInt8]) -> [Reference] {
    let count = size.width * size.height * 8
    return stride(from: 0, to: bytes.count - count + 1, by: count).map {
      Reference(size: size, straight16: bytes[$0..<$0 + count])
    }
  }

  /// Creates a picture from 8-bit sRGB samples: red, green, blue, and alpha that is not premultiplied.
  init(size: PixelSize, straight8 bytes: ArraySlice<UInt8>) {
    self.init(size: size, straight16: bytes.flatMap { [$0, $0] }[...])
  }
}
