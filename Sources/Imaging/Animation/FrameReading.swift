/// A frame as its file has it: a part of the canvas, and what becomes of it.
struct StoredFrame {
  /// What becomes of the frame's area before the next frame is drawn.
  enum Disposal {
    /// It stays.
    case keep
    /// It becomes transparent. (Backgrounds that files name are ignored, as browsers do.)
    case clear
    /// The area is restored to its content before the frame.
    case restore
  }

  /// How a frame's pixels meet those that are there.
  enum Blending {
    /// They take their place, transparent or not.
    case source
    /// They are laid over them by their alpha.
    case over
  }

  /// Where on the canvas it lies; within the canvas, perhaps empty.
  var area: PixelRect
  /// The area's pixels, row by row: red, green, blue and alpha, encoded, not premultiplied.
  var pixels: [SIMD4<UInt8>]
  /// How long it is shown, as the file says.
  var delay: Duration
  var disposal: Disposal
  var blending: Blending
}

/// How the samples of an animation's frames stand for colours.
struct FrameColors {
  /// The first of these that can be made sense of counts, else sRGB.
  var encodings: [ColorEncoding] = []
  /// Whether all frames are grey, so that a profile of grey is theirs.
  var isGray = false
}

/// What reads the frames of one format; composing them is the same for all.
protocol FrameReading: AnyObject {
  /// What holds for the colours of all frames; known once the first frame has been read.
  var colors: FrameColors { get }

  /// The next frame; nil after the last.
  ///
  /// - Throws: `ImageError` when it is damaged or exceeds the limits, or what `deadline` throws.
  func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame?

  /// Goes back to the first frame.
  ///
  /// - Throws: `ImageError.outOfMemory`.
  func rewind() throws(ImageError)
}
