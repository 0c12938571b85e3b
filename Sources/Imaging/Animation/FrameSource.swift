package import Bitmaps

/// A composed frame of an animation: the complete picture that is visible while the frame is shown.
package struct AnimationFrame: Sendable, Equatable {
  /// The picture, scaled to the size for which the source was made.
  package var bitmap: Bitmap
  /// How long the frame is shown, at least 11 ms.
  package var delay: Duration

  /// Creates a frame that is shown for `delay`.
  package init(bitmap: Bitmap, delay: Duration) {
    self.bitmap = bitmap
    self.delay = delay
  }
}

/// Yields an animation's frames in order, in bounded memory for any number of frames.
///
/// A source is used by one task at a time. After an error, call `rewind()` before `next()`.
package protocol FrameSource: AnyObject {
  /// Returns the next composed frame; nil after the last of a play-through.
  ///
  /// A frame that is damaged or exceeds the limits ends the play-through, unless it is the first.
  ///
  /// - Throws: `ImageError` if not even the first frame can be decoded, or `.cancelled`.
  func next() throws(ImageError) -> AnimationFrame?

  /// Goes back to the first frame.
  ///
  /// - Throws: `ImageError` if there is not enough memory to read the file from its beginning again.
  func rewind() throws(ImageError)
}
