package import Bitmaps

/// A frame as stored in its file: an area of the canvas, its pixels, and how to draw and dispose of them.
package struct StoredFrame {
  /// What happens to the frame's area before the next frame is drawn.
  package enum Disposal {
    /// The area stays as it is.
    case keep
    /// The area becomes transparent. (As in browsers, the background color that a file declares is ignored.)
    case clear
    /// The area is restored to its content before the frame.
    case restore
  }

  /// How a frame's pixels are combined with those on the canvas.
  package enum Blending {
    /// They replace the canvas's pixels, transparent or not.
    case source
    /// They are composited over the canvas's pixels by their alpha.
    case over
  }

  /// The frame's area, within the canvas; may be empty.
  package var area: PixelRect
  /// The area's pixels, row by row: encoded red, green, blue and alpha, not premultiplied.
  package var pixels: [SIMD4<UInt8>]
  /// How long the frame is shown, as declared in the file.
  package var delay: Duration
  package var disposal: Disposal
  package var blending: Blending

  /// Creates a frame.
  package init(
    area: PixelRect, pixels: [SIMD4<UInt8>], delay: Duration, disposal: Disposal = .keep, blending: Blending = .source
  ) {
    (self.area, self.pixels, self.delay) = (area, pixels, delay)
    (self.disposal, self.blending) = (disposal, blending)
  }
}

/// The color encoding of an animation's frames.
package struct FrameColors {
  /// The candidate encodings: the first usable one applies, or sRGB if none is.
  package var encodings: [ColorEncoding]
  /// Whether all frames are gray, so that a gray profile applies to them.
  package var isGray: Bool

  /// Creates colors, of sRGB by default.
  package init(encodings: [ColorEncoding] = [], isGray: Bool = false) {
    (self.encodings, self.isGray) = (encodings, isGray)
  }
}

/// A reader of one format's frames. Composing them is the same for all formats.
package protocol FrameReading: AnyObject {
  /// The color encoding of all frames.
  var colors: FrameColors { get }

  /// Returns the next frame; nil after the last.
  ///
  /// - Throws: `ImageError` if the frame is damaged or exceeds the limits, or what `deadline` throws.
  func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame?

  /// Goes back to the first frame.
  ///
  /// - Throws: `ImageError.outOfMemory`.
  func rewind() throws(ImageError)
}
