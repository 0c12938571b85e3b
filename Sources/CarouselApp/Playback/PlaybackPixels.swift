package import Bitmaps
import Carousel
import Imaging
package import Pictures
package import Rendering
import Terminal

/// How the frames of an animation are prepared in pixels.
package struct PlaybackPixels: Hashable, Sendable {
  /// Where the frames are placed, and how they are decoded.
  package var key: PixelKey
  /// The serial of the picture that is animated.
  package var source: UInt64
  /// The size of the same frames in cells, in samples.
  package var samples: PixelSize
  /// Whether frames are compressed.
  package var isCompressed: Bool
  /// Identifies the animation: frames of the same animation may stand in for each other.
  package var animation: UInt64

  /// Converts a decoded frame to samples for cells and to pixels; takes milliseconds, on any thread. The pixels are nil
  /// if there is not enough memory.
  ///
  /// - Parameter memory: The samples of earlier frames, which are used again once the terminal has them.
  package func prepared(
    _ frame: PictureFrame, reusing memory: inout RecycledMemory<UInt8>
  ) -> (PictureFrame, PixelPicture?) {
    let bytes = isCompressed ? 0 : 3 * frame.bitmap.size.width * frame.bitmap.size.height
    let picture = PixelPicture(
      frame.bitmap, in: key.area, aligned: key.alignment, over: key.backdrop, serial: frame.serial,
      by: key.pixelProtocol, isCompressed: isCompressed, reusing: memory.claim(count: bytes) ?? [])
    if let content = picture?.image.content, content.count == bytes { memory.keep(content) }
    let samples = PictureFrame(
      bitmap: frame.bitmap.averaged(to: samples), delay: frame.delay, serial: frame.serial)
    return (samples, picture?.frame(of: animation))
  }
}
