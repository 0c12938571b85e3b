/// A frame of an animation, composed: all that is to be seen while it is shown.
package struct AnimationFrame: Sendable, Equatable {
  /// The picture, scaled to the size for which the source was made.
  package var bitmap: Bitmap
  /// How long it is shown, at least 11 ms.
  package var delay: Duration

  /// A frame and how long it is shown.
  package init(bitmap: Bitmap, delay: Duration) {
    self.bitmap = bitmap
    self.delay = delay
  }
}

/// Yields an animation's frames in order, in bounded memory for any number of frames.
///
/// It is used from one task at a time. After an error it is to be rewound before it is asked again.
package protocol FrameSource: AnyObject {
  /// The next composed frame; nil after the last of one play-through.
  ///
  /// A frame that is damaged, or takes more than the limits allow, ends the play-through before it, unless it is the first.
  ///
  /// - Throws: `ImageError` when there is not even a first frame, or `.cancelled`.
  func next() throws(ImageError) -> AnimationFrame?

  /// Goes back to the first frame.
  ///
  /// - Throws: `ImageError` when the file cannot be read from its beginning again, for want of memory.
  func rewind() throws(ImageError)
}
