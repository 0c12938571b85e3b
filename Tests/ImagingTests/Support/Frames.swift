import Foundation
import Imaging
import Testing

/// One play-through at the picture's own size, or another.
func play(_ image: EncodedImage, scaledTo target: PixelSize? = nil) throws -> [AnimationFrame] {
  try rest(of: try image.makeFrameSource(scaledTo: target ?? image.size))
}

/// The frames from where the source stands to the end of the play-through.
func rest(of source: any FrameSource) throws -> [AnimationFrame] {
  var frames: [AnimationFrame] = []
  while let frame = try source.next() { frames.append(frame) }
  return frames
}

extension Reference {
  /// All pictures of a program's output: 16-bit sRGB samples, red, green, blue and alpha not premultiplied, most significant
  /// byte first.
  static func all(size: PixelSize, straight16 bytes: [UInt8]) -> [Reference] {
    let count = size.width * size.height * 8
    return stride(from: 0, to: bytes.count - count + 1, by: count).map {
      Reference(size: size, straight16: bytes[$0..<$0 + count])
    }
  }

  /// From 8-bit sRGB samples, red, green, blue and alpha not premultiplied.
  init(size: PixelSize, straight8 bytes: ArraySlice<UInt8>) {
    self.init(size: size, straight16: bytes.flatMap { [$0, $0] }[...])
  }
}
