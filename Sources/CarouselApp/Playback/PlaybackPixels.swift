import Carousel
package import Imaging
package import Pictures
package import Rendering
import Terminal

/// What the frames of an animation are in pixels.
package struct PlaybackPixels: Hashable, Sendable {
  /// Where they stand, and how they are decoded.
  package var key: PixelKey
  /// Samples of the same frames in cells.
  package var samples: PixelSize
  /// Whether frames are compressed.
  package var isCompressed: Bool
  /// Tells them from the frames of other animations: those of one stand in for one another.
  package var animation: UInt64

  /// Brings a frame that was decoded for it to samples for cells, and to pixels; takes milliseconds, on any thread.
  package func prepared(_ frame: PictureFrame) -> (PictureFrame, PixelPicture?) {
    let picture = PixelPicture(
      frame.bitmap, in: key.place, aligned: key.alignment, over: key.backdrop, serial: frame.serial,
      by: key.pixelProtocol, isCompressed: isCompressed)
    let samples = PictureFrame(
      bitmap: frame.bitmap.averaged(to: samples), delay: frame.delay, serial: frame.serial)
    return (samples, picture?.frame(of: animation))
  }
}

extension Bitmap {
  /// The picture at a size that is no larger: each sample is the mean of the pixels that it covers, in whole pixels.
  func averaged(to target: PixelSize) -> Bitmap {
    if target == size { return self }
    func range(_ place: Int, _ count: Int, of pixels: Int) -> Range<Int> {
      let start = min(place * pixels / count, pixels - 1)
      return start..<max(start + 1, min(pixels, (place + 1) * pixels / count))
    }
    let columns = (0..<target.width).map { range($0, target.width, of: size.width) }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    for row in 0..<target.height {
      let rows = range(row, target.height, of: size.height)
      for columns in columns {
        var sum = SIMD4<UInt32>.zero
        for row in rows {
          for column in columns { sum &+= SIMD4(truncatingIfNeeded: pixels[row * size.width + column]) }
        }
        // Less than 2¹⁶ pixels of 16 bits each.
        result.append(SIMD4(truncatingIfNeeded: sum / UInt32(rows.count * columns.count)))
      }
    }
    return Bitmap(size: target, pixels: result, isOpaque: isOpaque)
  }
}
